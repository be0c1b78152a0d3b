import ObjectModel

/// What one save asks of a store: all of it happens, or none.
///
/// A store carries it out in the order deletes, updates, inserts, so that a unique value may move
/// from one object to another within a save.
package struct ChangeSet: Sendable {
  /// A new row. Its key is the negative reference of its temporary ID, or a key that was obtained
  /// from the store beforehand.
  package struct Insert: Sendable {
    package let layout: EntityLayout
    /// Owned by this change set alone; to-one slots may hold negative references of rows that this
    /// same change set inserts.
    package let row: Row

    package init(layout: EntityLayout, row: Row) {
      self.layout = layout
      self.row = row
    }
  }

  /// New values for an existing row.
  package struct Update: Sendable {
    package let layout: EntityLayout
    package let row: Row
    /// The indexes of the stored properties that changed, ascending.
    ///
    /// Empty when only join rows changed: then the version rises all the same.
    package let changed: [Int]
    /// The version that the row must still have in the store.
    package let expectedVersion: Int64

    package init(layout: EntityLayout, row: Row, changed: [Int], expectedVersion: Int64) {
      self.layout = layout
      self.row = row
      self.changed = changed
      self.expectedVersion = expectedVersion
    }

    /// What the update supposes of its row.
    var supposition: RowVersion {
      RowVersion(layout: layout, key: row.key, expectedVersion: expectedVersion)
    }
  }

  /// A row that is deleted, or one that is not changed and must be as it was read all the same.
  package struct RowVersion: Sendable {
    package let layout: EntityLayout
    package let key: Int64
    /// The version that the row must still have in the store.
    package let expectedVersion: Int64
    /// The last known values of a deleted row, where they had been read.
    package let row: Row?

    package init(layout: EntityLayout, key: Int64, expectedVersion: Int64, row: Row? = nil) {
      self.layout = layout
      self.key = key
      self.expectedVersion = expectedVersion
      self.row = row
    }
  }

  /// Pairs that enter and leave a relationship that is kept in a join table: a many-to-many one, or
  /// a to-many one without an inverse.
  ///
  /// Only one side of a pair of inverses reports its changes.
  package struct Join: Sendable {
    package struct Pair: Sendable, Hashable {
      /// The key of the object that has the relationship; negative for one inserted in this save.
      package let source: Int64
      /// The key of the object that it leads to.
      package let destination: Int64

      package init(source: Int64, destination: Int64) {
        self.source = source
        self.destination = destination
      }
    }

    package let relationship: PropertyLayout
    package var added: [Pair]
    package var removed: [Pair]

    package init(relationship: PropertyLayout, added: [Pair], removed: [Pair]) {
      self.relationship = relationship
      self.added = added
      self.removed = removed
    }
  }

  /// The order of the objects in an ordered relationship that is kept in a join table.
  ///
  /// Orders come after all joins, each on top of those before. Objects that are not there
  /// (any more) are passed over.
  package struct Order: Sendable {
    /// The ordered relationship.
    package let relationship: PropertyLayout
    /// The key of the object that has the relationship, negative for one inserted in this save, and
    /// the number of its own entity.
    package let source: Place
    /// Those that it leads to, in their order.
    package let destinations: [Place]
    /// Whether these are all that the context knew of, and others come after them; otherwise they
    /// come after all others.
    package let isWhole: Bool

    package typealias Place = (key: Int64, entity: Int)

    package init(
      relationship: PropertyLayout, source: Place, destinations: [Place], isWhole: Bool
    ) {
      self.relationship = relationship
      self.source = source
      self.destinations = destinations
      self.isWhole = isWhole
    }

    /// All members in the wanted order.
    ///
    /// - Parameters:
    ///   - destinations: those that the order names.
    ///   - members: those that there are, in the order that they have.
    package func applied<Member: Hashable>(
      naming destinations: [Member], to members: [Member]
    ) -> [Member] {
      let all = Set(members)
      var seen: Set<Member> = []
      let named = destinations.filter { all.contains($0) && seen.insert($0).inserted }
      let others = members.filter { !seen.contains($0) }
      return isWhole ? named + others : others + named
    }
  }

  package var inserts: [Insert] = []
  package var updates: [Update] = []
  package var deletes: [RowVersion] = []
  package var joins: [Join] = []
  /// Those of contexts nearer the store come first.
  package var orders: [Order] = []

  /// Each for a row that the change set neither updates nor deletes.
  package var checks: [RowVersion] = []

  /// The stores that new objects are assigned to, by their references; others go to the first store
  /// that can take them.
  package var assignments: [Int64: StoreIdentity] = [:]

  package init() {}

  /// Whether there is nothing to write; checks alone are no reason to save.
  package var isEmpty: Bool {
    inserts.isEmpty && updates.isEmpty && deletes.isEmpty && joins.isEmpty && orders.isEmpty
  }
}

/// What a store decided while it saved a change set.
package struct SaveOutcome: Sendable {
  /// The keys of the inserted rows, in the order of the change set's inserts.
  package var keys: [Int64] = []

  /// The values that the store gave to sequence attributes of inserted rows.
  package var sequenceValues: [(insert: Int, property: PropertyLayout, value: Int64)] = []

  /// The files that the store wrote for large values, by the index of the property: for the insert
  /// of that place in the change set, or the update of that place's complement.
  package var externalFiles: [Int: [Int: String]] = [:]

  /// A row of which the save worked derived attributes out.
  package struct Derived: Sendable {
    package let layout: EntityLayout
    /// The row as it is in the store now; its version is what the change set made it.
    package var row: Row
    package var properties: [PropertyLayout]
  }

  /// Such rows, each once, whether the change set names them or not.
  package var derived: [Derived] = []

  /// When the stores committed, which the coordinator notes.
  package var moments = CommitMoments()

  package init() {}
}
