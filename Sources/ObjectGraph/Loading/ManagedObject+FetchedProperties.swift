import ObjectModel
import ObjectStore

/// Fetched properties: results of a fetch, cached until the object is refreshed.
///
/// They are stored next to the to-many relationships and forgotten together with their members.
extension ManagedObject {
  /// The objects of a fetched property, by its index among the entity's fetched properties.
  ///
  /// - Throws: errors of the fetch.
  final func fetchedObjects(at place: Int) throws -> [ManagedObject] {
    guard let context = contextReference else { return [] }
    let index = layout.toManyCount + place
    let known = toManys.flatMap { $0.indices.contains(index) ? $0[index] : nil }
    let clock = context.relationships.clocks.fetchedProperties
    let state = known ?? ToManyState(committed: nil, order: nil, clock: clock)
    if known == nil { keep(state, at: index) }
    if let known = state.typed as? [ManagedObject] { return known }
    let objects = try context.objects(of: layout.fetchedProperties[place], for: self)
    state.typed = objects
    return objects
  }
}

extension ManagedObjectContext {
  fileprivate func objects(
    of property: FetchedPropertyDescription, for source: ManagedObject
  ) throws -> [ManagedObject] {
    guard let description = property.fetchRequest else { return [] }
    let request = FetchRequest<ManagedObject>(description)
    if let predicate = description.predicate {
      request.predicate = try substituting(predicate, of: property, for: source)
    }
    return try fetch(request)
  }

  /// The predicate with the values of `$FETCH_SOURCE` and `$FETCHED_PROPERTY`, and of paths from
  /// them, substituted.
  private func substituting(
    _ predicate: FetchPredicate, of property: FetchedPropertyDescription, for source: ManagedObject
  ) throws -> FetchPredicate {
    var values: [String: Any?] = [:]
    for name in predicate.node.variables {
      let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
      switch (parts[0], parts.count > 1 ? parts[1] : nil) {
      case (FetchedPropertyDescription.fetchSource, nil): values[name] = .some(source)
      case (FetchedPropertyDescription.fetchSource, let path?):
        values[name] = .some(try source.value(forKeyPath: path))
      case (FetchedPropertyDescription.fetchedProperty, "name"?):
        values[name] = .some(property.name)
      case (FetchedPropertyDescription.fetchedProperty, let path?) where path.hasPrefix("userInfo."):
        values[name] = .some(property.userInfo[String(path.dropFirst("userInfo.".count))])
      default:
        throw ObjectGraphError(
          .invalidArgument, "\(property.name) cannot be fetched: $\(name) has no value",
          repair: "use $FETCH_SOURCE, a path from it, or $FETCHED_PROPERTY.userInfo.KEY",
          entityName: source.layout.name, objectID: source.objectID, key: property.name)
      }
    }
    return try predicate.withSubstitutionVariables(values)
  }
}

extension FetchRequest {
  /// Creates a request from a description in a model; it can be changed afterwards.
  public convenience init(_ description: FetchRequestDescription) {
    self.init(entityName: description.entityName)
    predicate = description.predicate
    sortDescriptors = description.sortDescriptors.isEmpty ? nil : description.sortDescriptors
    fetchLimit = description.fetchLimit
    fetchOffset = description.fetchOffset
    includesSubentities = description.includesSubentities
    includesPendingChanges = description.includesPendingChanges
    returnsObjectsAsFaults = description.returnsObjectsAsFaults
    resultType = description.resultType
    includesPropertyValues = description.includesPropertyValues
    returnsDistinctResults = description.returnsDistinctResults
    propertiesToFetch = description.propertiesToFetch
    propertiesToGroupBy = description.propertiesToGroupBy
    havingPredicate = description.havingPredicate
    fetchBatchSize = description.fetchBatchSize
  }
}

/// A fetched property is an array of objects, which cannot be set.
extension Array: ManagedValue where Element: ManagedObject {
  public static func managedValue(of object: ManagedObject, at slot: PropertySlot) -> [Element] {
    guard let place = object.layout.fetchedPlace(at: slot) else {
      object.reportUnbound()
      return []
    }
    do {
      return try object.fetchedObjects(at: place).compactMap { $0 as? Element }
    } catch {
      object.contextReference?.record(ObjectGraphError(error, otherwise: .persistentStoreOperation))
      return []
    }
  }

  public static func setManagedValue(
    _ value: [Element], of object: ManagedObject, at slot: PropertySlot
  ) {
    guard let place = object.layout.fetchedPlace(at: slot) else { return object.reportUnbound() }
    object.contextReference?.record(object.fetchedPropertyIsReadOnly(place))
  }

  public static func accepts(_ property: PropertyDescription) -> Bool {
    property is FetchedPropertyDescription
  }
}

extension ManagedObject {
  final func fetchedPropertyIsReadOnly(_ place: Int) -> ObjectGraphError {
    let name = layout.fetchedProperties[place].name
    return makeError(
      about: name, "is a fetched property and cannot be set",
      repair: "change the values that its predicate compares")
  }
}

extension EntityLayout {
  /// The slot of a fetched property, after those of the row's properties.
  func fetchedSlot(named name: String) -> PropertySlot? {
    fetchedPlace(named: name).map { PropertySlot(index: properties.count + $0, slot: -1) }
  }

  func fetchedPlace(named name: String) -> Int? { fetchedProperties.firstIndex { $0.name == name } }

  fileprivate func fetchedPlace(at slot: PropertySlot) -> Int? {
    let place = Int(slot.index) - properties.count
    return fetchedProperties.indices.contains(place) ? place : nil
  }
}
