/// Where an object is in its life, whether it is a fault, and what a save in progress does with it.
///
/// A state changes by transitions only, which the registry, the change tracker, a save and the
/// object's own accessors make. Each transition names the states that it leads from; in debug
/// builds, any other traps.
///
/// | life | inserted | changed | deleted | |
/// |-|-|-|-|-|
/// | clean | | | | has the values of the store or the parent, or has left its context |
/// | unattached | • | | | was created, and is in no context |
/// | new | • | • | | will be inserted |
/// | changed | | • | | will be updated |
/// | deleted | | • | • | will be deleted |
/// | gone | | | • | its deletion was saved, here or elsewhere |
/// | dropped | • | • | • | was deleted while a save inserts it |
/// | discarded | • | | • | was deleted before its first save |
///
/// Only listed objects, which are changed, are part of a save: planned, written (the save owns the
/// row), or separated from it by a later change.
struct ObjectState: Hashable, Sendable {
  private(set) var bits: UInt16

  fileprivate init(bits: UInt16) { self.bits = bits }

  /// The state of a new object that is in no context yet, and owns its row.
  static let unattached = ObjectState(bits: Bit.inserted | Bit.ownsRow)

  /// The state of an object whose values have not been accessed.
  static let fault = ObjectState(bits: Bit.fault)

  /// The state of an object without changes, whose values can be read.
  static let clean = ObjectState(bits: 0)

  private enum Bit {
    static let fault: UInt16 = 1 << 0
    static let inserted: UInt16 = 1 << 1
    static let deleted: UInt16 = 1 << 2
    static let changed: UInt16 = 1 << 3
    static let ownsRow: UInt16 = 1 << 4
    static let pending: UInt16 = 1 << 5
    static let awaking: UInt16 = 1 << 6
    static let propagated: UInt16 = 1 << 7
    static let newInEvent: UInt16 = 1 << 8
    static let inSave: UInt16 = 1 << 9
    static let planned: UInt16 = 1 << 10
    static let vanished: UInt16 = 1 << 11
    static let wroteUntracked: UInt16 = 1 << 12
    static let deletedInStore: UInt16 = 1 << 13
    static let preparingDeletion: UInt16 = 1 << 14
    static let indexed: UInt16 = 1 << 15

    /// The part of a state that says what the next save has to do.
    static let unsaved =
      inserted | deleted | changed | pending | propagated | newInEvent | deletedInStore
    static let save = planned | inSave
    static let values = ownsRow | wroteUntracked
  }

  @inline(__always)
  private func has(_ bit: UInt16) -> Bool { bits & bit != 0 }

  /// The values have not been accessed since they were last read.
  var isFault: Bool { has(Bit.fault) }

  /// The object was inserted, and has not been saved.
  var isInserted: Bool { has(Bit.inserted) }

  /// The object was deleted, here or elsewhere.
  var isDeleted: Bool { has(Bit.deleted) }

  /// The object is in the context's list of changes.
  var isChanged: Bool { has(Bit.changed) }

  /// The row is the object's own, and may be written to.
  var ownsRow: Bool { has(Bit.ownsRow) }

  /// The object changed since the last `processPendingChanges`.
  var isPending: Bool { has(Bit.pending) }

  /// The object is in `awakeFromFetch`: changes are not tracked.
  var isAwaking: Bool { has(Bit.awaking) }

  /// The deletion has been propagated to the object's relationships.
  var isPropagated: Bool { has(Bit.propagated) }

  /// The object was inserted in the current event.
  var isNewInEvent: Bool { has(Bit.newInEvent) }

  /// The save in progress writes the object's row.
  var isInSave: Bool { has(Bit.inSave) }

  /// The save in progress includes the object's current values.
  var isPlanned: Bool { has(Bit.planned) }

  /// The row was found to be missing.
  var isVanished: Bool { has(Bit.vanished) }

  /// The row may contain values that were written without being tracked.
  var wroteUntracked: Bool { has(Bit.wroteUntracked) }

  /// The object is deleted here, and its row is already gone from the store.
  var isDeletedInStore: Bool { has(Bit.deletedInStore) }

  /// The object is in `prepareForDeletion`.
  var isPreparingDeletion: Bool { has(Bit.preparingDeletion) }

  /// The list of changes finds the object by its present values.
  var isIndexed: Bool { has(Bit.indexed) }

