import ObjectModel

/// A batch request as a store carries it out: everything resolved against the model.
package struct BatchPlan: Sendable {
  package enum Work: Sendable {
    case update(BatchUpdatePlan)
    case delete(BatchDeletePlan)
    case insert(BatchInsertPlan)
  }

  package let work: Work
  /// Whether the outcome names the rows; their number it always has.
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
    /// A constant in the property's own type, which for a to-one relationship is the ID of an
    /// object, or what each row gives, as it was before the request.
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

/// Rows to be taken away, with what the delete rules take along.
package enum BatchDeletePlan: Sendable {
  case fetch(FetchPlan)
  /// Keys of one hierarchy; those that no row has are passed over.
  case keys([Int64], root: EntityLayout)
}

/// New rows of one entity.
package struct BatchInsertPlan: Sendable {
  /// What becomes of a new row whose unique values another row has.
  package enum OnConflict: Sendable {
    /// The request fails.
    case fail
    /// The other row takes over the values that were given for the new one.
    case replace
    /// The other row stays as it is, and the new one is dropped.
    case keep
  }

  package let layout: EntityLayout
  package let rows: BatchRows
  /// The store that they go to, which the objects that they lead to are in.
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

/// What a store did for a batch request.
package struct BatchOutcome: Sendable {
  package struct Named: Sendable, Hashable {
    package let entityNumber: Int
    package var key: Int64

    package init(entityNumber: Int, key: Int64) {
      self.entityNumber = entityNumber
      self.key = key
    }
  }

  /// How many rows were inserted, updated or deleted, those that the delete
  /// rules took along included.
  package var count = 0

  /// Those rows by key where they were to be named; inserted ones in the order in which they were
  /// given.
  package var rows: [Named] = []

  /// Those among `rows` that were there before, and took over the values of new ones.
  package var replaced: [Named] = []

  /// The rows that the delete rules took along.
  package var cascaded: [Named] = []

  /// The rows that changed because of it: relationships that were cut, attributes that derive from
  /// what changed.
  package var touched: [Named] = []

  /// The hierarchies of which rows went away that are not named.
  package var rootsWithUnnamedDeletions: Set<Int> = []

  package init() {}

  /// Adds what another store did.
  mutating func merge(_ other: BatchOutcome) {
    count += other.count
    rows += other.rows
    replaced += other.replaced
    cascaded += other.cascaded
    touched += other.touched
    rootsWithUnnamedDeletions.formUnion(other.rootsWithUnnamedDeletions)
  }
}
