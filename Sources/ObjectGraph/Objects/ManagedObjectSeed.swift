import ObjectModel
import ObjectStore

/// The internal state that an object is created from; only the engine creates it.
public struct ManagedObjectSeed {
  let binding: EntityBinding
  let key: Int64
  let row: Row?
  let state: ObjectState

  /// For a new object with default values.
  static func new(
    _ binding: EntityBinding, key: Int64 = ManagedObjectID.nextTemporaryReference()
  ) -> ManagedObjectSeed {
    ManagedObjectSeed(
      binding: binding, key: key, row: binding.layout.template.copy(extraBytes: 96),
      state: .unattached)
  }

  /// For an object of an entity that belongs to no context.
  static func unattached(entity: EntityDescription) -> ManagedObjectSeed {
    .new(EntityBinding(layout: .unattached(entity), objectClass: nil))
  }

  /// For an object that belongs to no entity and no context.
  static var detached: ManagedObjectSeed {
    ManagedObjectSeed(
      binding: .detached, key: ManagedObjectID.nextTemporaryReference(), row: nil, state: .clean)
  }
}

extension EntityBinding {
  /// A new fault.
  @inline(__always)
  func makeFault(key: Int64, row: Row? = nil) -> ManagedObject {
    objectClass.init(ManagedObjectSeed(binding: self, key: key, row: row, state: .fault))
  }
}
