import ObjectModel
import ObjectStore

/// How a context stands to a save that it applies.
enum SaveRole {
  /// The context that was asked to save.
  case origin
  /// A parent in the chain that was saved.
  case ancestor
  /// A child that learns what its parent saved.
  case relative
  /// Any other context.
  case foreign
}

/// Applies a save to a context: the only way in which saved rows reach objects, without reading
/// anything.
///
/// | the object here | origin, ancestor | relative | foreign |
/// |-|-|-|-|
/// | is clean | gets the row | gets a newer row | gets a newer row |
/// | has changed | keeps later changes, on top of the row | the same, if the row is the next version | the same, if the row is newer, and nobody changed the same property |
/// | was deleted by the save | leaves the context | | is marked as deleted, unless it has changed |
struct SaveApplication {
  private let context: ManagedObjectContext
  private let role: SaveRole

  private var relationships: RelationshipEditor { context.relationships }

  /// Whether anyone can be observing saves, or changes; only then are objects created to report
  /// them.
  private let isSaveWanted: Bool
  private let isChangeWanted: Bool

  /// What is reported of a save of this context, or of its children.
  private(set) var news: SaveNews

  /// The objects that others inserted and deleted.
  private(set) var foreign = ObjectLists()

  init(to context: ManagedObjectContext, as role: SaveRole, of saved: ChangeList = ChangeList()) {
    self.context = context
    self.role = role
    isSaveWanted = context.isSaveWanted
    isChangeWanted = context.isWanted(.didChange)
    news = SaveNews(saved: saved)
  }

  // MARK: The context's own changes

  /// Makes the context's saved objects clean, except for changes made after the plan; deleted ones
  /// leave the context.
  ///
  /// - Parameters:
  ///   - isCombined: whether other contexts changed the same rows.
  ///   - row: the saved row of an object at a place in the list of changes; nil if nothing of it
  ///     was written.
  mutating func applyOwn(isCombined: Bool = false, _ row: (ManagedObject, _ place: Int) -> Row?) {
    let keepsKeys = role == .origin && context.tracker.changes.isEmpty
    let changes = news.saved
    changes.visitPlaces { place, object in
      let saved = object.isDeletedInSave ? nil : row(object, place)
      if object.isInserted, saved == nil {
        // New here, and deleted in a descendant context.
        relationships.refaultAll(leadingTo: object.layout)
        return context.registry.leave(object)
      }
      guard remains(object) else { return }
      if let saved, saved.key != object.key {
        // Unsaved changes and rows of child contexts may still use the temporary key.
        if !keepsKeys { _ = context.identities.identity(of: object.key) }
        context.rekey(object, to: saved.key)
      }
      if isCombined, role == .ancestor, saved != nil, let own = object.row {
        // A descendant context may have changed its destinations; the new ones are found when all
        // objects have their keys.
        relationships.refaultDestinations(of: object.layout, row: own)
      }
      var settled = saved ?? object.snapshot ?? object.row
      // A row made from the object's own has its transient properties, too.
      if saved == nil || isCombined, let known = settled, !object.layout.transients.isEmpty {
        settled = object.withOwnTransients(known)
      }
      if object.state.isPlanned {
        object.settle(row: settled)
      } else {
        object.settleKeepingLaterChanges(row: saved)
      }
    }
  }

  /// Adds a saved object to the news; one that was deleted leaves the context.
  ///
  /// - Returns: whether the object remains.
  private mutating func remains(_ object: ManagedObject) -> Bool {
    guard object.isDeletedInSave else {
      if isSaveWanted, object.isInserted { news.lists.inserted.append(object) }
      if isSaveWanted, !object.isInserted { news.lists.updated.append(object) }
      return true
    }
    if isSaveWanted { news.lists.deleted.append(object) }
    context.registry.leave(object)
    news.deleted.append(object)
    return false
  }

  // MARK: The changes of others

