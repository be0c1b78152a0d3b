import ObjectModel

/// Works out, inside a save, the derived attributes that the save makes different.
///
/// An object's value can differ only when something on its path differs: an object there, or a link
/// between two. From each change the path is walked back to the owners: over links that the save
/// takes away as they were before it, over all others as they are after it. What lies before the
/// first change on a path is the same before and after, so that no owner is missed. A save costs a
/// look-up a step for each change of something that is on a path, and for each owner that it leads
/// to the reading of all its values.
struct DerivationRun {
  private let derivations: [DerivedProperty]
  private let session: SQLiteSession
  private let changes: ChangeSet

  /// For each derived attribute, the keys of changed objects at each place of its path.
  private var places: [[Set<Int64>]]

  /// The rows of changed owners as they were in the store: the changes may
  /// carry older derived values.
  private var former: [Place: Row] = [:]

  private var keys = TemporaryKeys()
  private var found: [SaveOutcome.Derived] = []
  private var indexes: [Place: Int] = [:]

  init(_ changes: ChangeSet, session: SQLiteSession) {
    self.changes = changes
    derivations = session.model.derivations
    self.session = session
    places = derivations.map { Array(repeating: [], count: $0.steps.count + 1) }
  }

  // MARK: Before the save

  /// Remembers where the links lead from that the save takes away.
  mutating func readFormerLinks() throws {
    for update in changes.updates {
      let (layout, changed) = (update.layout, update.changed)
      let isOwner = derivations.contains { $0.owner.includes(layout.number) }
      guard isOwner || steps(keptBy: layout).contains(where: { changed.contains($0) }),
        let row = try session.row(key: update.row.key, root: layout)
      else { continue }
      if isOwner { former[Place(root: layout.rootNumber, key: row.key)] = row }
      for number in places.indices { insertKeepers(of: row, layout, changed: changed, number) }
    }
    for delete in changes.deletes {
      let layout = delete.layout
      if !steps(keptBy: layout).isEmpty, let row = try session.row(key: delete.key, root: layout) {
        for number in places.indices { insertKeepers(of: row, layout, changed: nil, number) }
      }
      for (number, derived) in derivations.enumerated() {
        for (place, step) in derived.steps.enumerated()
        where step.isJoin && step.destination.includes(layout.number) {
          let sources = try session.sources(of: step.relationship, destination: delete.key)
          places[number][place].formUnion(sources)
        }
      }
    }
  }

  /// The indexes of the to-one relationships by which an entity's rows keep to-many ones of paths.
  private func steps(keptBy layout: EntityLayout) -> [Int] {
    derivations.flatMap(\.steps).filter { $0.destination.includes(layout.number) }
      .compactMap { $0.keeper?.index }
  }

  // MARK: After the save

  /// Works the values out and writes those that the store has otherwise.
  ///
  /// - Parameter keys: those of temporary references.
  /// - Returns: the rows whose values were worked out, each once, with the layouts of their own
  ///   entities.
  /// - Throws: code 1610 for a value that does not fit its attribute, 1550 for a decimal that the
  ///   store does not keep, and what the store reports.
  mutating func run(_ keys: TemporaryKeys) throws -> [SaveOutcome.Derived] {
    self.keys = keys
    for number in derivations.indices {
      collectChanges(number)
      try walkBack(number)
    }
    for (number, derived) in derivations.enumerated() {
      for owner in places[number][0].sorted() {
        guard let row = try session.row(key: owner, root: derived.owner),
          derived.owner.includes(row.entityNumber)
        else { continue }
        let value = try value(of: derived, row, session.model[row.entityNumber])
        try give(value, to: row, derived.property)
      }
      for update in changes.updates
      where derived.owner.includes(update.layout.number)
        && !places[number][0].contains(update.row.key)
      {
        let place = Place(root: update.layout.rootNumber, key: update.row.key)
        guard let before = former[place],
          !before.hasSameValue(as: update.row, of: derived.property),
          let row = try session.row(key: update.row.key, root: update.layout)
        else { continue }
        try give(before.value(of: derived.property), to: row, derived.property)
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
    // Triggers in a store of Core Data's may have written the very value already.
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

  /// Notes the objects on the path that are new, changed or gone, and those that links
  /// were added to or taken from.
  private mutating func collectChanges(_ number: Int) {
    let derived = derivations[number]
    for new in changes.inserts {
      if derived.owner.includes(new.layout.number) { insert(new.row.key, number, 0) }
      insertKeepers(of: new.row, new.layout, changed: nil, number)
    }
    for update in changes.updates {
      let (layout, changed) = (update.layout, update.changed)
      for place in 0...derived.steps.count {
        let entity = place == 0 ? derived.owner : derived.steps[place - 1].destination
        guard entity.includes(layout.number), isTouched(derived, at: place, by: changed) else {
          continue
        }
        places[number][place].insert(update.row.key)
      }
      insertKeepers(of: update.row, layout, changed: changed, number)
    }
    for delete in changes.deletes {
      for (place, step) in derived.steps.enumerated()
      where !step.relationship.isToMany && step.destination.includes(delete.layout.number) {
        places[number][place + 1].insert(delete.key)
      }
    }
    for join in changes.joins {
      for (place, step) in derived.steps.enumerated() where step.isJoin {
        for pair in join.added + join.removed {
          if step.relationship === join.relationship { insert(pair.source, number, place) }
          if step.joinInverse === join.relationship { insert(pair.destination, number, place) }
        }
      }
    }
  }

  /// Whether an object at a place of the path now leads elsewhere, or has another value.
  private func isTouched(_ derived: DerivedProperty, at place: Int, by changed: [Int]) -> Bool {
    if place == 0, changed.contains(derived.property.index) { return true }
    guard place < derived.steps.count else {
      return derived.source.map { changed.contains($0.index) } ?? false
    }
    let next = derived.steps[place].relationship
    return !next.isToMany && changed.contains(next.index)
  }

  /// Notes the objects that a row belongs to over to-many relationships that it keeps.
  private mutating func insertKeepers(
    of row: Row, _ layout: EntityLayout, changed: [Int]?, _ number: Int
  ) {
    for (place, step) in derivations[number].steps.enumerated() {
      guard let keeper = step.keeper, step.destination.includes(layout.number),
        changed?.contains(keeper.index) ?? true, let owner = row.integer(of: keeper)
      else { continue }
      insert(owner, number, place)
    }
  }

  private mutating func insert(_ reference: Int64, _ number: Int, _ place: Int) {
    if let key = keys.key(of: reference) { places[number][place].insert(key) }
  }

  private mutating func walkBack(_ number: Int) throws {
    for (place, step) in derivations[number].steps.enumerated().reversed() {
      for key in places[number][place + 1] {
        if let keeper = step.keeper {
          let row = try session.row(key: key, root: step.destination)
          if let owner = row?.integer(of: keeper) { places[number][place].insert(owner) }
        } else {
          let sources = try session.sources(of: step.relationship, destination: key)
          places[number][place].formUnion(sources)
        }
      }
    }
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
