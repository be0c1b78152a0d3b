import Foundation

/// Reads a value of generic type as one of the types that columns accept without conversion.
///
/// Comparing two types is several times as fast as casting a value, and generic code is specialized
/// to do it only once for all values of a type.
enum ExactValue {
  /// The value, if it has exactly the given type.
  @inline(__always)
  static func of<Value, Wanted>(_ value: Value, _ type: Wanted.Type) -> Wanted? {
    // Sound: the types are the same.
    Value.self == type ? unsafeBitCast(value, to: type) : nil
  }

  /// The value as an integer, if it has one of the most common integer types.
  @inline(__always)
  static func integer<Value>(_ value: Value) -> Int64? {
    if let value = of(value, Int.self) { return Int64(value) }
    return of(value, Int64.self) ?? of(value, Int16.self).map { Int64($0) }
      ?? of(value, Int32.self).map { Int64($0) }
  }

  /// The value as a double, also if it is an integer that a `Double` represents exactly.
  @inline(__always)
  static func double<Value>(_ value: Value) -> Double? {
    of(value, Double.self) ?? integer(value).flatMap { Double(exactly: $0) }
  }
}
