import ObjectModel

/// The changes of one save for a store, which are carried out completely or not at all.
///
/// A store processes deletes, then updates, then inserts, so that a unique value can move from one
/// object to another in a save.
package struct ChangeSet: Sendable {
  /// A new row. Its key is the negative reference of its temporary ID, or a key that the store has
  /// reserved.
  package struct Insert: Sendable {
    package let layout: EntityLayout
    /// Owned by this change set alone; to-one slots can contain negative references to rows
    /// inserted by the same change set.
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
    /// The indexes of the changed stored properties, ascending.
    ///
    /// Empty if only join rows changed; the version is incremented even then.
    package let changed: [Int]
    /// The version that the row must still have in the store.
    package let expectedVersion: Int64

    package init(layout: EntityLayout, row: Row, changed: [Int], expectedVersion: Int64) {
      self.layout = layout
      self.row = row
      self.changed = changed
      self.expectedVersion = expectedVersion
    }

    /// The version that the row has afterwards.
    ///
    /// A version is compared only for equality by a save; after the greatest one, which only a
    /// damaged file has, it starts again.
    package var savedVersion: Int64 { Self.version(after: expectedVersion) }

    /// The version of a row that is saved once more.
    package static func version(after version: Int64) -> Int64 {
      version == .max ? 1 : version + 1
    }

    /// The version check for the update.
    var supposition: RowVersion {
      RowVersion(layout: layout, key: row.key, expectedVersion: expectedVersion)
    }
  }

  /// A row to delete, or an unchanged row whose version must not have changed.
  package struct RowVersion: Sendable {
    package let layout: EntityLayout
    package let key: Int64
    /// The version that the row must still have in the store.
    package let expectedVersion: Int64
    /// The last known values of a deleted row, if they had been read.
    package let row: Row?

    package init(layout: EntityLayout, key: Int64, expectedVersion: Int64, row: Row? = nil) {
      self.layout = layout
      self.key = key
      self.expectedVersion = expectedVersion
      self.row = row
    }
  }

  /// Pairs added to or removed from a relationship stored in a join table: a many-to-many one, or a
  /// to-many one without an inverse.
  ///
  /// Of two inverses, only one reports its changes.
  package struct Join: Sendable {
    package struct Pair: Sendable, Hashable {
      /// The key of the source object; negative for one inserted in this save.
      package let source: Int64
      /// The key of the destination object.
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

  /// The order of the objects in an ordered relationship stored in a join table.
  ///
  /// Orders are applied after all joins, one after the other. Objects that are not members (any
  /// more) are ignored.
  package struct Order: Sendable {
    /// The ordered relationship.
    package let relationship: PropertyLayout
    /// The key of the source object, negative for one inserted in this save, and the number of its
    /// entity.
    package let source: Place
    /// The destinations, in order.
    package let destinations: [Place]
    /// Whether these are all members known to the context, so that others follow them; otherwise,
    /// they follow all others.
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

    /// All members in the desired order.
    ///
    /// - Parameters:
    ///   - destinations: the members listed in the order.
    ///   - members: the existing members in their current order.
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

  /// For rows that the change set neither updates nor deletes.
  package var checks: [RowVersion] = []

  /// The stores to which new objects are assigned, by temporary reference; others go to the first
  /// store that can hold them.
  package var assignments: [Int64: StoreIdentity] = [:]

  package init() {}

  /// Whether there is nothing to write; version checks alone do not require a save.
  package var isEmpty: Bool {
    inserts.isEmpty && updates.isEmpty && deletes.isEmpty && joins.isEmpty && orders.isEmpty
  }
}

/// What a save decided that its change set leaves open: from both follow the rows that are now in
/// the store.
package struct SaveResult: Sendable {
  /// The keys of the inserted rows, in the order of the change set's inserts.
  package var keys: [Int64] = []

  /// The final order keys of rows that were added at the end of an ordered relationship; an update
  /// has the complement of its index.
  package var orderKeys: [(place: Int, property: PropertyLayout, key: Int64)] = []

  /// The values assigned to sequence attributes of inserted rows.
  package var sequenceValues: [(insert: Int, property: PropertyLayout, value: Int64)] = []

  /// The files written for large values, by property index: for the insert at an index in the
  /// change set, or, for a complemented index, the update.
  package var externalFiles: [Int: [Int: String]] = [:]

  /// A row with derived attributes computed by the save.
  package struct Derived: Sendable {
    package let layout: EntityLayout
    /// The row as it now is in the store; its version is that of the change set.
    package var row: Row
    package var properties: [PropertyLayout]
  }

  /// Rows with computed attributes, each once, whether or not they are in the change set.
  package var derived: [Derived] = []

  /// The moments at which the stores committed, set by the coordinator.
  package var moments = CommitMoments()

  package init() {}
}

/// A row that has changed in the store since the context read it.
package struct StoreConflict: Sendable {
  package let layout: EntityLayout
  package let key: Int64
  /// The version that the context read.
  package let expectedVersion: Int64
  /// The row's current state in the store, or nil if it was deleted.
  package let persisted: Row?

  package init(layout: EntityLayout, key: Int64, expectedVersion: Int64, persisted: Row?) {
    self.layout = layout
    self.key = key
    self.expectedVersion = expectedVersion
    self.persisted = persisted
  }
}
