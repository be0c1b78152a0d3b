import ObjectModel
import ObjectStore

/// Access from an object to its context.
extension ManagedObject {
  package final var contextReference: ManagedObjectContext? {
    registry?._withUnsafeGuaranteedRef { $0.context }
  }

  /// Whether the object belongs to a context that still exists.
  final var isInContext: Bool {
    registry?._withUnsafeGuaranteedRef { $0.hasContext } ?? false
  }

  final func belongs(to registry: ObjectRegistry) -> Bool {
    self.registry?.toOpaque() == Unmanaged.passUnretained(registry).toOpaque()
  }

  /// Whether another object belongs to this one's context.
  final func sharesContext(with other: ManagedObject) -> Bool {
    guard let registry, let others = other.registry else { return false }
    return registry.toOpaque() == others.toOpaque()
  }

  /// The context that the object belongs to, or nil.
  public var managedObjectContext: ManagedObjectContext? { contextReference }

  /// Clears the object's registry, which has removed it; a saved object keeps its ID.
  final func leaveRegistry() {
    if key > 0, let store = contextReference?.storeIdentity(ofKey: key) {
      binding = binding.departed(to: store)
    }
    registry = nil
  }
}
