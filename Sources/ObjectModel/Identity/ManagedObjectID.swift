import Foundation
import Synchronization

/// The identity of a managed object: its store, entity and row.
///
/// A value of three words that can be passed between contexts and threads. Two IDs are equal if
/// they identify the same row of the same store, or the same unsaved object.
public struct ManagedObjectID: Sendable {
  /// The store, or nil for the temporary ID of an object that has never been saved.
  package let store: StoreIdentity?

  package let entityIdentity: EntityIdentity

  /// The row's primary key in its store or, for a temporary ID, a negative number that is unique in
  /// this process.
  package let reference: Int64

  package init(store: StoreIdentity?, entity: EntityIdentity, reference: Int64) {
    self.store = store
    entityIdentity = entity
    self.reference = reference
  }

  /// If there is a layout, use its entity's identity instead: this initializer creates a new one.
  package init(store: StoreIdentity?, entity: EntityDescription, reference: Int64) {
    self.init(store: store, entity: EntityIdentity(entity), reference: reference)
  }

  private static let lastTemporaryReference = Atomic<Int64>(0)

  /// A negative number that no other call in this process returns.
  package static func nextTemporaryReference() -> Int64 {
    lastTemporaryReference.subtract(1, ordering: .relaxed).newValue
  }

  /// The integer by which contexts of the store's coordinator identify the object: its primary key,
  /// with the number of its store in the upper bits.
  package var key: Int64 {
    guard reference > 0, let store else { return reference }
    return reference &+ store.base
  }

  /// The entity of the object itself, not the root of its hierarchy.
  ///
  /// An ID retains the entity and its subentities, but not its model. Once the model is gone, the
  /// entity still has its name and its own properties, but not its superentity or destinations,
  /// unless they are retained elsewhere.
  public var entity: EntityDescription { entityIdentity.entity }

  /// Whether the object has no row in a store yet.
  public var isTemporaryID: Bool { reference < 0 }

  /// The UUID of the store, or nil for a temporary ID.
  public var storeIdentifier: String? { store?.identifier }

  /// The ID as `x-coredata://<store UUID>/<Entity>/p<key>`; for a temporary ID, the host is empty
  /// and the last component starts with `t`.
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

/// The part of an ID that all objects of an entity share.
///
/// It stands between an ID and the entity description, to which properties, subentities and inverse
/// relationships hold weak references: retaining an object that is weakly referenced takes several
/// times as long, and IDs are copied by the thousand. This object is never weakly referenced. It
/// retains the description, which does not refer to it, so there is no cycle.
package final class EntityIdentity: Sendable {
  package let entity: EntityDescription

  /// The entity's number in its model; 0 if the model was not in use yet.
  package let number: Int

  /// The identity behind a temporary ID; nil for permanent IDs.
  let temporary: TemporaryIdentity?

  package init(_ entity: EntityDescription, temporary: TemporaryIdentity? = nil) {
    self.entity = entity
    number = entity.number
    self.temporary = temporary
  }
}

/// The identity of a new object, shared by everything that refers to the object by its temporary
/// reference: IDs, and a chain of contexts. It gets the permanent ID once there is one.
package final class TemporaryIdentity: Sendable {
  private let filled = Lock<ManagedObjectID?>(nil)

  package init() {}

  /// Nil until the object is saved, or gets a permanent ID before that.
  package var permanentID: ManagedObjectID? { filled.withLock { $0 } }

  package func fill(_ permanentID: ManagedObjectID) { filled.withLock { $0 = permanentID } }
}

extension ManagedObjectID {
  /// A temporary ID that leads to the permanent one.
  package init(entity: EntityDescription, reference: Int64, identity: TemporaryIdentity) {
    self.init(store: nil, entity: EntityIdentity(entity, temporary: identity), reference: reference)
  }

  /// The identity that a temporary ID shares with other references to the new object.
  package var temporaryIdentity: TemporaryIdentity? { entityIdentity.temporary }

  /// The permanent ID, if the object has got one since this ID was taken; else the ID itself.
  package var current: ManagedObjectID {
    guard reference < 0 else { return self }
    return temporaryIdentity?.permanentID ?? self
  }
}
