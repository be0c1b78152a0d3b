import ObjectModel
import ObjectStore

/// From keys and IDs to objects, one instance each.
extension ManagedObjectContext {
  /// The object of that ID, without asking the store: a fault that fails only when it is read.
  ///
  /// An ID of another model or store gives an object without a context, and an error in `errors`.
  public func object(with objectID: ManagedObjectID) -> ManagedObject {
    checkQueue()
    guard let layout = model.layout(of: objectID.entity) else {
      record(
        ObjectGraphError(
          .invalidArgument, "\(objectID) is not of this context's model", objectID: objectID))
      return ManagedObject(.detached)
    }
    guard knows(objectID) else {
      record(
        ObjectGraphError(
          .invalidArgument, "\(objectID) is not of this context's stores", objectID: objectID))
      return ManagedObject(.detached)
    }
    return object(key: key(of: objectID), entityNumber: layout.number)
  }

  /// The object of that ID if it is registered here; the store is not asked.
  public func registeredObject(for objectID: ManagedObjectID) -> ManagedObject? {
    checkQueue()
    guard let layout = model.layout(of: objectID.entity), knows(objectID) else { return nil }
    return registered(key: key(of: objectID), root: layout.rootNumber)
  }

  /// The object of that ID with its values read.
  ///
  /// - Throws: code 133000 when the store has no such row, and what the store reports.
  public func existingObject(with objectID: ManagedObjectID) throws -> ManagedObject {
    checkQueue()
    guard let layout = model.layout(of: objectID.entity), knows(objectID)
    else { throw missing(objectID) }
    let key = key(of: objectID)
    if let object = registered(key: key, root: layout.rootNumber), !object.state.contains(.fault),
      layout.includes(object.layout.number)
    {
      return object
    }
    guard let row = try row(key: key, root: model[layout.rootNumber]),
      layout.includes(row.entityNumber)
    else { throw missing(objectID) }
    let object = object(for: row)
    try object.fireFault(forKey: nil)
    return object
  }

  private func row(key: Int64, root: EntityLayout) throws -> Row? {
    guard reader.staleness >= 0 else { return try contextParent.row(key: key, root: root) }
    return try contextParent.rows(keys: [key], root: root, maximumAge: reader.staleness).first
  }

  func missing(_ id: ManagedObjectID) -> ObjectGraphError {
    if knows(id), id.key > 0, !coordinator.hasStore(ofKey: id.key) {
      return .removedStore(objectID: id)
    }
    return ObjectGraphError(
      .managedObjectReferentialIntegrity, "the store has no \(id.entity.name ?? "object") \(id)",
      repair: "it may have been deleted; fetch again", entityName: id.entity.name, objectID: id)
  }

  /// The key by which the object of an ID is, or may become, known here.
  private func key(of id: ManagedObjectID) -> Int64 {
    catchUpWithParent()
    guard let identity = id.temporaryIdentity else { return id.key }
    if let permanentID = identity.permanentID { return permanentID.key }
    identities.adopt(identity, of: id.reference)
    return id.reference
  }

  /// The registered object of a key, or of a temporary reference that its object had before.
  func registered(key: Int64, root: Int) -> ManagedObject? {
    if let object = registry.object(forKey: key, root: root) { return object }
    guard let key = identities.key(of: key) else { return nil }
    return registry.object(forKey: key, root: root)
  }

  func registered(_ place: RowPlace) -> ManagedObject? {
    registered(key: place.key, root: place.root)
  }

  /// The registered object of a key, or a new fault.
  func object(key: Int64, entityNumber: Int) -> ManagedObject {
    let binding = bindings.entities[entityNumber - 1]
    let root = binding.layout.rootNumber
    if let object = registered(key: key, root: root) { return object }
    let key = identities.key(of: key) ?? key
    let object = binding.makeFault(key: key)
    registry.enter(object)
    reader.enqueueUnread(key, root: root, in: registry)
    if key < 0 {
      if !identities.knows(key) { contextParent.findIdentity(of: key) }
      share(key, root: root)
    }
    return object
  }

  /// The registered object of a row, or a new fault that carries it.
  ///
  /// An object that was read or changed keeps the values that it has.
  func object(for row: Row) -> ManagedObject {
    let binding = bindings.entities[row.entityNumber - 1]
    return object(for: row, of: binding, in: registry.table(root: binding.layout.rootNumber))
  }

  /// - Parameter table: that of the hierarchy.
  @inline(__always)
  private func object(
    for row: Row, of binding: EntityBinding, in table: ObjectRegistry.Table
  ) -> ManagedObject {
    if row.isUnsaved { share(row.key, root: binding.layout.rootNumber) }
    if let object = table.value(for: row.key)?.takeUnretainedValue() {
      if object.binding === binding {
        object.adoptFetched(row)
        return object
      }
      letGo(object)
    }
    let object = binding.makeFault(key: row.key, row: row)
    registry.enter(object, in: table)
    return object
  }

