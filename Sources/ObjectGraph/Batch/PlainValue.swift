import Foundation
import ObjectModel

/// A value of a type that is known only when it is there, read as one of the types that columns take
/// as they are.
///
/// To compare two types is several times as fast as to cast a value, and code that is generic over
/// the type finds out once for all of them.
struct PlainValue<Value> {
  let value: Value

  /// The integer of the types that are used most.
  @inline(__always)
  var integer: Int64? {
    if let value = cast(to: Int.self) { return Int64(value) }
    return cast(to: Int64.self) ?? cast(to: Int16.self).map { Int64($0) }
      ?? cast(to: Int32.self).map { Int64($0) }
  }

  /// The number, also of an integer that a `Double` holds exactly.
  @inline(__always)
  var double: Double? { cast(to: Double.self) ?? integer.flatMap { Double(exactly: $0) } }

  @inline(__always)
  func cast<Wanted>(to type: Wanted.Type) -> Wanted? {
    // Sound: the types are the same.
    Value.self == type ? unsafeBitCast(value, to: type) : nil
  }
}
