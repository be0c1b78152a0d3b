import ObjectModel

/// Computes, during a save, the derived attributes that the save affects.
///
/// A value can change only if something along its path changes: an object, or a link between two
/// objects. From each change, the path is followed back to the owners: before the save from links
/// that it removes, after the save from everything else. The cost is a lookup for each step and
/// relevant change, and reading all values of each owner found.
struct DerivationRun {
  private let derivations: [DerivedProperty]
  private let session: SQLiteSession
  private let changes: ChangeSet

  /// For each derived attribute, the keys of the owners whose values may have changed.
  private var owners: [Set<Int64>]

  private var found: [SaveResult.Derived] = []
  private var indexes: [Place: Int] = [:]

  init(_ changes: ChangeSet, session: SQLiteSession) {
    self.changes = changes
    derivations = session.model.derivations
    self.session = session
    owners = Array(repeating: [], count: derivations.count)
  }

  /// Computes values outside a save.
  ///
  /// - Parameter numbers: the numbers of the model's derived attributes.
  init(owners keys: Set<Int64>, of numbers: [Int], session: SQLiteSession) {
    self.init(ChangeSet(), session: session)
    for number in numbers { owners[number] = keys }
  }

  // MARK: Before the save

  /// Finds the owners along links that the save will remove.
  mutating func findFormerOwners() throws {
    for (number, derived) in derivations.enumerated() {
      var places = derived.noPlaces
      for (place, step) in derived.steps.enumerated() {
        for delete in changes.deletes where step.destination.includes(delete.layout.number) {
          places[place + 1].insert(delete.key)
        }
        guard let keeper = step.keeper else { continue }
        for update in changes.updates
        where step.destination.includes(update.layout.number)
          && update.changed.contains(keeper.index)
        {
          places[place + 1].insert(update.row.key)
        }
      }
      owners[number] = try walkBack(derived, from: places)
    }
  }

  // MARK: After the save

  /// Computes the values, and writes those that differ from the store's.
  ///
  /// - Parameter keys: the keys of temporary references.
  /// - Returns: the rows with computed values, each once, with the layouts of their own entities.
  /// - Throws: code 1610 for a value that does not fit its attribute, 1550 for a decimal that the
  ///   store cannot represent, and errors of the store.
  mutating func run(_ keys: TemporaryKeys) throws -> [SaveResult.Derived] {
    for (number, derived) in derivations.enumerated() {
      owners[number].formUnion(try walkBack(derived, from: changedPlaces(of: derived, keys)))
    }
    for (number, derived) in derivations.enumerated() {
      for owner in owners[number].sorted() {
        guard let row = try session.row(key: owner, root: derived.owner),
          derived.owner.includes(row.entityNumber)
        else { continue }
        let value = try value(of: derived, row, session.model[row.entityNumber])
        try give(value, to: row, derived.property)
      }
    }
    // Changes to other owners may contain outdated derived values.
    for update in changes.updates {
      let others = derivations.indices.filter { number in
        derivations[number].owner.includes(update.layout.number)
          && !owners[number].contains(update.row.key)
      }
      guard !others.isEmpty, let row = try session.row(key: update.row.key, root: update.layout)
      else { continue }
      for property in others.map({ derivations[$0].property })
      where !row.hasSameValue(as: update.row, of: property) {
        try give(row.value(of: property), to: row, property)
      }
    }
    return found
  }

  private mutating func give(
    _ value: AttributeValue, to row: Row, _ property: PropertyLayout
  ) throws {
    let layout = session.model[row.entityNumber]
    let fresh = row.copy(extraBytes: value.withStoredBytes { $0.count })
    _ = fresh.set(value, for: property)
    // Triggers in one of Core Data's stores may already have written the same value.
    if !fresh.hasSameValue(as: row, of: property) { try session.write(fresh, property, layout) }
    let place = Place(root: layout.rootNumber, key: row.key)
    if let index = indexes[place] {
      found[index].row = fresh
      found[index].properties.append(property)
    } else {
      indexes[place] = found.count
      found.append(.init(layout: layout, row: fresh, properties: [property]))
    }
  }

