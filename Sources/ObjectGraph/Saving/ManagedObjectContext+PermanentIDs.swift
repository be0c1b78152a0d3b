import ObjectModel
import ObjectStore

/// Permanent IDs before saving.
extension ManagedObjectContext {
  /// Gives new objects the permanent IDs under which they will be saved; they remain new until
  /// then.
  ///
  /// Objects whose IDs are already permanent are skipped. A key assigned here is never reused, even
  /// if its object is rolled back. Costs one short transaction per entity hierarchy.
  ///
  /// - Throws: code 134061 if an object is not in this context, code 134030 if the store is
  ///   read-only, and errors of the store; then all objects keep their IDs.
  public func obtainPermanentIDs(for objects: [ManagedObject]) throws {
    catchUpWithParent()
    var references: [Int: [Int64]] = [:]
    for object in objects {
      guard object.contextReference === self else {
        throw ObjectGraphError(
          .invalidArgument, "\(object) cannot get a permanent ID here: it is not in this context",
          repair: "ask the context that the object belongs to", objectID: object.objectID)
      }
      if object.key < 0 { references[object.layout.rootNumber, default: []].append(object.key) }
    }
    var found: [(root: Int, keys: [Int64: Int64])] = []
    for (root, references) in references.sorted(by: { $0.key < $1.key }) {
      found.append((root, try obtainKeys(for: Set(references), root: root)))
    }
    for (root, keys) in found { adopt(keys, root: root) }
    if let nameless = objects.first(where: { $0.key < 0 }) { throw missing(nameless.objectID) }
  }

  /// Keys for new objects, from the context in which they are new.
  private func obtainKeys(for references: Set<Int64>, root: Int) throws -> [Int64: Int64] {
    catchUpWithParent()
    var keys: [Int64: Int64] = [:]
    var own: [ManagedObject] = []
    var others: Set<Int64> = []
    for reference in references.sorted(by: >) {
      let object = registered(key: reference, root: root)
      if let key = object?.key ?? identities.key(of: reference), key > 0 {
        keys[reference] = key
      } else if let object, object.isInserted {
        own.append(object)
      } else {
        others.insert(reference)
      }
    }
    if !others.isEmpty, case .context(let parent) = contextParent {
      let found = try parent.performAndWait { parent in
        let found = try parent.obtainKeys(for: others, root: root)
        parent.adopt(found, root: root)
        return found
      }
      keys.merge(found) { _, new in new }
    }
    func store(_ object: ManagedObject) -> ObjectIdentifier? {
      storeIdentity(of: object).map { ObjectIdentifier($0) }
    }
    for objects in Dictionary(grouping: own, by: store).values {
      let reserved = try coordinator.reserveKeys(
        count: objects.count, root: model[root], in: storeIdentity(of: objects[0]))
      for (object, key) in zip(objects, reserved) { keys[object.key] = key }
    }
    return keys
  }

  /// Registers objects under their new keys.
  private func adopt(_ keys: [Int64: Int64], root: Int) {
    for (reference, key) in keys {
      guard let object = registered(key: reference, root: root), object.key != key else { continue }
      // Rows in this context refer to it by the temporary reference.
      _ = identities.identity(of: reference)
      rekey(object, to: key)
      object.identifyRows()
    }
  }
}

extension ManagedObject {
  /// Writes the object's key into its unsaved rows.
  final func identifyRows() {
    if let row, row.key != key {
      let own = state.ownsRow ? row : row.copy()
      own.identify(key: key, version: row.version)
      self.row = own
    }
    if let snapshot, snapshot.key != key {
      let own = snapshot.copy()
      own.identify(key: key, version: snapshot.version)
      self.snapshot = own
    }
  }
}
