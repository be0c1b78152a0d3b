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
