import ObjectModel
import ObjectStore

/// Changes of an object since it was fetched or saved.
extension ManagedObject {
  /// The version of the row that the object's changes are based on.
  ///
  /// The object's own copy of a row has the version of its original.
  final var knownVersion: Int64 { row?.version ?? snapshot?.version ?? 0 }

  /// A bit for each stored property whose value differs from the saved one; the last bit is shared
  /// by all properties from the 64th on.
  ///
  /// Untracked values are included; otherwise, caches would contain them, but not the store.
  final func changedStoredMask() -> UInt64 {
    guard state.ownsRow, !state.isInserted else { return 0 }
    let isWhole = state.wroteUntracked
    // The last bit is shared by many properties, and so is never certain.
    var result = isWhole ? 0 : differingMask & layout.storedMask
    var rest = (isWhole ? layout.propertyMask : changedMask) & ~result
    guard rest != 0, let row, let snapshot else { return result }
    func isChanged(_ property: PropertyLayout) -> Bool {
      property.isStored && !row.hasSameValue(as: snapshot, of: property)
    }
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest - 1
      let isAnyChanged =
        index < 63
        ? isChanged(layout.properties[index])
        : layout.properties.dropFirst(63).contains(where: isChanged)
      if isAnyChanged { result |= 1 << UInt64(index) }
    }
    return result
  }

  /// The indexes of the stored properties whose values differ from the saved ones, in ascending
  /// order.
  ///
  /// - Parameter withUntracked: whether untracked values are included.
  final func changedStoredProperties(withUntracked: Bool = false) -> [Int] {
    let isWhole = withUntracked && state.wroteUntracked
    guard let row, let snapshot, isWhole || changedMask != 0 else {
      return isInserted ? layout.storedIndexes : []
    }
    return layout.properties.filter { property in
      property.isStored && (isWhole || changedMask & property.maskBit != 0)
        && !row.hasSameValue(as: snapshot, of: property)
    }.map(\.index)
  }

  /// The attributes and to-one relationships whose values differ from the saved ones, with
  /// composites as a whole. To-many relationships are left out, since their members might have to
  /// be read.
  package var changedStoredKeys: Set<String> {
    Set(
      changedStoredProperties().lazy.map { self.layout.properties[$0] }.filter { !$0.isOrderKey }
        .map { String($0.name.prefix { $0 != "." }) })
  }

  /// Whether a property of a new object was set, or differs from its default.
  final func wasGiven(_ property: PropertyLayout) -> Bool {
    // The last bit is shared by many properties.
    let isSet = property.index < 63 && changedMask & property.maskBit != 0
    return isSet || row.map { !$0.hasSameValue(as: layout.template, of: property) } ?? false
  }

  /// For each to-many relationship, the added and removed pairs that are not stored in a to-one
  /// relationship; only reported by the side that stores the pairs.
  final func joinChanges() -> [[MemberChange]] {
    guard let toManys, let model = contextReference?.model else { return [] }
    return zip(layout.toManys, toManys).map { property, state in
      guard let state, model.keepsJoin(property) else { return [] }
      // Deleting an object does not remove it from relationships without an inverse.
      guard model.inverse(of: property) == nil else { return state.changes() }
      return state.changes().filter { !$0.isMember || !$0.object.isGone }
    }
  }

  /// Copies the row for a change that is not made to a property.
  final func copyRowForWriting() {
    guard let row, !state.ownsRow else { return }
    if snapshot == nil { snapshot = row }
    self.row = row.copy()
    become(.owner)
  }

  /// Adopts values of another row, using setters for relationships that have inverses to update.
  ///
  /// They count as changes even during `awakeFromFetch`, since someone else made them, such as a
  /// child that saves into this context.
  final func setValues(of indexes: [Int], from other: Row) {
    let isAwaking = state.isAwaking
    become(.awake)
    defer { if isAwaking, !state.isFault { become(.awaking) } }
    for index in indexes {
      let property = layout.properties[index]
      if property.kind == .toOne {
        let destination = contextReference?.destination(of: property, in: other)
        setDestination(destination, at: PropertySlot(property))
      } else if property.isOrderKey {
        contextReference?.relationships.takePlace(of: self, by: property, from: other)
      } else if let row = writableRow(PropertySlot(property)) {
        self.row = row.replacing([index], from: other, layout: layout)
      }
    }
  }

  /// Replaces the values that the object's changes are based on with the store's; the changes
  /// remain.
  final func rebase(onto fresh: Row) {
    guard state.ownsRow, let row, snapshot != nil else {
      self.row = withOwnTransients(fresh)
      return
    }
    let changed = changedStoredProperties() + layout.transients.map(\.index)
    snapshot = fresh
    differingMask = 0
    self.row = fresh.copy(extraBytes: 48).replacing(changed, from: row, layout: layout)
  }

  /// Forgets the members of all to-many relationships; their unsaved changes remain.
  final func refaultToManys() { visitToManys { $0.refault() } }

  /// The members added and removed by other objects' to-one relationships, by relationship.
  final func changesByOthers() -> [(state: ToManyState, log: [MemberChange])] {
    guard let toManys, let model = contextReference?.model else { return [] }
    return layout.toManys.compactMap { property in
      guard model.isKeptByOtherSide(property), let state = toManys[property.toManyIndex],
        !state.log.isEmpty
      else { return nil }
      return (state, state.log)
    }
  }

  /// Reapplies the changes made by other objects to relationships that are read again.
  final func keep(_ changes: [(state: ToManyState, log: [MemberChange])]) {
    for (state, log) in changes {
      state.refault()
      for (object, isMember) in log { state.recordChange(of: object, isMember: isMember) }
    }
  }

  /// Whether the members of a to-many relationship have changed since the last save.
  final var hasToManyChanges: Bool { toManys?.contains { $0?.log.isEmpty == false } ?? false }

  /// Whether the members of a to-many relationship that is not just the inverse of a to-one
  /// relationship have changed.
  final var hasPairChanges: Bool {
    guard let toManys, let model = contextReference?.model else { return false }
    return zip(layout.toManys, toManys).contains { property, state in
      state?.log.isEmpty == false && !model.isKeptByOtherSide(property)
    }
  }

  /// Discards all unsaved changes.
  final func rollBack() {
    dropChanges(for: snapshot ?? row)
    become(.rolledBack)
    rollbackToManys()
  }

  /// Discards the unsaved changes of all to-many relationships.
  final func rollbackToManys() { visitToManys { $0.rollback() } }

  /// Calls the body with the state of each to-many relationship and fetched property that has been
  /// accessed.
  @inline(__always)
  final func visitToManys(_ body: (ToManyState) -> Void) {
    guard let toManys else { return }
    for case let state? in toManys.prefix(layout.relationshipCount) { body(state) }
  }

  /// Makes the object clean, with the given values.
  final func settle(row: Row?) {
    dropChanges(for: row)
    changeIndex = -1
    become(.clean)
    visitToManys { $0.commit() }
  }

  /// Replaces the object's values with the given ones, which are the store's or a parent's.
  final func dropChanges(for row: Row?) {
    self.row = row
    forgetChangedValues()
    become(.sharing)
  }

  /// Counts only the given properties as changed, all of which are tracked.
  final func forgetUntracked(changed mask: UInt64) {
    changedMask = mask
    differingMask = 0
    become(.based)
  }

  /// Becomes a new object in no context, with a row of its own and no relationships.
  final func becomeUnattached(row own: Row?) {
    row = own
    forgetChangedValues()
    toManys = nil
    begin(as: .unattached)
  }

  /// Turns the object, whose row is gone from the store, into a new one with the same key.
  final func becomeNewAgain() {
    become(.insertedAgain)
    copyRowForWriting()
    row?.identify(key: key, version: 0)
    forgetChangedValues()
    refaultToManys()
  }

  /// Makes the current values the ones that later changes are based on.
  final func forgetChangedValues() {
    snapshot = nil
    changedMask = 0
    differingMask = 0
    become(.based)
  }
}

extension EntityLayout {
  /// A bit for each property, as in an object's mask of changes.
  fileprivate var propertyMask: UInt64 {
    properties.count >= 64 ? ~0 : (1 << UInt64(properties.count)) - 1
  }
}

extension ModelLayout {
  /// Whether a to-many relationship is just the inverse of a to-one relationship.
  func isKeptByOtherSide(_ property: PropertyLayout) -> Bool {
    inverse(of: property)?.kind == .toOne
  }
}
