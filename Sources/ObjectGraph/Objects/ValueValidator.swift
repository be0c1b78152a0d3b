import ObjectModel
import ObjectStore

/// A class's own check of one property: what `validate<Key>:error:` is in Core Data.
///
///     override class var valueValidators: [ValueValidator] {
///       super.valueValidators + [
///         ValueValidator("email") { (camper: Camper, value) in
///           guard let text = value as? String else { return }
///           value = text.lowercased()
///           …
///         }
///       ]
///     }
///
/// It runs when an object is validated before a save, and from `validateValue(_:forKey:)`, after
/// the model's own rules and only where they hold. The value comes as from `value(forKey:)`; it may
/// be nil, and it may be replaced, which a save writes into the object.
public struct ValueValidator: Sendable {
  /// The name of the property.
  public let key: String

  let check: @Sendable (ManagedObject, inout Any?) throws -> Void

  /// Makes a check of the property of that name; a name that the entity lacks is reported in the
  /// `errors` of contexts.
  public init<Object: ManagedObject>(
    _ key: String,
    _ check: @escaping @Sendable (_ object: Object, _ value: inout Any?) throws -> Void
  ) {
    self.key = key
    self.check = { object, value in
      // Only objects of the class that lists the check come here.
      guard let object = object as? Object else { return }
      try check(object, &value)
    }
  }
}

/// A check of a class bound to the property that it is about.
struct BoundValidator: Sendable {
  let property: PropertyLayout
  let validator: ValueValidator
}
