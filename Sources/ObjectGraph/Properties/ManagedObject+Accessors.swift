import ObjectModel
import ObjectStore

/// Methods that hand-written accessors call around primitive values.
///
///     var name: String {
///       get {
///         willAccessValue(forKey: "name")
///         defer { didAccessValue(forKey: "name") }
///         return (try? primitiveValue(forKey: "name") as? String) ?? ""
///       }
///       set {
///         willChangeValue(forKey: "name")
///         try? setPrimitiveValue(newValue, forKey: "name")
///         didChangeValue(forKey: "name")
///       }
///     }
///
/// They support ported accessors; new code is shorter with `@Managed` and a computed property. A
/// `@Managed` property calls none of these methods, so overriding them does not observe it: use
/// `ManagedObjectObserver` for that. Keys that the entity lacks are recorded in the context's
/// `errors`.
extension ManagedObject {
  /// Fires the object's fault, so that `primitiveValue(forKey:)` can return a value.
  ///
  /// Errors are recorded in the context's `errors`. nil stands for no particular property.
  public func willAccessValue(forKey key: String?) {
    fulfillFault()
    if let key { _ = trackedProperties(forKey: key) }
  }

  /// Does nothing; the counterpart of `willAccessValue(forKey:)`.
  public func didAccessValue(forKey key: String?) {}

  /// Marks an attribute as changed before `setPrimitiveValue(_:forKey:)` changes it, so that the
  /// change is saved, announced and undone like any other.
  ///
  /// It fires the object's fault. Relationships need not be marked: their changes are always
  /// tracked.
  public func willChangeValue(forKey key: String) {
    for property in trackedProperties(forKey: key) {
      _ = writableRow(PropertySlot(property))
    }
  }

  /// Marks an attribute as changed, if `willChangeValue(forKey:)` was not called or its event has
  /// ended.
  ///
  /// Without `willChangeValue(forKey:)`, undoing this event keeps the new value if the object
  /// already had changes.
  public func didChangeValue(forKey key: String) { willChangeValue(forKey: key) }

  /// Whether the current event has marked the property as changed, so that setting a primitive
  /// value is part of that change.
  final func isMarked(_ property: PropertyLayout) -> Bool {
    changedMask & property.maskBit != 0 && state.isPending
  }

  /// The attribute with the given name, or the elements of a composite attribute; empty otherwise.
  private func trackedProperties(forKey key: String) -> [PropertyLayout] {
    if let composite = layout.composite(key) { return composite.leaves }
    if layout.property(key) == nil, layout.fetchedPlace(named: key) != nil { return [] }
    guard let found = recording({ try property(forKey: key) }), found.attribute != nil else {
      return []
    }
    return [found]
  }
}
