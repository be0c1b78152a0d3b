import ObjectModel
import ObjectStore

/// Reading relationships of many objects at once: with one query for each step of a key path, and
/// two if there is a join table.
extension ManagedObjectContext {
  /// Reads the destinations of relationships of the objects, including unsaved changes; known
  /// destinations are not read again.
  ///
  /// Members of to-many relationships are kept by their owners. Destinations of to-one
  /// relationships are in the coordinator's cache afterwards, and in the context as long as they
  /// are referenced.
  ///
  /// - Returns: the destinations of to-one relationships and the objects prefetched from there,
  ///   whose values are released with them.
  func prefetch(_ steps: [PrefetchStep], for objects: [ManagedObject]) throws -> [ManagedObject] {
    guard !steps.isEmpty, !objects.isEmpty else { return [] }
    try readRows(of: objects, maximumAge: reader.staleness)
    var passed: [ManagedObject] = []
    for step in steps {
      let reached =
        step.property.isToMany
        ? try fulfill(step.property, of: objects)
        : try readDestinations(of: step.property, from: objects)
      if !step.property.isToMany { passed += reached }
      passed += try prefetch(step.next, for: reached)
    }
    return passed
  }

  /// Prefetches for code that visits the objects in this event.
  func prefetchForEvent(_ steps: [PrefetchStep], for objects: [ManagedObject]) throws {
    let passed = try prefetch(steps, for: objects)
    guard !passed.isEmpty else { return }
    reader.keepForEvent(passed)
    scheduleProcessing()
  }

  /// Reads the destinations of a to-one relationship.
  ///
  /// - Returns: each destination once.
  private func readDestinations(
    of property: PropertyLayout, from objects: [ManagedObject]
  ) throws -> [ManagedObject] {
    let found = OrderedSet(
      objects.lazy.compactMap(\.row).compactMap { self.destination(of: property, in: $0) }
    ).elements
    try readRows(of: found, maximumAge: reader.staleness)
    return found
  }

  /// Reads the members of a to-many relationship.
  ///
  /// - Returns: each member once.
  private func fulfill(
    _ property: PropertyLayout, of objects: [ManagedObject]
  ) throws -> [ManagedObject] {
    let sources = objects.filter { object in
      object.contextReference === self && object.toManyState(property).isFault
    }
    if !sources.isEmpty {
      let lists = try contextParent.destinations(of: property, sources: sources.map(\.rowKey))
      for (source, rows) in zip(sources, lists) {
        let found = members(of: property, in: rows)
        let state = source.toManyState(property)
        state.ahead = nil
        state.fulfill(found.members, sorted: found.sorted)
      }
    }
    return OrderedSet(
      objects.lazy.filter { $0.contextReference === self }
        .flatMap { $0.toManyState(property).members() }.filter { !$0.isGone }
    ).elements
  }

  /// For a child: the rows at the other end of a relationship of each source, as this context sees
  /// them.
  fileprivate func destinationsForChild(
    of property: PropertyLayout, sources: [RowKey]
  ) throws -> [[Row]] {
    guard !tracker.changes.isEmpty || sources.contains(where: { $0.key < 0 }) else {
      return try contextParent.destinations(of: property, sources: sources)
    }
    let owners = sources.map(object(of:))
    _ = try fulfill(property, of: owners)
    return try withExtendedLifetime(owners) {
      try sources.map {
        try destinationsForChild(of: property, source: $0.key, entityNumber: $0.entityNumber)
      }
    }
  }
}

extension ContextParent {
  /// The rows at the other end of a relationship of each source, including unsaved changes of a
  /// parent.
  fileprivate func destinations(
    of property: PropertyLayout, sources: [RowKey]
  ) throws -> [[Row]] {
    if case .context(let parent) = self {
      return try parent.lists { try $0.destinationsForChild(of: property, sources: sources) } ?? []
    }
    var lists = Array(repeating: [Row](), count: sources.count)
    // Each store is queried for its own rows.
    let stores = Dictionary(grouping: sources.indices) {
      StoreIdentity.number(ofKey: sources[$0].key)
    }
    for (_, places) in stores {
      let found = try destinations(of: property, sources: places.map { sources[$0].key }) ?? []
      for (place, rows) in zip(places, found) { lists[place] = rows }
    }
    return lists
  }
}