  /// Applies what other contexts of the chain saved, or, for a foreign context, the whole save.
  mutating func applyOthers(_ commit: Commit) {
    // Usual for a context through which others only read and save.
    let isIdle = context.registry.isEmpty && !isSaveWanted && !isChangeWanted
    switch role {
    case .ancestor where isIdle: break
    case .origin where !context.hasParent: break
    default: applyRows(of: commit)
    }
    if !commit.derived.isEmpty { news.derived = applyDerived(commit) }
  }

  private mutating func applyRows(of commit: Commit) {
    let reserved = placesChangedInParents(of: commit)
    if role != .origin { for insert in commit.inserts { apply(insert) } }
    for update in commit.updates {
      apply(
        update, isReserved: !reserved.isEmpty && reserved.contains(update.place),
        isCombined: commit.isCombined)
    }
    let ownDeletions = Set(isSaveWanted ? news.saved.filter(\.isDeleted).map(\.place) : [])
    for gone in commit.deletes {
      let isLeft = ownDeletions.contains(gone.place) || reserved.contains(gone.place)
      apply(gone, isLeft: isLeft)
    }
    guard role != .origin else { return }
    refaultPairs(of: commit)
    guard role == .ancestor else { return }
    for object in commit.changes.vanished.compactMap({ context.registered($0) }) {
      relationships.refaultAll(leadingTo: object.layout)
      context.registry.leave(object)
    }
    for transients in commit.changes.transients {
      context.registered(
        key: commit.key(of: transients.row.key), root: transients.layout.rootNumber)?
        .applyTransients(transients)
    }
    for join in commit.changes.transientJoins { apply(join, of: commit) }
  }

  private mutating func apply(_ insert: ChangeSet.Insert) {
    relationships.refaultDestinations(of: insert.layout, row: insert.row)
    let known = context.registered(insert.place)
    let isWanted = isChangeWanted || (role == .ancestor && isSaveWanted)
    // An unregistered object is created only for observers.
    guard known != nil || isWanted else { return }
    // A fault created from an ID obtained before the save now has its row.
    let object = context.object(for: insert.row)
    switch role {
    case .ancestor:
      guard known == nil else {
        // Its row was deleted, and a merge policy inserted it again.
        if let row = object.row, !(row === insert.row), !object.state.isChanged {
          object.settle(row: object.withOwnTransients(insert.row))
        }
        return
      }
      if isSaveWanted { news.lists.inserted.append(object) }
      if isChangeWanted { news.arrived.inserted.append(object) }
    default:
      if isChangeWanted { foreign.inserted.append(object) }
      // A deleted row may have been inserted again.
      guard object.isDeleted, !object.state.isChanged else { return }
      context.registry.recordReturn(of: object)
      object.settle(row: object.withOwnTransients(insert.row))
      context.noteRefreshed(object)
    }
  }

  /// - Parameters:
  ///   - isReserved: whether a parent has unsaved changes of the object, which its children continue
  ///     to see.
  ///   - isCombined: whether other contexts changed the same rows.
  private mutating func apply(_ update: ChangeSet.Update, isReserved: Bool, isCombined: Bool) {
    guard let object = context.registered(update.place) else {
      relationships.refaultDestinations(of: update.layout, row: update.row)
      if role == .ancestor, isSaveWanted {
        news.lists.updated.append(context.object(for: update.row))
      }
      return
    }
    let former = object.snapshot ?? object.row
    // The context's own change has already been applied.
    if role != .foreign, let former, former === update.row {
      if role == .ancestor, isCombined {
        relationships.refaultDestinations(of: update.layout, row: update.row)
      }
      return
    }
    // Its own to-many relationships may have changed without a change of the row.
    if role == .foreign, !object.isNew { object.refaultToManys() }
    relationships.refaultOwners(of: update.layout, former: former, fresh: update.row)
    if !isReserved { context.apply(update.row, to: object, as: role) }
    guard role == .ancestor else { return }
    if isSaveWanted { news.lists.updated.append(object) }
    if isChangeWanted { news.arrived.updated.append(object) }
  }

