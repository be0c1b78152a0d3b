import Foundation

/// Reads values whose type only the caller's caller knew, where they are of the type that is wanted.
///
/// To compare two types and to read the value where it lies is several times as fast as to cast it.
enum PlainValue {
  /// The integer of the types that are used most.
  static func integer<Value>(_ value: Value) -> Int64? {
    if Value.self == Int.self || Value.self == Int64.self {
      return withUnsafeBytes(of: value) { $0.load(as: Int64.self) }
    }
    if Value.self == Int16.self {
      return withUnsafeBytes(of: value) { Int64($0.load(as: Int16.self)) }
    }
    if Value.self == Int32.self {
      return withUnsafeBytes(of: value) { Int64($0.load(as: Int32.self)) }
    }
    return nil
  }

  static func double<Value>(_ value: Value) -> Double? {
    guard Value.self == Double.self else { return nil }
    return withUnsafeBytes(of: value) { $0.load(as: Double.self) }
  }

  static func date<Value>(_ value: Value) -> Date? {
    guard Value.self == Date.self else { return nil }
    return withUnsafeBytes(of: value) { $0.load(as: Date.self) }
  }

  static func boolean<Value>(_ value: Value) -> Bool? {
    guard Value.self == Bool.self else { return nil }
    return withUnsafeBytes(of: value) { $0.load(as: Bool.self) }
  }

  static func text<Value>(_ value: Value) -> String? {
    guard Value.self == String.self else { return nil }
    return withUnsafeBytes(of: value) { $0.load(as: String.self) }
  }
}
