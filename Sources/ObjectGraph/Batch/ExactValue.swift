import Foundation

/// Reads a value, of which only a type parameter tells the type, as one of the types that columns take
/// as they are.
///
/// To compare two types is several times as fast as to cast a value, and code that is generic over
/// the type finds out once for all of them.
enum ExactValue {
  /// The value, if it is of just that type.
  @inline(__always)
  static func of<Value, Wanted>(_ value: Value, _ type: Wanted.Type) -> Wanted? {
    // Sound: the types are the same.
    Value.self == type ? unsafeBitCast(value, to: type) : nil
  }

  /// The integer of the types that are used most.
  @inline(__always)
  static func integer<Value>(_ value: Value) -> Int64? {
    if let value = of(value, Int.self) { return Int64(value) }
    return of(value, Int64.self) ?? of(value, Int16.self).map { Int64($0) }
      ?? of(value, Int32.self).map { Int64($0) }
  }

  /// The number, also of an integer that a `Double` holds exactly.
  @inline(__always)
  static func double<Value>(_ value: Value) -> Double? {
    of(value, Double.self) ?? integer(value).flatMap { Double(exactly: $0) }
  }
}
