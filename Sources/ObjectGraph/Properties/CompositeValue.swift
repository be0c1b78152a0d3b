import ObjectModel
import ObjectStore

/// A Swift type of which the property of a composite attribute may be an `Optional`.
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
/// The property is nil when all elements are. Reading gathers all elements; a path such as
/// `address.city` reads one.
public protocol CompositeValue: OptionalManagedValue {
  /// Makes a value of the elements that are not nil, as key-value coding gives them; nil where they
  /// make none.
  init?(elements: [String: Any])

  /// The elements by their names; those that are missing are nil in the store.
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

  /// What no property has for a slot.
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
