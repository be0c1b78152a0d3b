/// The part of an ID that all objects of an entity share.
///
/// It stands between an ID and the entity description, to which properties, subentities and inverse
/// relationships hold weak references: retaining an object that is weakly referenced takes several
/// times as long, and IDs are copied by the thousand. This object is never weakly referenced. It
/// retains the description, which does not refer to it, so there is no cycle.
package final class EntityIdentity: Sendable {
  package let entity: EntityDescription

  /// The identity behind a temporary ID; nil for permanent IDs.
  let temporary: TemporaryIdentity?

  package init(_ entity: EntityDescription, temporary: TemporaryIdentity? = nil) {
    self.entity = entity
    self.temporary = temporary
  }
}
