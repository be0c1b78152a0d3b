import ObjectModel
import ObjectStore

/// Finding the unique instances for keys and IDs.
extension ManagedObjectContext {
  /// The object with the given ID, without reading the store: a fault that fails only when it is
  /// fired.
  ///
  /// An ID of another model or store returns an object without a context, and records an error in
  /// `errors`.
  public func object(with objectID: ManagedObjectID) -> ManagedObject {
    checkQueue()
    let layout = model.layout(of: objectID.entityIdentity)
    guard let layout, knows(objectID) else {
      let owner = layout == nil ? "model" : "stores"
      record(
        ObjectGraphError(
          .invalidArgument, "\(objectID) does not belong to this context's \(owner)",
          objectID: objectID))
      return ManagedObject(.detached)
    }
    return object(key: key(of: objectID), entityNumber: layout.number)
  }

  /// The object with the given ID if it is registered here; the store is not read.
  public func registeredObject(for objectID: ManagedObjectID) -> ManagedObject? {
    checkQueue()
    guard let layout = model.layout(of: objectID.entityIdentity), knows(objectID) else {
      return nil
    }
    return registered(key: key(of: objectID), root: layout.rootNumber)
  }

  /// The object with the given ID, with its values read.
  ///
  /// - Throws: code 133000 if the row is missing from the store, and errors of the store.
  public func existingObject(with objectID: ManagedObjectID) throws -> ManagedObject {
    checkQueue()
    guard let layout = model.layout(of: objectID.entityIdentity), knows(objectID)
    else { throw missing(objectID) }
    let key = key(of: objectID)
    if let object = registered(key: key, root: layout.rootNumber), !object.state.isFault,
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

  /// The key under which the object of an ID is, or can be, registered here.
  private func key(of id: ManagedObjectID) -> Int64 {
    catchUpWithParent()
    guard id.isTemporaryID, let identity = id.temporaryIdentity else { return id.key }
    if let permanentID = identity.permanentID { return permanentID.key }
    identities.adopt(identity, of: id.reference)
    return id.reference
  }

  /// The registered object with a key, or with a temporary reference that it had before.
  func registered(key: Int64, root: Int) -> ManagedObject? {
    registry.registered(key: key, root: root)
  }

  func registered(_ place: RowPlace) -> ManagedObject? {
    registered(key: place.key, root: place.root)
  }

  /// The registered object with a key, or a new fault.
  func object(key: Int64, entityNumber: Int) -> ManagedObject {
    let root = withUncounted(bindings.entities[entityNumber - 1]) { $0.layout.rootNumber }
    if let object = registered(key: key, root: root) { return object }
    let binding = bindings.entities[entityNumber - 1]
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

  /// The registered object of a row, or a new fault with the row.
  ///
  /// An object that was read or changed keeps its values.
  func object(for row: Row) -> ManagedObject {
    let binding = bindings.entities[row.entityNumber - 1]
    return object(for: row, of: binding, in: registry.table(root: binding.layout.rootNumber))
  }

  /// - Parameter table: the table of the entity hierarchy.
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
      unregisterMisnamed(object)
    }
    let object = binding.makeFault(key: row.key, row: row)
    registry.enter(object, in: table)
    return object
  }

  /// The registered objects of rows, or new faults with the rows, in the rows' order.
  ///
  /// Equivalent to `object(for:)` for each row, but looks up only once what all objects of an
  /// entity share.
  func objects(for rows: [Row]) -> [ManagedObject] {
    var objects: [ManagedObject] = []
    objects.reserveCapacity(rows.count)
    guard var number = rows.first?.entityNumber else { return [] }
    var binding = bindings.entities[number - 1]
    var table = registry.table(root: binding.layout.rootNumber)
    for row in rows {
      if row.entityNumber != number {
        number = row.entityNumber
        binding = bindings.entities[number - 1]
        table = registry.table(root: binding.layout.rootNumber)
      }
      objects.append(object(for: row, of: binding, in: table))
    }
    return objects
  }

  /// Unregisters a fault whose ID named a superentity; its row belongs to a subentity, and an
  /// instance cannot change its class.
  func unregisterMisnamed(_ object: ManagedObject) {
    record(
      object.makeError(
        "\(object) belongs to another entity of the hierarchy of \(object.layout.name)",
        code: .managedObjectReferentialIntegrity,
        repair: "create IDs from objectID.uriRepresentation(), which names the object's own entity")
    )
    tracker.forget(object)
    registry.leave(object)
  }

  /// The destination of a to-one relationship of a row, or nil.
  func destination(of property: PropertyLayout, in row: Row) -> ManagedObject? {
    guard !row.isNull(property.index) else { return nil }
    return object(
      key: row.integer(slot: property.slot), entityNumber: destinationNumber(of: property, in: row))
  }

