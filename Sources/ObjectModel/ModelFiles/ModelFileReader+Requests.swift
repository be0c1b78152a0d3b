/// Fetched properties and fetch request templates.
extension ModelFileReader {
  func fetchedProperty(_ element: ModelFileElement) throws -> FetchedPropertyDescription {
    let requests = element.children(named: "fetchRequest")
    guard let request = requests.first, requests.count == 1 else {
      throw element.wrong("has \(requests.count) fetch requests", repair: "give it one")
    }
    let property = FetchedPropertyDescription(
      try element.ownName(), fetches: try fetchRequest(request))
    try fill(property, from: element)
    return property
  }

  func addFetchRequestTemplates(to model: ManagedObjectModel) throws {
    let elements = root.children(named: "fetchRequest")
    for (name, element) in zip(try elements.names(), elements) {
      let request = try fetchRequest(element)
      do throws(ObjectGraphError) {
        try model.setFetchRequestTemplate(request, forName: name)
      } catch {
        throw element.wrong(
          "has an invalid fetch request: \(error.message)",
          repair: error.repair ?? "fix the request"
        )
      }
    }
  }

  private func fetchRequest(_ element: ModelFileElement) throws -> FetchRequestDescription {
    let entity = element["entity"] ?? ""
    guard root.children(named: "entity").contains(where: { $0["name"] == entity }) else {
      throw element.wrong(
        "fetches the unknown entity \(entity)", repair: "name an entity of the model as entity")
    }
    var request = FetchRequestDescription(
      entityName: entity,
      predicate: try element.parsed("predicateString") { try FetchPredicate(format: $0) },
      fetchLimit: try element.count("fetchLimit") ?? 0)
    request.fetchBatchSize = try element.count("fetchBatchSize") ?? 0
    request.includesSubentities = try element.flag("includeSubentities", else: true)
    request.includesPropertyValues = try element.flag("includePropertyValues", else: true)
    request.includesPendingChanges = try element.flag("includePendingChanges", else: true)
    request.returnsObjectsAsFaults = try element.flag("returnObjectsAsFaults", else: true)
    request.returnsDistinctResults = try element.flag("returnDistinctResults")
    request.resultType = try resultType(of: element)
    return request
  }

  /// Core Data's constants, by name.
  private static let resultTypes: [String: FetchRequestResultType] = [
    "NSManagedObjectResultType": .managedObjectResultType,
    "NSManagedObjectIDResultType": .managedObjectIDResultType,
    "NSDictionaryResultType": .dictionaryResultType, "NSCountResultType": .countResultType,
  ]

  private func resultType(of element: ModelFileElement) throws -> FetchRequestResultType {
    let text = element["resultType"] ?? "0"
    let types = FetchRequestResultType.allCases
    guard let type = Self.resultTypes[text] ?? types.first(where: { "\($0.rawValue)" == text })
    else {
      throw element.wrong(
        "has the unknown resultType \"\(text)\"",
        repair: "use one of \(types.map { "\($0.rawValue)" }.joined(separator: ", "))")
    }
    return type
  }
}
