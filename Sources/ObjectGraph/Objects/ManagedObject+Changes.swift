import ObjectModel
import ObjectStore

/// What changed in an object since it was fetched or saved.
extension ManagedObject {
  /// The version of the row that the object's changes are based on.
  ///
  /// The object's own copy of a row carries the version of its original.
  final var knownVersion: Int64 { row?.version ?? snapshot?.version ?? 0 }

  /// A bit for each stored property whose value really differs; the last bit stands
  /// for all from the 64th on.
  ///
  /// Values that were written without a mark count too, or caches would
  /// have them and the store not.
  final func changedStoredMask() -> UInt64 {
    guard state.contains(.ownsRow), !state.contains(.inserted) else { return 0 }
    let isWhole = state.contains(.wroteUntracked)
    // The last bit stands for many properties and is never certain.
    var result = isWhole ? 0 : differingMask & layout.storedMask
    var rest = (isWhole ? layout.propertyMask : changedMask) & ~result
    guard rest != 0, let row, let snapshot else { return result }
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest - 1
      if index == 63 {
        let isChanged = layout.properties.dropFirst(63).contains { property in
          property.isStored && !row.hasSameValue(as: snapshot, of: property)
        }
        if isChanged { result |= 1 << 63 }
        continue
      }
      let property = layout.properties[index]
      if property.isStored, !row.hasSameValue(as: snapshot, of: property) {
        result |= 1 << UInt64(index)
      }
    }
    return result
  }

  /// The indexes of the stored properties whose values really differ, ascending.
  ///
  /// - Parameter withUntracked: whether values that were written without a mark count.
  final func changedStoredProperties(withUntracked: Bool = false) -> [Int] {
    let isWhole = withUntracked && state.contains(.wroteUntracked)
    guard let row, let snapshot, isWhole || changedMask != 0 else {
      return isInserted ? layout.storedIndexes : []
    }
    return layout.properties.filter { property in
      property.isStored && (isWhole || changedMask & property.maskBit != 0)
        && !row.hasSameValue(as: snapshot, of: property)
    }.map(\.index)
  }

  /// The attributes and to-one relationships whose values really differ from what is saved, a composite
  /// as a whole. Nothing is read for it, as members of to-many relationships would be.
  package var changedStoredKeys: Set<String> {
    Set(
      changedStoredProperties().lazy.map { self.layout.properties[$0] }.filter { !$0.isOrderKey }
        .map { String($0.name.prefix { $0 != "." }) })
  }

  /// Whether a property of a new object was set, or has another value than its default.
  final func wasGiven(_ property: PropertyLayout) -> Bool {
    // The last bit stands for many properties.
    let isSet = property.index < 63 && changedMask & property.maskBit != 0
    return isSet || row.map { !$0.hasSameValue(as: layout.template, of: property) } ?? false
  }

  /// For each to-many relationship, what entered and left the pairs with the other side, which are no
  /// to-one relationship's; only the side that keeps the pairs reports them.
  final func joinChanges() -> [[MemberChange]] {
    guard let toManys, let model = contextReference?.model else { return [] }
    return zip(layout.toManys, toManys).map { property, state in
      guard let state, model.keepsJoin(property) else { return [] }
      // Nothing takes a deleted object out of a relationship that it does not know of.
      guard model.inverse(of: property) == nil else { return state.changes() }
      return state.changes().filter { !$0.isMember || !$0.object.isGone }
    }
  }

  /// Copies the row for a change that is not one of a property.
  final func copyRowForWriting() {
    guard let row, !state.contains(.ownsRow) else { return }
    if snapshot == nil { snapshot = row }
    self.row = row.copy()
    state.insert(.ownsRow)
  }

  /// Takes over values of another row, through the setters where relationships must follow.
  ///
  /// They count as changes also while `awakeFromFetch` runs: they are somebody else's, such as
  /// those of a child that saves there.
  final func setValues(of indexes: [Int], from other: Row) {
    let isAwaking = state.contains(.awaking)
    state.remove(.awaking)
    defer { if isAwaking { state.insert(.awaking) } }
    for index in indexes {
      let property = layout.properties[index]
      if property.kind == .toOne {
        let destination = contextReference?.destination(of: property, in: other)
        setDestination(destination, at: PropertySlot(property))
      } else if property.isOrderKey {
        takePlace(by: property, from: other)
      } else if let row = writableRow(PropertySlot(property)) {
        self.row = row.replacing([index], from: other, layout: layout)
      }
    }
  }

  /// Takes what the store has now for what the object's changes are based on; the changes stay.
  final func rebase(onto fresh: Row) {
    guard state.contains(.ownsRow), let row, snapshot != nil else {
      self.row = withOwnTransients(fresh)
      return
    }
    let changed = changedStoredProperties() + layout.transients.map(\.index)
    snapshot = fresh
    differingMask = 0
    self.row = fresh.copy(extraBytes: 48).replacing(changed, from: row, layout: layout)
  }

  /// Forgets the members of all to-many relationships; unsaved changes of them stay.
  final func refaultToManys() { visitToManys { $0.refault() } }

  /// What other objects' to-one relationships let enter and leave, by the relationships' places.
  final func changesByOthers() -> [(state: ToManyState, log: [MemberChange])] {
    guard let toManys, let model = contextReference?.model else { return [] }
    return layout.toManys.compactMap { property in
      guard model.isKeptByOtherSide(property), let state = toManys[property.toManyIndex],
        !state.log.isEmpty
      else { return nil }
      return (state, state.log)
    }
  }

  /// Lays what other objects changed over relationships that are read again.
  final func keep(_ changes: [(state: ToManyState, log: [MemberChange])]) {
    for (state, log) in changes {
      state.refault()
      for (object, isMember) in log { state.recordChange(of: object, isMember: isMember) }
    }
  }

  /// Whether anything entered or left a to-many relationship since the last save.
  final var hasToManyChanges: Bool { toManys?.contains { $0?.log.isEmpty == false } ?? false }

  /// Whether anything entered or left a to-many relationship that is not just the other side of a
  /// to-one relationship.
  final var hasPairChanges: Bool {
    guard let toManys, let model = contextReference?.model else { return false }
    return zip(layout.toManys, toManys).contains { property, state in
      state?.log.isEmpty == false && !model.isKeptByOtherSide(property)
    }
  }

  /// Drops the unsaved changes of all to-many relationships.
  final func rollbackToManys() { visitToManys { $0.rollback() } }

  /// Calls the body with the state of each to-many relationship and fetched property that was
  /// touched.
  @inline(__always)
  final func visitToManys(_ body: (ToManyState) -> Void) {
    guard let toManys else { return }
    for case let state? in toManys.prefix(layout.relationshipCount) { body(state) }
  }

  /// Becomes clean with the given values.
  final func settle(row: Row?) {
    dropChanges(for: row)
    changeIndex = -1
    state.remove([.inserted, .changed, .pending, .newInEvent, .planned, .inSave])
    visitToManys { $0.commit() }
  }

  /// Has the given values, which are the store's or a parent's, in place of its own.
  final func dropChanges(for row: Row?) {
    self.row = row
    forgetChangedValues()
    state.remove(.ownsRow)
  }

  /// Takes the values as they are for what the changes to come are based on.
  final func forgetChangedValues() {
    snapshot = nil
    changedMask = 0
    differingMask = 0
    state.remove(.wroteUntracked)
  }
}

extension EntityLayout {
  /// A bit for each property, as in an object's mask of changes.
  fileprivate var propertyMask: UInt64 {
    properties.count >= 64 ? ~0 : (1 << UInt64(properties.count)) - 1
  }
}

extension ModelLayout {
  /// Whether a to-many relationship is nothing but the other side of a to-one relationship.
  func isKeptByOtherSide(_ property: PropertyLayout) -> Bool {
    inverse(of: property)?.kind == .toOne
  }
}