  /// - Parameter isLeft: whether nothing is done to the object: it has already left the context, or
  ///   a parent has unsaved changes of it.
  private mutating func apply(_ gone: ChangeSet.RowVersion, isLeft: Bool) {
    let known = context.registered(gone.place)
    switch role {
    case .origin, .relative: known.map { context.registry.leave($0) }
    case .foreign:
      relationships.refaultOwners(ofDeleted: gone.layout, key: gone.key, row: gone.row)
      if let known, !isLeft { deletedElsewhere(known, inStore: true) }
    case .ancestor:
      // A descendant context may have changed its destinations.
      relationships.refaultOwners(ofDeleted: gone.layout, key: gone.key, row: gone.row)
      // Even an unregistered object is reported, because observers learn of every deletion.
      guard known != nil || (isSaveWanted && !isLeft) else { return }
      let object = known ?? context.object(key: gone.key, entityNumber: gone.layout.number)
      if isSaveWanted {
        news.lists.deleted.append(object)
        news.lists.updated.removeAll { $0 === object }
      }
      if isChangeWanted, known != nil { news.arrived.deleted.append(object) }
      context.registry.leave(object)
    }
  }

  /// Marks an object as deleted by others; unsaved changes are kept for the save, which reports the
  /// conflict.
  ///
  /// - Parameter inStore: whether the row was deleted in the store, where a merge policy may have
  ///   inserted it again in the meantime, rather than in a parent.
  mutating func deletedElsewhere(_ object: ManagedObject, inStore: Bool) {
    guard !object.state.isChanged, !object.isDeleted, !(inStore && isBackInStore(object)) else {
      return
    }
    context.registry.recordDeletionElsewhere(of: object)
    foreign.deleted.append(object)
  }

  private func isBackInStore(_ object: ManagedObject) -> Bool {
    let root = object.layout.rootNumber
    let coordinator = context.coordinator
    // Saves remove the rows that they delete from the cache, so usually nothing is read.
    guard coordinator.cachedRow(key: object.key, root: root) != nil else { return false }
    let rows = try? coordinator.rows(
      keys: [object.key], root: context.model[root], maximumAge: 0)
    return rows?.isEmpty == false
  }

  /// The rows of a commit of which a parent of a foreign context has unsaved changes.
  private func placesChangedInParents(of commit: Commit) -> Set<RowPlace> {
    guard role == .foreign, context.hasParent else { return [] }
    let places = commit.updates.map(\.place) + commit.deletes.map(\.place)
    return context.placesChangedInParents(
      among: places.filter { context.registered($0) != nil })
  }

  // MARK: Relationships

  /// Applies a child's change to a transient relationship, unless neither end is registered here.
  private func apply(_ join: SavePlan.Join, of commit: Commit) {
    let source = commit.key(of: join.source)
    let destination = commit.key(of: join.destination)
    let isKnown =
      context.registered(key: source, root: context.model[join.sourceEntity].rootNumber) != nil
      || context.registered(
        key: destination, root: context.model[join.destinationEntity].rootNumber) != nil
    guard isKnown else { return }
    context.object(key: source, entityNumber: join.sourceEntity).settleMember(
      context.object(key: destination, entityNumber: join.destinationEntity),
      isMember: join.isMember, of: join.property)
  }

  /// Makes the ends of changed pairs, and the owners of changed orders, read their members again.
  private func refaultPairs(of commit: Commit) {
    for join in commit.changes.joins {
      refault(join.property, join.source, commit)
      if let inverse = context.model.inverse(of: join.property), inverse.isToMany {
        refault(inverse, join.destination, commit)
      }
    }
    for order in commit.changes.rows.orders {
      refault(order.relationship, order.source.key, commit)
    }
  }

  private func refault(_ property: PropertyLayout, _ key: Int64, _ commit: Commit) {
    let root = context.model[property.declaringNumber].rootNumber
    context.registered(key: commit.key(of: key), root: root)?
      .toManys?[property.toManyIndex]?.refault()
  }

  // MARK: Derived attributes