  /// Whether the object is changed, known to be so in this event, and not found by its values: then
  /// another change has nothing to record.
  @inline(__always)
  var needsNoRecord: Bool {
    bits & (Bit.changed | Bit.pending | Bit.indexed) == Bit.changed | Bit.pending
  }

  /// Whether the object is changed, and can be compared with the values that it was read with.
  var isSettled: Bool {
    bits & (Bit.changed | Bit.inserted | Bit.deleted | Bit.pending | Bit.wroteUntracked)
      == Bit.changed
  }
}

// MARK: - Transitions

extension ObjectState {
  /// A change of state; most are named after what the object becomes.
  enum Transition: CaseIterable {
    // Values

    /// A fault gets its values, and `awakeFromFetch` begins.
    case awaking
    case awake
    /// The row becomes a copy of the object's own.
    case owner
    /// A value is written without being tracked.
    case writtenUntracked
    /// The present values become those that later changes are based on.
    case based
    /// The values become those of a row that others share.
    case sharing
    case fault

    // Life

    case new
    case changed
    case changedAgain
    /// The event's changes have been reported.
    case reported
    case preparingDeletion
    case preparedForDeletion
    case deleted
    /// A deletion has reached the related objects.
    case propagated
    /// Related objects have to be reached again.
    case propagating
    /// Others deleted the object's row.
    case deletedElsewhere
    /// The row of a deleted object is already gone.
    case deletedInStore
    case undeleted
    /// Undoing a deletion counts as an insertion in the event.
    case undeletedInEvent
    /// A new object that was deleted leaves the list of changes.
    case discarded
    /// A deleted row becomes a new one.
    case insertedAgain
    /// The row of a fault was not found.
    case vanished
    /// A row that was not found is looked for again.
    case sought
    case clean
    /// All changes were discarded.
    case rolledBack
    /// The object has left its context in a save.
    case departed
    /// The object's deletion has been announced.
    case announced
    /// The object's context has forgotten it.
    case forgotten

    // Saves

    case planned
    /// The save takes over the row.
    case written
    /// An object whose row the save writes changes again.
    case separated
    /// An object of which the save writes no row changes again, or the save failed.
    case unplanned
    /// The save failed, and gives back the row.
    case unwritten
    /// A separated object was saved as planned.
    case saved

    // Searches

    case indexed
    case unindexed
  }

  /// What a transition demands of the former state, and changes.
  private struct Rule {
    /// Bits all of which must be set.
    var all: UInt16 = 0
    /// Bits none of which may be set.
    var none: UInt16 = 0
    /// Bits that may not all be set, if there are any.
    var notAll: UInt16 = 0
    var adds: UInt16 = 0
    var removes: UInt16 = 0

    @inline(__always)
    func allows(_ bits: UInt16) -> Bool {
      bits & all == all && bits & none == 0 && (notAll == 0 || bits & notAll != notAll)
    }
  }

