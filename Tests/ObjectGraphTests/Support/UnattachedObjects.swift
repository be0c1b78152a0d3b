import ObjectStore

@testable import ObjectGraph

/// Saved objects of no context, for parts that are tested by themselves.
struct UnattachedObjects {
  private let binding = ManagedObjectSeed.unattached(
    entity: EntityDescription("Owner", class: Owner.self) { AttributeDescription("name", .string) }
  ).binding

  /// The number of the objects' hierarchy.
  var root: Int { binding.layout.rootNumber }

  /// A fault under a key.
  func object(_ key: Int64) -> ManagedObject {
    ManagedObject(ManagedObjectSeed(binding: binding, key: key, row: nil, state: .fault))
  }
}
