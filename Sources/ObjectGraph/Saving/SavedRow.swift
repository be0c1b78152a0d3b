import ObjectStore

/// A row that a save writes, or that the store changed along with it.
protocol SavedRow {
  var layout: EntityLayout { get }
  var row: Row { get }
}

extension SavedRow {
  var place: RowPlace { RowPlace(layout, row.key) }
}

extension SaveOutcome.Derived: SavedRow {}

extension ChangeSet.RowVersion {
  var place: RowPlace { RowPlace(layout, key) }
}

/// A row of a plan, which another one with the same key may stand for.
protocol PlannedRow: SavedRow {
  func with(row: Row) -> Self
}

extension PlannedRow {
  /// This row with what a context farther from the store changed in it.
  func taking(_ update: ChangeSet.Update) -> Self {
    with(row: row.copy().replacing(update.changed, from: update.row, layout: layout))
  }
}

extension ChangeSet.Insert: PlannedRow {
  func with(row: Row) -> Self { Self(layout: layout, row: row) }
}

extension ChangeSet.Update: PlannedRow {
  func with(row: Row) -> Self {
    Self(layout: layout, row: row, changed: changed, expectedVersion: expectedVersion)
  }

  /// This update with more properties changed.
  func changing(_ others: [Int]) -> Self {
    Self(
      layout: layout, row: row, changed: Set(changed).union(others).sorted(),
      expectedVersion: expectedVersion)
  }
}
