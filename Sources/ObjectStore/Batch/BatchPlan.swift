import ObjectModel

/// A batch request ready to be executed by a store, with everything resolved against the model.
package struct BatchPlan: Sendable {
  package enum Work: Sendable {
    case update(BatchUpdatePlan)
    case delete(BatchDeletePlan)
    case insert(BatchInsertPlan)
  }

  package let work: Work
  /// Whether the outcome identifies the rows; it always includes their number.
  package let namesRows: Bool

  package init(_ work: Work, namesRows: Bool) {
    self.work = work
    self.namesRows = namesRows
  }
}

/// New values for all rows of a fetch.
package struct BatchUpdatePlan: Sendable {
  package struct Assignment: Sendable {
    package let property: PropertyLayout
    /// A constant of the property's own type, which for a to-one relationship is an object ID, or
    /// an expression evaluated for each row as it was before the request.
    package let value: ResolvedExpression

    package init(_ property: PropertyLayout, _ value: ResolvedExpression) {
      self.property = property
      self.value = value
    }
  }

  package let fetch: FetchPlan
  package let assignments: [Assignment]

  package init(fetch: FetchPlan, assignments: [Assignment]) {
    self.fetch = fetch
    self.assignments = assignments
  }
}

/// Rows to delete, along with those affected by delete rules.
package enum BatchDeletePlan: Sendable {
  case fetch(FetchPlan)
  /// Keys in one hierarchy; keys without a row are ignored.
  case keys([Int64], root: EntityLayout)
}

/// New rows of one entity.
package struct BatchInsertPlan: Sendable {
  /// How a new row is handled whose unique values another row already has.
  package enum OnConflict: Sendable {
    /// The request fails.
    case fail
    /// The existing row takes the values given for the new one.
    case replace
    /// The existing row is unchanged, and the new one is discarded.
    case keep
  }

  package let layout: EntityLayout
  package let rows: BatchRows
  /// The store for the rows, which must be that of the objects they refer to.
  package let store: StoreIdentity
  package let onConflict: OnConflict

  package init(
    layout: EntityLayout, rows: BatchRows, store: StoreIdentity, onConflict: OnConflict
  ) {
    self.layout = layout
    self.rows = rows
    self.store = store
    self.onConflict = onConflict
  }
}

/// The result of a batch request in a store.
package struct BatchOutcome: Sendable {
  /// The number of rows inserted, updated or deleted, including those deleted by delete rules.
  package var count = 0

  /// The keys of those rows, if requested; inserted ones in the order given.
  package var rows: [RowKey] = []

  /// Those of `rows` that already existed, and took the values of new ones.
  package var replaced: [RowKey] = []

  /// The rows deleted by delete rules.
  package var cascaded: [RowKey] = []

  /// Other rows that changed: those with nullified relationships, or with attributes derived from
  /// the changes.
  package var touched: [RowKey] = []

  /// The hierarchies in which rows were deleted that are not listed.
  package var rootsWithUnnamedDeletions: Set<Int> = []

  package init() {}

  /// Adds the outcome of another store.
  mutating func merge(_ other: BatchOutcome) {
    count += other.count
    rows += other.rows
    replaced += other.replaced
    cascaded += other.cascaded
    touched += other.touched
    rootsWithUnnamedDeletions.formUnion(other.rootsWithUnnamedDeletions)
  }
}
