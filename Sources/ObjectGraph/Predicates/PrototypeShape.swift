import Foundation
import ObjectModel
import ObjectStore

/// The `@Managed` properties of a class, and a row with a value for each of its attributes.
final class PrototypeShape: @unchecked Sendable {
  // Sound: everything is set in init and not changed afterwards; the row is never written to.

  let properties: [DeclaredProperty]
  /// The indexes of the properties by the addresses of their names.
  private let indexes: [UInt: Int]
  let layout: EntityLayout
  let row: Row

  private static let known = Lock<[ObjectIdentifier: PrototypeShape]>([:])

  static func of(_ objectClass: ManagedObject.Type) -> PrototypeShape {
    let id = ObjectIdentifier(objectClass)
    if let shape = known.withLock({ $0[id] }) { return shape }
    // Created outside of the lock, since the initializer of the class is application code.
    let shape = PrototypeShape("\(objectClass)", ManagedPropertyProbe.properties(of: objectClass))
    return known.withLock { known in
      let first = known[id] ?? shape
      known[id] = first
      return first
    }
  }

  /// The index of the property whose name is the literal at an address; if the probe did not find
  /// it, it is looked up by name.
  func index(at address: UnsafePointer<UInt8>) -> Int? {
    if let index = indexes[UInt(bitPattern: address)] { return index }
    let name = String(cString: address)
    return properties.firstIndex { $0.name == name }
  }

  private init(_ name: String, _ wrappers: [ManagedProperty]) {
    let entity = EntityDescription(name: name)
    let sentinels = wrappers.map { Sentinel(of: $0.kind) }
    entity.properties = sentinels.enumerated().compactMap { index, sentinel in
      sentinel.map { AttributeDescription("p\(index)", $0.type) }
    }
    let layout = EntityLayout.unattached(entity)
    var row = layout.template.copy(extraBytes: 64 * wrappers.count)
    for (index, sentinel) in sentinels.enumerated() {
      guard let sentinel, let property = layout.property("p\(index)") else { continue }
      row = row.setting(sentinel.value, for: property, layout: layout)
    }
    let reader = ManagedObject(
      ManagedObjectSeed(
        binding: EntityBinding(layout: layout, objectClass: nil),
        key: ManagedObjectID.nextTemporaryReference(), row: row, state: .clean))
    properties = wrappers.enumerated().map { index, wrapper in
      let slot = layout.property("p\(index)").map { PropertySlot($0) }
      return DeclaredProperty(wrapper, slot: slot, reader: reader)
    }
    indexes = Dictionary(firstOf: wrappers.enumerated().map { ($1.address, $0) })
    self.layout = layout
    self.row = row
  }
}

/// A `@Managed` property of a class.
struct DeclaredProperty {
  enum Kind {
    case attribute(Attribute)
    case toOne(ManagedObject.Type)
    case toMany(ManagedObject.Type)
    /// A type whose values cannot be compared.
    case opaque(Any.Type)
  }

  struct Attribute {
    let slot: PropertySlot
    let base: Any.Type
    let isOptional: Bool
    /// The property's value in the row of a shape.
    let sentinel: AttributeValue
    /// The value that the property reads if there is none.
    let emptyValue: AttributeValue
  }

  let name: String
  let kind: Kind

  fileprivate init(_ wrapper: ManagedProperty, slot: PropertySlot?, reader: ManagedObject) {
    name = wrapper.name
    switch wrapper.kind {
    case .toOne(let destination): kind = .toOne(destination)
    case .toMany(let destination, _): kind = .toMany(destination)
    case .attribute(let type, let isOptional):
      kind = .attribute(Self.attribute(type, slot ?? .unbound, reader, isOptional: isOptional))
    case .other(let type, _): kind = .opaque(optionalBase(of: type))
    }
  }

  private static func attribute<Value: ManagedAttribute>(
    _ type: Value.Type, _ slot: PropertySlot, _ reader: ManagedObject, isOptional: Bool
  ) -> Attribute {
    let value = { (slot: PropertySlot) in
      let found = Value.optionalManagedValue(of: reader, at: slot)
      let read = isOptional ? found : found ?? Value.emptyValue
      return read.predicateConstant ?? .null
    }
    return Attribute(
      slot: slot, base: Value.PredicateBase.self, isOptional: isOptional, sentinel: value(slot),
      emptyValue: value(.unbound))
  }
}

/// A value that a property only returns if it reads its attribute.
private struct Sentinel {
  let type: AttributeType
  let value: AttributeValue

  /// nil for anything but an attribute.
  init?(of kind: ManagedKind) {
    guard case .attribute(let type, _) = kind,
      let found = Self.candidates.first(where: { type.accepts($0.0) })
    else { return nil }
    self.type = found.0
    value = (type as? any ManagedRawValue.Type).flatMap { Self.ofCases($0) } ?? found.1
  }

  private static let candidates: [(AttributeType, AttributeValue)] = [
    (.boolean, .boolean(true)), (.integer16, .integer(-12_345)), (.integer32, .integer(-12_345)),
    (.integer64, .integer(-12_345)), (.double, .double(-12_345.5)), (.float, .double(-12_345.5)),
    (.decimal, .decimal(Decimal(-24_691) / 2)), (.string, .string(" Sentinel \u{e9} \u{1}")),
    (.date, .date(Date(timeIntervalSinceReferenceDate: -98_765.25))),
    (.uuid, .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))),
    (.uri, .string("sentinel:a")), (.binaryData, .data(Data([1, 2, 3]))),
  ]

  /// The raw value of a case other than the empty value, if the cases are known.
  private static func ofCases<Value: ManagedRawValue>(_ type: Value.Type) -> AttributeValue? {
    guard let cases = type as? any CaseIterable.Type else { return nil }
    let empty = Value.emptyValue.rawValue.predicateConstant
    let values = all(of: cases).compactMap { ($0 as? Value)?.rawValue.predicateConstant }
    return values.last { $0 != empty }
  }

  private static func all<Cases: CaseIterable>(of type: Cases.Type) -> [Any] {
    type.allCases.map { $0 as Any }
  }
}

/// A type, without `Optional` if it is one.
func optionalBase(of type: Any.Type) -> Any.Type {
  (type as? any WrappingType.Type)?.wrappedType ?? type
}

/// Provides the wrapped type of an `Optional`.
private protocol WrappingType {
  static var wrappedType: Any.Type { get }
}

extension Optional: WrappingType {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
}
