import ObjectStore

/// A row that a save writes, or that the store changed along with it.
protocol SavedRow {
  var layout: EntityLayout { get }
  var row: Row { get }
}

extension SavedRow {
  var place: RowPlace { RowPlace(layout, row.key) }
}

extension SaveResult.Derived: SavedRow {}

extension ChangeSet.RowVersion {
  var place: RowPlace { RowPlace(layout, key) }
}

/// A row of a plan, which can be replaced by another with the same key.
protocol PlannedRow: SavedRow {
  func with(row: Row) -> Self
}

extension PlannedRow {
  /// This row with the changes made by a context farther from the store.
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

  /// This update with additional changed properties.
  func changing(_ others: [Int]) -> Self {
    Self(
      layout: layout, row: row, changed: Set(changed).union(others).sorted(),
      expectedVersion: expectedVersion)
  }
}
