import Foundation
import ObjectStore

/// Who keeps registered objects alive, and how long what was read stays good.
extension ManagedObjectContext {
  /// Whether the context holds every registered object, clean ones too, until it is reset.
  ///
  /// The default is false: clean objects live for as long as someone holds them.
  public var retainsRegisteredObjects: Bool {
    get { registry.retainsObjects }
    set { registry.retainsObjects = newValue }
  }

  /// For how many seconds a row that was read is good enough for a fault that fires.
  ///
  /// Negative, the default, stands for ever: a fault is filled from the coordinator's cache, also
  /// by `refresh(_:mergeChanges:)` and `refreshAllObjects()`. With 0 each fault that fires is read
  /// from the store, with a greater number each one whose row was read longer ago. It holds for
  /// faults of this context, whatever its parents' intervals are; values that a parent has changed
  /// and not saved come before any. A fetch always asks the store.
  public var stalenessInterval: TimeInterval {
    get { reader.staleness }
    set { reader.staleness = newValue.isNaN ? -1 : newValue }
  }
}
