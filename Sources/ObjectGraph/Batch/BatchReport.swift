import ObjectModel
import ObjectStore

/// What the stores did for a batch request, by IDs.
struct BatchReport {
  /// What is wanted of it, by the raw values of the result types of all requests.
  enum Form: UInt {
    case status
    case identifiers
    case count

    init(_ type: some RawRepresentable<UInt>) {
      self = Form(rawValue: type.rawValue) ?? .status
    }
  }

  enum Kind {
    case update
    case delete
    case insert
  }

  var count = 0
  var objectIDs: [ManagedObjectID] = []
  var changes: [AnyHashable: Any] = [:]

  init() {}

  init(
    _ outcome: BatchOutcome, of kind: Kind, in coordinator: PersistentStoreCoordinator,
    as form: Form
  ) {
    count = outcome.count
    guard form == .identifiers else { return }
    let identities = coordinator.storeIdentities
    func id(_ row: BatchOutcome.Named) -> ManagedObjectID {
      let number = StoreIdentity.number(ofKey: row.key)
      return ManagedObjectID(
        store: identities.indices.contains(number) ? identities[number] : nil,
        entity: coordinator.layout[row.entityNumber].identity,
        reference: StoreIdentity.reference(ofKey: row.key))
    }
    let rows = outcome.rows.map(id)
    objectIDs = rows + outcome.cascaded.map(id)
    let replaced = Set(outcome.replaced.map(id))
    let touched = Set(outcome.touched.map(id))
    let changed: ChangedObjectIDs
    switch kind {
    case .update: changed = .init(inserted: [], updated: touched.union(rows), deleted: [])
    case .delete: changed = .init(inserted: [], updated: touched, deleted: Set(objectIDs))
    case .insert:
      changed = .init(
        inserted: Set(rows).subtracting(replaced), updated: touched.union(replaced), deleted: [])
    }
    changes = changed.userInfo
  }
}
