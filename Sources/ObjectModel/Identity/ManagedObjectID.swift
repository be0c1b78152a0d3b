import Foundation
import Synchronization

/// The identity of a managed object: which store, which entity, which row.
///
/// A value of three words that may be sent anywhere; it is what crosses from one
/// context to another. Two IDs are equal when they name the same row of the same store,
/// or the same unsaved object.
public struct ManagedObjectID: Sendable {
  /// The store, or nil for the temporary ID of an object that was never saved.
  package let store: StoreIdentity?

  package let entityIdentity: EntityIdentity

  /// The row's primary key in its store, or a negative number that is unique in this process for a
  /// temporary ID.
  package let reference: Int64

  package init(store: StoreIdentity?, entity: EntityIdentity, reference: Int64) {
    self.store = store
    entityIdentity = entity
    self.reference = reference
  }

  /// Where there is a layout its entity's identity is to be used: here the ID gets one of its own.
  package init(store: StoreIdentity?, entity: EntityDescription, reference: Int64) {
    self.init(store: store, entity: EntityIdentity(entity), reference: reference)
  }

  private static let lastTemporaryReference = Atomic<Int64>(0)

  /// A number below zero that no other call in this process returns.
  package static func nextTemporaryReference() -> Int64 {
    lastTemporaryReference.subtract(1, ordering: .relaxed).newValue
  }

  /// The one integer by which contexts of the store's coordinator know the object: its primary key
  /// and, above it, the number of its store.
  package var key: Int64 {
    guard reference > 0, let store else { return reference }
    return reference &+ store.base
  }

  /// The entity of the object itself, not the root of its hierarchy.
  ///
  /// An ID keeps the entity and what is below it, but not its model: once that is gone, the entity
  /// tells its name and its own properties still, and neither its superentity nor a destination
  /// that nobody else keeps.
  public var entity: EntityDescription { entityIdentity.entity }

  /// Whether the object has no row in a store yet.
  public var isTemporaryID: Bool { reference < 0 }

  /// The UUID of the store, or nil for a temporary ID.
  public var storeIdentifier: String? { store?.identifier }

  /// The ID as `x-coredata://<store UUID>/<Entity>/p<key>`; the host of a temporary ID is empty and
  /// its last part starts with `t`.
  public func uriRepresentation() -> URL {
    var components = URLComponents()
    components.scheme = "x-coredata"
    components.host = isTemporaryID ? "" : (store?.identifier ?? "")
    let key = isTemporaryID ? "t\(reference.magnitude)" : "p\(reference)"
    components.path = "/\(entity.name ?? "")/\(key)"
    return components.url ?? URL(fileURLWithPath: "/")
  }
}

extension ManagedObjectID: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    left.reference == right.reference && left.store === right.store
      && (left.entityIdentity === right.entityIdentity || left.reference < 0
        || left.entity.root === right.entity.root)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(reference) }
}

extension ManagedObjectID: CustomStringConvertible {
  public var description: String { "<\(uriRepresentation().absoluteString)>" }
}
