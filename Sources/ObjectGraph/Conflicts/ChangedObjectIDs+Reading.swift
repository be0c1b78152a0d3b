import Foundation
import ObjectModel
import ObjectStore

/// Reading changes from notifications and other descriptions of a save.
extension ChangedObjectIDs {
  /// Reads the changes from a context's notification of a save, of changes, or of a merge.
  ///
  /// Call it where the notification is received. The result can be passed to any queue, and to
  /// `mergeChanges(from:)` there.
  public init(_ notification: Notification) {
    let info = notification.userInfo ?? [:]
    switch notification.object {
    case let context as ManagedObjectContext: self.init(userInfo: info, from: context)
    case let background as BackgroundContext:
      // Observers run on the context's queue; any other caller waits for it.
      // Sound: it came from that queue, and the caller waits while it is used there.
      nonisolated(unsafe) let info = info
      self = background.performAndWait { Self(userInfo: info, from: $0) }
    default: self.init(userInfo: info, from: nil)
    }
  }

  /// Reads sets or arrays of objects, IDs or URIs, under the keys for objects or for IDs.
  ///
  /// - Parameter context: the context that the objects belong to, or belonged to until their
  ///   deletion.
  /// - Parameter coordinator: finds the IDs for URIs; without one, they are skipped.
  init(
    userInfo: [AnyHashable: Any], from context: ManagedObjectContext?,
    coordinator: PersistentStoreCoordinator? = nil
  ) {
    func ids(_ keys: ManagedObjectContext.NotificationKey...) -> Set<ManagedObjectID> {
      var found: Set<ManagedObjectID> = []
      for case let elements as any Sequence in keys.compactMap({ userInfo[$0.rawValue] }) {
        for element in elements {
          switch Self.plain(element) {
          case let id as ManagedObjectID: found.insert(id)
          case let object as ManagedObject:
            found.insert(context?.identity(of: object) ?? object.objectID)
          case let uri as URL:
            coordinator?.managedObjectID(forURIRepresentation: uri).map { _ = found.insert($0) }
          default: break
          }
        }
      }
      return found
    }
    self.init(
      inserted: ids(.insertedObjects, .insertedObjectIDs),
      updated: ids(.updatedObjects, .updatedObjectIDs),
      deleted: ids(.deletedObjects, .deletedObjectIDs))
    refreshedObjectIDs = ids(.refreshedObjects, .refreshedObjectIDs)
    invalidatedObjectIDs = ids(.invalidatedObjects, .invalidatedObjectIDs)
    invalidatedAllObjects =
      userInfo[ManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue] != nil
  }

  private static func plain(_ element: Any) -> Any { (element as? AnyHashable)?.base ?? element }

  /// The objects of a save into a parent context.
  init(_ changes: SavePlan, in context: ManagedObjectContext) {
    func id(_ key: Int64, _ layout: EntityLayout) -> ManagedObjectID {
      key > 0
        ? context.permanentID(key: key, layout)
        : ManagedObjectID(store: nil, entity: layout.identity, reference: key)
    }
    self.init(changes.rows, id: id)
    updatedObjectIDs.formUnion(changes.transients.map { id($0.row.key, $0.layout) })
    // The members at both ends of a pair have changed.
    for join in changes.joins + changes.transientJoins {
      updatedObjectIDs.insert(id(join.source, context.model[join.sourceEntity]))
      updatedObjectIDs.insert(id(join.destination, context.model[join.destinationEntity]))
    }
    updatedObjectIDs.subtract(deletedObjectIDs)
    updatedObjectIDs.subtract(insertedObjectIDs)
  }

  init(_ rows: ChangeSet, id: (_ key: Int64, _ layout: EntityLayout) -> ManagedObjectID) {
    self.init(
      inserted: Set(rows.inserts.map { id($0.row.key, $0.layout) }),
      updated: Set(rows.updates.map { id($0.row.key, $0.layout) }),
      deleted: Set(rows.deletes.map { id($0.key, $0.layout) }))
  }

  /// Sets of IDs under Core Data's keys.
  var userInfo: [AnyHashable: Any] {
    ManagedObjectContext.userInfo([
      (.insertedObjectIDs, insertedObjectIDs), (.updatedObjectIDs, updatedObjectIDs),
      (.deletedObjectIDs, deletedObjectIDs), (.refreshedObjectIDs, refreshedObjectIDs),
      (.invalidatedObjectIDs, invalidatedObjectIDs),
    ])
  }
}