  /// The registered objects of rows, or new faults that carry them, in the rows' order.
  ///
  /// The same as `object(for:)` for each, with what all objects of an entity share looked up once.
  func objects(for rows: [Row]) -> [ManagedObject] {
    var objects: [ManagedObject] = []
    objects.reserveCapacity(rows.count)
    var start = 0
    while start < rows.count {
      let number = rows[start].entityNumber
      let binding = bindings.entities[number - 1]
      let table = registry.table(root: binding.layout.rootNumber)
      while start < rows.count, rows[start].entityNumber == number {
        objects.append(object(for: rows[start], of: binding, in: table))
        start += 1
      }
    }
    return objects
  }

  /// Gives up a fault of an ID that named the wrong entity of the hierarchy; its class cannot be
  /// that of the row's objects.
  func letGo(_ object: ManagedObject) {
    record(
      object.makeError(
        "\(object) is of another entity of the hierarchy of \(object.layout.name)",
        code: .managedObjectReferentialIntegrity,
        repair: "make IDs from objectID.uriRepresentation(), which names the object's own entity"))
    tracker.changes.remove(object)
    unregisterDeleted(object)
  }

  /// The object that a to-one relationship of a row leads to, or nil.
  func destination(of property: PropertyLayout, in row: Row) -> ManagedObject? {
    guard !row.isNull(property.index) else { return nil }
    let key = row.integer(slot: property.slot)
    let declared = property.destinationNumber
    let number = property.hasEntitySlot ? Int(row.integer(slot: property.slot + 1)) : declared
    // A damaged entity number reads as the declared destination.
    return object(key: key, entityNumber: model[declared].includes(number) ? number : declared)
  }

  // MARK: Reading rows

  /// Whether a fault that carries a row had better look for a newer one.
  func mayBeStale(_ object: ManagedObject) -> Bool {
    guard let row = object.row else { return false }
    let root = object.layout.rootNumber
    if reader.isTooOld(row, root: root) { return true }
    guard !coordinator.isNewest(row), contextParent.readsNewest,
      let cached = coordinator.cachedRow(key: row.key, root: root)
    else { return false }
    // A derived value may differ in a row of the same version.
    return cached.version > row.version || model.derivesOverObjects && !(cached === row)
  }

  /// Reads the row of a fault, and with it the rows of others that wait.
  ///
  /// - Throws: code 133000 when the store has no such row any more, and what the store reports; the
  ///   object keeps the row that it has.
  func readRow(of object: ManagedObject) throws {
    catchUpWithParent()
    try readRows(for: object)
  }

  private func readRows(for object: ManagedObject) throws {
    if !reader.batches.isEmpty, object.row == nil, try readBatch(of: object) { return }
    let root = object.layout.rootNumber
    let keys = reader.dequeueUnread(with: object, in: registry)
    let span = coordinator.work.begin()
    let rows: [Row]
    do {
      rows = try contextParent.rows(keys: keys, root: model[root], maximumAge: reader.staleness)
    } catch {
      // They wait for the next try.
      reader.putBack(keys, root: root)
      throw error
    }
    span?.end { .fault(of: object.layout, batchCount: keys.count, duration: $0) }
    guard give(rows, root: root, asked: object) else { throw missing(object.objectID) }
  }

  /// Gives rows to the faults that have none, and to one object also where it has one.
  ///
  /// - Returns: whether there was one for that object.
  @discardableResult
  func give(_ rows: [Row], root: Int, asked: ManagedObject? = nil) -> Bool {
    var isFound = false
    for row in rows {
      guard let found = registered(key: row.key, root: root),
        // A fault of another entity has no use for the row.
        found.layout.number == row.entityNumber, found.row == nil || found === asked
      else { continue }
      if row.isUnsaved { share(row.key, root: root) }
      if found === asked { isFound = true }
      found.row = row
    }
    return isFound
  }

  /// The objects of the rows at the other end of a to-many relationship, those of an
  /// ordered one also in its order.
  func members(
    of property: PropertyLayout, in rows: [Row]
  ) -> (members: Set<ManagedObject>, sorted: [ManagedObject]) {
    var members = Set<ManagedObject>(minimumCapacity: rows.count)
    var sorted: [ManagedObject] = []
    for row in rows {
      let object = object(for: row)
      members.insert(object)
      if property.isOrdered { sorted.append(object) }
    }
    return (members, sorted)
  }

  /// Reads the members of a to-many relationship, or nil when the store refused.
  ///
  /// - Returns: the members, and those of an ordered relationship also in its order.
  func loadDestinations(
    of property: PropertyLayout, source: ManagedObject
  ) -> (members: Set<ManagedObject>, sorted: [ManagedObject])? {
    guard !source.isInserted else { return ([], []) }
    catchUpWithParent()
    do {
      return members(of: property, in: try destinationRows(of: property, source: source))
    } catch {
      record(ObjectGraphError(error, otherwise: .persistentStoreOperation))
      return nil
    }
  }
}

extension ManagedObject {
  /// Takes a row that was fetched, unless the object has values that it keeps.
  fileprivate final func adoptFetched(_ row: Row) {
    guard state.contains(.fault), !state.contains(.changed) else { return }
    if let known = self.row, known.version != row.version {
      contextReference?.refaultOwners(of: layout, former: known, fresh: row)
    }
    self.row = row
    contextReference?.reconsider(self)
  }
}
