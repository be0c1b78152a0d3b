import ObjectModel
import ObjectStore

/// What accessors that are written by hand call around the primitive values.
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
/// They keep ported accessors right; what is new is shorter with `@Managed`, and a computed
/// property over it. A `@Managed` property calls none of them, so overriding them does not observe
/// it: `ManagedObjectObserver` does. Keys that the entity lacks are kept in the context's `errors`.
extension ManagedObject {
  /// Fires the object's fault, so that `primitiveValue(forKey:)` has a value to give.
  ///
  /// An error of it is kept in the context's `errors`. nil stands for no property in particular.
  public func willAccessValue(forKey key: String?) {
    fulfillFault()
    if let key { _ = trackedProperties(forKey: key) }
  }

  /// Ends what `willAccessValue(forKey:)` began; there is nothing to do.
  public func didAccessValue(forKey key: String?) {}

  /// Marks an attribute as changed before `setPrimitiveValue(_:forKey:)` changes it, so that the
  /// change is saved, announced and undone like any other.
  ///
  /// It fires the object's fault. Relationships need no mark: what changes them tracks the change.
  public func willChangeValue(forKey key: String) {
    for property in trackedProperties(forKey: key) {
      _ = writableRow(PropertySlot(property))
    }
  }

  /// Marks an attribute as changed, where `willChangeValue(forKey:)` was not
  /// called or its event has ended.
  ///
  /// Without the former an undo of this event keeps the new value of an object that had changes
  /// before.
  public func didChangeValue(forKey key: String) { willChangeValue(forKey: key) }

  /// Whether the current event has marked the property as changed, so that a primitive
  /// value is part of that change.
  final func isMarked(_ property: PropertyLayout) -> Bool {
    changedMask & property.maskBit != 0 && state.isSuperset(of: [.changed, .pending])
  }

  /// The attribute of that name, or those that a composite is made of; none for anything else.
  private func trackedProperties(forKey key: String) -> [PropertyLayout] {
    if let composite = layout.composite(key) { return composite.leaves }
    if layout.property(key) == nil, layout.fetchedPlace(named: key) != nil { return [] }
    guard let found = recording({ try property(forKey: key) }), found.attribute != nil else {
      return []
    }
    return [found]
  }
}
