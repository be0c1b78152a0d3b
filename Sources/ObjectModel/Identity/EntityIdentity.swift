/// What the IDs of one entity's objects share.
///
/// It stands between an ID and the entity's description, which properties, subentities and inverse
/// relationships refer to weakly: to retain what somebody refers to weakly takes several times as
/// long, and IDs are copied by the thousand. Nobody refers weakly to this object. It keeps the
/// description as an ID kept it itself, and the description does not know of it, so that no cycle
/// comes of it.
package final class EntityIdentity: Sendable {
  package let entity: EntityDescription

  /// The identity of the new object that a temporary ID names; nil for permanent IDs.
  let temporary: TemporaryIdentity?

  package init(_ entity: EntityDescription, temporary: TemporaryIdentity? = nil) {
    self.entity = entity
    self.temporary = temporary
  }
}
