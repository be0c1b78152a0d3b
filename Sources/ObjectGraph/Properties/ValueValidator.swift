import ObjectModel
import ObjectStore

/// A class's own validator of one property, like a `validate<Key>:error:` method in Core Data.
///
///     override class var valueValidators: [ValueValidator] {
///       super.valueValidators + [
///         ValueValidator("email") { (camper: Camper, value) in
///           guard let string = value as? String else { return }
///           value = string.lowercased()
///           …
///         }
///       ]
///     }
///
/// It is called when an object is validated before a save, and by `validateValue(_:forKey:)`, after
/// the model's own rules and only if they are satisfied. The value is as returned by
/// `value(forKey:)`, possibly nil; if the closure replaces it, a save writes the replacement to the
/// object.
public struct ValueValidator: Sendable {
  /// The name of the property.
  public let key: String

  let check: @Sendable (ManagedObject, inout Any?) throws -> Void

  /// Creates a validator for a property; a name that the entity lacks is reported in the `errors`
  /// of contexts.
  public init<Object: ManagedObject>(
    _ key: String,
    _ check: @escaping @Sendable (_ object: Object, _ value: inout Any?) throws -> Void
  ) {
    self.key = key
    self.check = { object, value in
      // Only objects of the class that lists the validator are passed here.
      guard let object = object as? Object else { return }
      try check(object, &value)
    }
  }
}