  /// The number of the entity of a to-one relationship's destination.
  func destinationNumber(of property: PropertyLayout, in row: Row) -> Int {
    let declared = property.destinationNumber
    guard property.hasEntitySlot else { return declared }
    let number = Int(row.integer(slot: property.slot + 1))
    // A damaged entity number reads as the declared destination.
    return model[declared].includes(number) ? number : declared
  }

  func id(key: Int64, entityNumber: Int) -> ManagedObjectID {
    guard key < 0 else { return permanentID(key: key, model[entityNumber]) }
    let shared = identities.identity(of: key)
    return shared.permanentID
      ?? ManagedObjectID(
        entity: model[entityNumber].identity.entity, reference: key, identity: shared)
  }

  func permanentID(key: Int64, _ layout: EntityLayout) -> ManagedObjectID {
    ManagedObjectID(key: key, in: storeIdentity(ofKey: key), layout)
  }

  /// The ID of the destination of a to-one relationship of a row.
  func destinationID(of property: PropertyLayout, in row: Row) -> ManagedObjectID {
    let key = row.integer(slot: property.slot)
    let root = model[property.destinationNumber].rootNumber
    return registered(key: key, root: root)?.objectID
      ?? id(key: key, entityNumber: destinationNumber(of: property, in: row))
  }

  // MARK: Reading rows

  /// Whether a fault should look for a newer row than the one it has.
  func mayBeStale(_ object: ManagedObject) -> Bool {
    let root = object.layout.rootNumber
    if reader.staleness >= 0, let row = object.row, reader.isTooOld(row, root: root) { return true }
    // Most rows are the newest.
    let isNewest = withUncounted(reader.coordinator) { coordinator in
      Row.uncounted(object.row) { coordinator.isNewest($0) }
    }
    guard isNewest == false, contextParent.readsNewest, let row = object.row,
      let cached = coordinator.cachedRow(key: row.key, root: root)
    else { return false }
    // A derived value may differ in a row of the same version.
    return cached.version > row.version || model.derivesOverObjects && !(cached === row)
  }

  /// Reads the row of a fault, together with those of other waiting faults.
  ///
  /// - Throws: code 133000 if the row is gone from the store, and errors of the store; the object
  ///   then keeps its row.
  func readRow(of object: ManagedObject) throws {
    catchUpWithParent()
    if reader.hasBatches, object.row == nil, try readBatch(of: object) { return }
    let root = object.layout.rootNumber
    let keys = reader.dequeueUnread(with: object, in: registry)
    let span = coordinator.work.begin()
    let rows: [Row]
    do {
      rows = try contextParent.rows(keys: keys, root: model[root], maximumAge: reader.staleness)
    } catch {
      // They wait for the next attempt.
      reader.putBack(keys, root: root)
      throw error
    }
    span?.end { .fault(of: object.layout, batchCount: keys.count, duration: $0) }
    guard give(rows, root: root, asked: object) else { throw missing(object.objectID) }
  }

  /// Gives rows to the faults that have none, and to one object even if it has one.
  ///
  /// - Returns: whether there was a row for that object.
  @discardableResult
  func give(_ rows: [Row], root: Int, asked: ManagedObject? = nil) -> Bool {
    var isFound = false
    for row in rows {
      guard let found = registered(key: row.key, root: root),
        // A fault of another entity cannot use the row.
        found.layout.number == row.entityNumber, found.row == nil || found === asked
      else { continue }
      if row.isUnsaved { share(row.key, root: root) }
      if found === asked { isFound = true }
      found.row = row
    }
    return isFound
  }

  /// The objects of the rows at the other end of a to-many relationship, also in order if the
  /// relationship is ordered.
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

  /// Reads the members of a to-many relationship, or returns nil if the store fails.
  ///
  /// - Returns: the members, also in order if the relationship is ordered.
  func loadDestinations(
    of property: PropertyLayout, source: ManagedObject
  ) -> (members: Set<ManagedObject>, sorted: [ManagedObject])? {
    guard !source.isInserted else { return ([], []) }
    catchUpWithParent()
    return recording(otherwise: .persistentStoreOperation) {
      members(of: property, in: try destinationRows(of: property, source: source))
    }
  }
}

extension ManagedObject {
  /// Adopts a fetched row, unless the object has values to keep.
  fileprivate final func adoptFetched(_ row: Row) {
    guard state.isFault, !state.isChanged else { return }
    if let known = self.row, known.version != row.version {
      contextReference?.relationships.refaultOwners(of: layout, former: known, fresh: row)
    }
    self.row = row
    contextReference?.reconsider(self)
  }
}