  private struct Place: Hashable {
    let root: Int
    let key: Int64
  }

  /// The new and changed objects along a path, and those with added or removed links, by position.
  private func changedPlaces(of derived: DerivedProperty, _ keys: TemporaryKeys) -> [Set<Int64>] {
    var places = derived.noPlaces
    func insert(_ reference: Int64, at place: Int) {
      if let key = keys.key(of: reference) { places[place].insert(key) }
    }
    /// Inserts the owners of a row in to-many relationships that it stores.
    func insertOwners(of row: Row, _ layout: EntityLayout, changed: [Int]? = nil) {
      for (place, step) in derived.steps.enumerated() {
        guard let keeper = step.keeper, step.destination.includes(layout.number),
          changed?.contains(keeper.index) ?? true, let owner = row.integer(of: keeper)
        else { continue }
        insert(owner, at: place)
      }
    }
    for new in changes.inserts {
      if derived.owner.includes(new.layout.number) { insert(new.row.key, at: 0) }
      insertOwners(of: new.row, new.layout)
    }
    for update in changes.updates {
      for place in places.indices where Self.isTouched(derived, at: place, by: update) {
        insert(update.row.key, at: place)
      }
      insertOwners(of: update.row, update.layout, changed: update.changed)
    }
    for join in changes.joins {
      for (place, step) in derived.steps.enumerated() where step.isJoin {
        for pair in join.added + join.removed {
          if step.relationship === join.relationship { insert(pair.source, at: place) }
          if step.joinInverse === join.relationship { insert(pair.destination, at: place) }
        }
      }
    }
    return places
  }

  /// Whether an object at a position of the path has a changed destination or value.
  private static func isTouched(
    _ derived: DerivedProperty, at place: Int, by update: ChangeSet.Update
  ) -> Bool {
    let entity = place == 0 ? derived.owner : derived.steps[place - 1].destination
    guard entity.includes(update.layout.number) else { return false }
    if place == 0, update.changed.contains(derived.property.index) { return true }
    guard place < derived.steps.count else {
      return derived.source.map { update.changed.contains($0.index) } ?? false
    }
    let next = derived.steps[place].relationship
    return !next.isToMany && update.changed.contains(next.index)
  }

  /// The owners from which the current links lead to objects at positions of the path.
  private func walkBack(
    _ derived: DerivedProperty, from places: [Set<Int64>]
  ) throws -> Set<Int64> {
    var places = places
    for (place, step) in derived.steps.enumerated().reversed() {
      for key in places[place + 1] {
        places[place].formUnion(try session.sources(of: step.relationship, destination: key))
      }
    }
    return places[0]
  }

  // MARK: Values

  private func value(
    of derived: DerivedProperty, _ row: Row, _ layout: EntityLayout
  ) throws -> AttributeValue {
    let value: AttributeValue?
    if derived.source == nil, derived.steps.count == 1 {
      value = derived.derivation.value(
        count: try session.destinationCount(of: derived.steps[0].relationship, source: row.key))
    } else {
      var ends = [row]
      for step in derived.steps { ends = try next(ends, over: step) }
      if let source = derived.source {
        value = derived.derivation.value(of: ends.map { $0.value(of: source) })
      } else {
        value = derived.derivation.value(count: ends.count)
      }
    }
    guard let value else {
      throw ObjectGraphError(
        .validationNumberTooLarge,
        "the value derived for \(layout.name).\(derived.property.name) does not fit the attribute",
        repair: "give the attribute a larger type", entityName: layout.name,
        key: derived.property.name)
    }
    return value
  }

  private func next(_ rows: [Row], over step: DerivedProperty.Step) throws -> [Row] {
    let relationship = step.relationship
    if relationship.isToMany {
      return try rows.flatMap { try session.destinations(of: relationship, source: $0.key) }
    }
    return try rows.compactMap { row in
      try row.integer(of: relationship).flatMap { try session.row(key: $0, root: step.destination) }
    }
  }
}
