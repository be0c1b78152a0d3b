import ObjectModel
import ObjectStore

/// What a context was going to save of an object.
enum PlannedChange {
  /// Nothing; the version of the row was only to be checked.
  case none

  /// A row, and the one that it is based on: nil if only to-many relationships have changed.
  case row(Row, base: Row?)

  /// The row's deletion.
  case deletion
}

/// What becomes of a planned change whose row someone else has changed or deleted.
enum MergeResolution {
  /// The store's row is saved with the planned values of some properties, and with the changes of
  /// to-many relationships.
  case update(Row, keeping: PlannedValues)

  /// Nothing is saved: the object is read again and discards all its changes.
  case refresh

  /// The planned row is inserted again, since the store no longer has it.
  case insert

  /// The store's row is deleted in the version that it has now.
  case delete(Row)

  /// Nothing is saved: the deletion is dropped, and the object comes back with the store's row.
  case revive(Row)

  /// Nothing is saved: the row is gone, and so is the object.
  case skip

  /// The properties whose planned values are kept.
  struct PlannedValues: Equatable {
    /// Their indexes; the keys of ordered relationships come last.
    private(set) var indexes: [Int] = []

    /// A bit for each of them.
    private(set) var mask: UInt64 = 0

    mutating func append(_ property: PropertyLayout) {
      indexes.append(property.index)
      mask |= property.maskBit
    }
  }
}

extension MergePolicyType {
  /// What becomes of a planned change, decided from values alone.
  ///
  /// - Parameters:
  ///   - change: what a context was going to save.
  ///   - saved: the row as it is now; nil if it is gone.
  /// - Returns: nil for the type of errors, which resolves nothing.
  func resolution(
    of change: PlannedChange, against saved: Row?, layout: EntityLayout
  ) -> MergeResolution? {
    guard self != .errorMergePolicyType else { return nil }
    guard let saved else {
      if case .row = change, keepsMine { return .insert }
      return .skip
    }
    switch change {
    case .deletion: return keepsMine ? .delete(saved) : .revive(saved)
    case _ where self == .rollbackMergePolicyType: return .refresh
    case .row(let planned, let base?):
      let kept = keptValues(of: planned, base: base, saved: saved, layout: layout)
      return .update(saved, keeping: kept)
    case .row, .none: return .update(saved, keeping: .init())
    }
  }

  /// Whether a value that both sides changed keeps the planned one, and a deletion here, or a change
  /// of a row that is gone, wins.
  private var keepsMine: Bool {
    self == .mergeByPropertyObjectTrumpMergePolicyType || self == .overwriteMergePolicyType
  }

  /// The stored properties whose planned values are saved on top of the store's row.
  private func keptValues(
    of planned: Row, base: Row, saved: Row, layout: EntityLayout
  ) -> MergeResolution.PlannedValues {
    func isKept(_ property: PropertyLayout) -> Bool {
      let differs = !planned.hasSameValue(as: saved, of: property)
      if self == .overwriteMergePolicyType { return differs }
      guard !planned.hasSameValue(as: base, of: property) else { return false }
      return keepsMine || !differs || saved.hasSameValue(as: base, of: property)
    }
    var kept = MergeResolution.PlannedValues()
    for property in layout.properties
    where property.isStored && !property.isOrderKey && isKept(property) {
      kept.append(property)
    }
    // A place in an ordered relationship goes with the to-one relationship.
    for reference in layout.orderedToOnes {
      let isReferenceKept = kept.indexes.contains(reference.toOne.index)
      let leadsElsewhere = !planned.hasSameValue(as: saved, of: reference.toOne)
      if isReferenceKept || !leadsElsewhere && isKept(reference.orderKey) {
        kept.append(reference.orderKey)
      }
    }
    return kept
  }
}