  @inline(__always)
  private static func rule(_ transition: Transition) -> Rule {
    switch transition {
    case .awaking: Rule(adds: Bit.awaking, removes: Bit.fault)
    case .awake: Rule(removes: Bit.awaking)
    case .owner: Rule(none: Bit.fault, notAll: Bit.save, adds: Bit.ownsRow)
    case .writtenUntracked: Rule(all: Bit.ownsRow, adds: Bit.wroteUntracked)
    case .based: Rule(removes: Bit.wroteUntracked)
    case .sharing: Rule(removes: Bit.values)
    case .fault:
      Rule(
        none: Bit.inserted,
        adds: Bit.fault,
        removes: Bit.changed | Bit.pending | Bit.newInEvent | Bit.save | Bit.values | Bit.awaking
          | Bit.indexed | Bit.propagated | Bit.deletedInStore)

    case .new: Rule(all: Bit.inserted, none: Bit.changed | Bit.deleted, adds: Bit.newInEvent)
    case .changed: Rule(none: Bit.changed, adds: Bit.changed | Bit.pending)
    case .changedAgain: Rule(all: Bit.changed, none: Bit.pending, adds: Bit.pending)
    case .reported: Rule(removes: Bit.pending | Bit.newInEvent)
    case .preparingDeletion: Rule(none: Bit.preparingDeletion, adds: Bit.preparingDeletion)
    case .preparedForDeletion: Rule(removes: Bit.preparingDeletion)
    case .deleted: Rule(all: Bit.changed, none: Bit.deleted | Bit.planned, adds: Bit.deleted)
    case .propagated: Rule(all: Bit.deleted, adds: Bit.propagated)
    case .propagating: Rule(all: Bit.deleted | Bit.changed, removes: Bit.propagated)
    case .deletedElsewhere: Rule(none: Bit.changed | Bit.inserted, adds: Bit.deleted)
    case .deletedInStore:
      Rule(all: Bit.deleted | Bit.changed, none: Bit.inserted, adds: Bit.deletedInStore)
    case .undeleted:
      Rule(all: Bit.deleted, removes: Bit.deleted | Bit.propagated | Bit.deletedInStore)
    case .undeletedInEvent:
      Rule(
        all: Bit.deleted | Bit.changed,
        adds: Bit.newInEvent, removes: Bit.deleted | Bit.propagated | Bit.deletedInStore)
    case .discarded:
      Rule(
        all: Bit.inserted | Bit.deleted | Bit.changed, none: Bit.save,
        removes: Bit.changed | Bit.pending | Bit.indexed)
    case .insertedAgain:
      Rule(
        all: Bit.changed, none: Bit.deleted | Bit.save,
        adds: Bit.inserted, removes: Bit.vanished | Bit.fault)
    case .vanished: Rule(none: Bit.inserted, adds: Bit.vanished)
    case .sought: Rule(all: Bit.vanished, removes: Bit.vanished)
    case .clean:
      Rule(
        removes: Bit.inserted | Bit.changed | Bit.pending | Bit.newInEvent | Bit.save | Bit.values
          | Bit.indexed | Bit.deletedInStore | Bit.propagated)
    case .rolledBack: Rule(removes: Bit.unsaved | Bit.save | Bit.values | Bit.indexed)
    case .departed:
      Rule(
        removes: Bit.changed | Bit.pending | Bit.save | Bit.indexed | Bit.deletedInStore
          | Bit.wroteUntracked)
    case .announced:
      Rule(all: Bit.deleted, none: Bit.changed, removes: Bit.deleted | Bit.propagated)
    case .forgotten:
      Rule(removes: Bit.unsaved | Bit.save | Bit.indexed | Bit.wroteUntracked)

    case .planned: Rule(all: Bit.changed, none: Bit.save, adds: Bit.planned)
    case .written:
      Rule(
        all: Bit.planned, none: Bit.fault | Bit.deleted, adds: Bit.inSave, removes: Bit.ownsRow)
    case .separated:
      Rule(all: Bit.save, none: Bit.deleted, removes: Bit.planned | Bit.wroteUntracked)
    case .unplanned: Rule(none: Bit.inSave, removes: Bit.planned)
    case .unwritten: Rule(all: Bit.inSave, adds: Bit.ownsRow, removes: Bit.save)
    case .saved: Rule(all: Bit.changed, none: Bit.planned, removes: Bit.inserted | Bit.inSave)

    case .indexed: Rule(all: Bit.changed, adds: Bit.indexed)
    case .unindexed: Rule(removes: Bit.indexed)
    }
  }

  /// The state after a transition; nil if the transition does not lead from this state.
  func after(_ transition: Transition) -> ObjectState? {
    let rule = Self.rule(transition)
    return rule.allows(bits) ? ObjectState(bits: bits & ~rule.removes | rule.adds) : nil
  }

  /// Makes a transition.
  @inline(__always)
  mutating func make(_ transition: Transition) {
    let rule = Self.rule(transition)
    assert(rule.allows(bits), "an object that is \(self) became \(transition)")
    bits = bits & ~rule.removes | rule.adds
  }
}

extension ObjectState: CustomStringConvertible {
  /// The names of the properties that are true.
  var description: String {
    let names = [
      (isInserted, "inserted"), (isChanged, "changed"), (isDeleted, "deleted"), (isFault, "fault"),
      (isPlanned, "planned"), (isInSave, "inSave"), (ownsRow, "ownsRow"), (isAwaking, "awaking"),
      (wroteUntracked, "wroteUntracked"), (isPending, "pending"), (isNewInEvent, "newInEvent"),
      (isPropagated, "propagated"), (isDeletedInStore, "deletedInStore"),
      (isVanished, "vanished"), (isPreparingDeletion, "preparingDeletion"), (isIndexed, "indexed"),
    ].filter(\.0).map(\.1)
    return names.isEmpty ? "clean" : names.joined(separator: " ")
  }
}
