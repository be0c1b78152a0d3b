import ObjectModel
import ObjectStore

/// A Swift type whose `Optional` can be the type of a composite attribute's property.
///
///     struct Address: CompositeValue {
///       var street: String?
///       var city: String?
///       init?(elements: [String: Any]) {
///         street = elements["street"] as? String
///         city = elements["city"] as? String
///       }
///       var elements: [String: Any?] { ["street": street, "city": city] }
///     }
///
/// The property is nil if all elements are. Reading it reads all elements; a path such as
/// `address.city` reads one.
public protocol CompositeValue: OptionalManagedValue {
  /// Creates a value from the elements that are not nil, in the form that key-value coding returns;
  /// nil if they are not a valid value.
  init?(elements: [String: Any])

  /// The elements by name; missing elements are nil in the store.
  var elements: [String: Any?] { get }
}

extension CompositeValue {
  public static func optionalManagedValue(
    of object: ManagedObject, at slot: PropertySlot
  ) -> Self? {
    guard let composite = object.composite(at: slot) else { return nil }
    return object.recording {
      guard object.fulfillFault(), let row = object.row else { return nil }
      return try object.dictionary(of: composite, in: row).flatMap { Self(elements: $0) }
    }
  }

  public func assign(to object: ManagedObject, at slot: PropertySlot) {
    Self.assign(elements, to: object, at: slot)
  }

  public static func assignNil(to object: ManagedObject, at slot: PropertySlot) {
    assign(nil, to: object, at: slot)
  }

  public static func acceptsOptional(_ property: PropertyDescription) -> Bool {
    property is CompositeAttributeDescription
  }

  private static func assign(
    _ elements: [String: Any?]?, to object: ManagedObject, at slot: PropertySlot
  ) {
    guard let composite = object.composite(at: slot) else { return }
    _ = object.recording { try object.set(elements: elements ?? [:], of: composite, true) }
  }
}

extension PropertySlot {
  /// Stands for a composite attribute, which has no slot of its own.
  init(_ composite: CompositeLayout) { self.init(index: composite.index, slot: Self.compositeMark) }

  /// A slot number that no property has.
  static let compositeMark = -2
}

extension ManagedObject {
  fileprivate final func composite(at slot: PropertySlot) -> CompositeLayout? {
    guard slot.slot == PropertySlot.compositeMark, slot.index >= 0 else {
      reportUnbound()
      return nil
    }
    return layout.composites[Int(slot.index)]
  }
}
