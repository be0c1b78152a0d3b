import ObjectModel
import ObjectStore

/// What an object is made from; only the engine makes one.
public struct ManagedObjectSeed {
  let binding: EntityBinding
  let key: Int64
  let row: Row?
  let state: ObjectState

  /// For an object of an entity that is in no context.
  static func unattached(entity: EntityDescription) -> ManagedObjectSeed {
    let binding = EntityBinding(layout: .unattached(entity), objectClass: nil)
    return ManagedObjectSeed(
      binding: binding, key: ManagedObjectID.nextTemporaryReference(),
      row: binding.layout.template.copy(extraBytes: 96), state: [.inserted, .ownsRow])
  }

  /// For an object that belongs to no entity and no context.
  static var detached: ManagedObjectSeed {
    ManagedObjectSeed(
      binding: .detached, key: ManagedObjectID.nextTemporaryReference(), row: nil, state: [])
  }
}