  /// Applies values that the store derived in rows outside the save; unsaved changes to other
  /// properties are kept.
  ///
  /// - Returns: the objects whose values had been read and have changed.
  private func applyDerived(_ commit: Commit) -> [ManagedObject] {
    var taken: [ManagedObject] = []
    for derived in commit.derived {
      let root = derived.layout.rootNumber
      guard let object = context.registered(key: derived.row.key, root: root), !object.isDeleted,
        object.layout.number == derived.layout.number
      else { continue }
      // Another context's news may arrive late.
      let newest = context.coordinator.cachedRow(key: derived.row.key, root: root) ?? derived.row
      let isNews = object.applyDerived(derived.properties, from: newest)
      if isNews, !object.state.isFault { taken.append(object) }
    }
    return taken
  }
}

// MARK: - One object

extension ManagedObjectContext {
  /// Gives an object a row that was saved, as far as its unsaved changes allow it.
  func apply(_ row: Row, to object: ManagedObject, as role: SaveRole) {
    guard object.apply(row, as: role) else { return }
    switch role {
    case .origin, .ancestor: break
    case .relative: relationships.forgetPlaces(of: object)
    case .foreign:
      if object.state.isChanged { relationships.forgetPlaces(of: object) }
      noteRefreshed(object)
    }
  }

  /// Records that others gave an object new values, unless it is a fault.
  fileprivate func noteRefreshed(_ object: ManagedObject) {
    guard !object.state.isFault || object.state.isChanged else { return }
    tracker.recordRefresh(of: [object])
    object.awake(fromSnapshotEvents: .refresh)
  }

  /// The rows among the given ones of which a parent has unsaved changes.
  fileprivate func placesChangedInParents(among places: [RowPlace]) -> Set<RowPlace> {
    guard !places.isEmpty, case .context(let parent) = contextParent else { return [] }
    return parent.read { parent in
      parent.placesChangedInParents(among: places)
        .union(places.filter { parent.registered($0)?.hasChanges == true })
    }
  }
}

extension ManagedObject {
  /// - Returns: whether the object has the row now; one whose values have not been read gets it
  ///   when it is read.
  fileprivate final func apply(_ saved: Row, as role: SaveRole) -> Bool {
    guard row != nil else { return false }
    let isChanged = state.isChanged
    switch role {
    case .origin:
      guard saved.version > knownVersion else { return false }
    case .ancestor: break
    case .relative:
      // If the version of a changed object is even greater, somebody else changed it too, which is
      // a conflict.
      let next = ChangeSet.Update.version(after: knownVersion)
      guard isChanged ? saved.version == next : saved.version > knownVersion else { return false }
    case .foreign:
      // Merging is asynchronous: the object may have been read again, or saved here, in the
      // meantime.
      guard saved.version > knownVersion else { return false }
      if isChanged, isDeleted || !isApart(from: saved) { return false }
    }
    if isChanged { rebase(onto: saved) } else { settle(row: withOwnTransients(saved)) }
    return true
  }

  /// Whether a newer row still has the values that this object's unsaved changes are based on.
  private func isApart(from fresh: Row) -> Bool {
    guard layout.number == fresh.entityNumber, !hasPairChanges else { return false }
    // Only its members changed, and they are saved with the members.
    guard let committed = snapshot else { return true }
    let changed = Set(changedStoredProperties())
    return layout.properties.allSatisfy { property in
      !changed.contains(property.index) || fresh.hasSameValue(as: committed, of: property)
    }
  }

  /// - Returns: whether any value differs from the object's.
  fileprivate final func applyDerived(_ all: [PropertyLayout], from fresh: Row) -> Bool {
    guard let row, let known = snapshot ?? self.row else { return false }
    let properties = all.filter { !known.hasSameValue(as: fresh, of: $0) }
    guard !properties.isEmpty else { return false }
    guard state.ownsRow else {
      self.row = row.taking(properties.map(\.index), from: fresh, layout: layout)
      return true
    }
    snapshot = snapshot?.taking(properties.map(\.index), from: fresh, layout: layout)
    // A value set by hand stays until the object is saved.
    let untouched = properties.filter { changedMask & $0.maskBit == 0 }
    self.row = row.replacing(untouched.map(\.index), from: fresh, layout: layout)
    return true
  }
}
