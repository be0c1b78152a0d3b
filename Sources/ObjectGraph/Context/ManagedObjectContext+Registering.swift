import Foundation
import ObjectStore

/// Which registered objects are kept alive, and how long read values stay valid.
extension ManagedObjectContext {
  /// Whether the context keeps all registered objects alive, including clean ones, until it is
  /// reset.
  ///
  /// The default is false: clean objects live only as long as other code references them.
  public var retainsRegisteredObjects: Bool {
    get { registry.retainsObjects }
    set { registry.retainsObjects = newValue }
  }

  /// The maximum age in seconds of cached rows that faults are filled from.
  ///
  /// Negative values, the default, mean no limit: faults are filled from the coordinator's cache,
  /// even after `refresh(_:mergeChanges:)` and `refreshAllObjects()`. With 0, every firing fault is
  /// read from the store; with a positive value, those whose row was read longer ago. The interval
  /// applies to faults of this context, regardless of its parents' intervals; unsaved values of a
  /// parent take precedence. A fetch always reads the store.
  public var stalenessInterval: TimeInterval {
    get { reader.staleness }
    set { reader.staleness = newValue.isNaN ? -1 : newValue }
  }
}
