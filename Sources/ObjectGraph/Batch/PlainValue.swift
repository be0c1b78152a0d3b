import Foundation
import ObjectModel

/// A value of any type, read where it lies.
///
/// To compare two types and to read the value in its place is several times as fast as to cast it.
/// An `Any` is three words, in which a value of up to three words lies itself, and a fourth that is
/// its type; `isReadable` tells whether that is so.
struct PlainValue {
  // Sound: a type is only compared, and a value read only as the type that was found, while whoever
  // made this keeps it in its place; rows are read so only where `isReadable`.
  private let type: ObjectIdentifier
  private let address: UnsafeRawPointer

  private static let typeOffset = 3 * MemoryLayout<UInt>.size

  /// - Parameter value: it stays where it is for as long as this is used, and `isReadable`.
  @inline(__always)
  init(_ value: UnsafePointer<Any>) {
    address = UnsafeRawPointer(value)
    type = address.load(fromByteOffset: Self.typeOffset, as: ObjectIdentifier.self)
  }

  /// Whether values of all the types can be read, which were tried once each.
  static let isReadable: Bool = {
    guard MemoryLayout<Any>.size == typeOffset + MemoryLayout<UInt>.size else { return false }
    let (integer, number, text) = (Int64.min + 5, 0.1, "a text that is longer than two words")
    let id = ManagedObjectID(store: nil, entity: EntityDescription(), reference: 7)
    func read<Value>(_ value: Any, _ read: (PlainValue) -> Value?) -> Value? {
      withUnsafePointer(to: value) { read(PlainValue($0)) }
    }
    return read(Int(integer)) { $0.integer } == integer && read(integer) { $0.integer } == integer
      && read(Int32(-5)) { $0.integer } == -5 && read(Int16(-5)) { $0.integer } == -5
      && read(number) { $0.double } == number && read(true) { $0.boolean } == true
      && read(Date(timeIntervalSinceReferenceDate: number)) { $0.date }
        == Date(timeIntervalSinceReferenceDate: number)
      && read(text) { $0.text?.pointee } == text && read(id) { $0.objectID?.pointee } == id
      && read(UInt(5)) { $0.integer } == nil && read(Float(5)) { $0.double } == nil
  }()

  /// The integer of the types that are used most.
  @inline(__always)
  var integer: Int64? {
    if type == ObjectIdentifier(Int.self) || type == ObjectIdentifier(Int64.self) {
      return address.load(as: Int64.self)
    }
    if type == ObjectIdentifier(Int16.self) { return Int64(address.load(as: Int16.self)) }
    if type == ObjectIdentifier(Int32.self) { return Int64(address.load(as: Int32.self)) }
    return nil
  }

  /// The number, also of an integer that a `Double` holds exactly.
  @inline(__always)
  var double: Double? {
    if type == ObjectIdentifier(Double.self) { return address.load(as: Double.self) }
    guard let integer else { return nil }
    return Double(exactly: integer)
  }

  @inline(__always)
  var date: Date? {
    guard type == ObjectIdentifier(Date.self) else { return nil }
    return address.load(as: Date.self)
  }

  @inline(__always)
  var boolean: Bool? {
    guard type == ObjectIdentifier(Bool.self) else { return nil }
    return address.load(as: Bool.self)
  }

  @inline(__always)
  var text: UnsafePointer<String>? {
    guard type == ObjectIdentifier(String.self) else { return nil }
    return address.assumingMemoryBound(to: String.self)
  }

  @inline(__always)
  var objectID: UnsafePointer<ManagedObjectID>? {
    guard type == ObjectIdentifier(ManagedObjectID.self) else { return nil }
    return address.assumingMemoryBound(to: ManagedObjectID.self)
  }
}
