/// Fetched properties and fetch request templates.
extension ModelFileReader {
  func fetchedProperty(_ element: ModelFileElement) throws -> FetchedPropertyDescription {
    try check(
      element,
      attributes: [
        "name", "optional", "transient", "syncable", "elementID", "versionHashModifier",
      ],
      children: ["fetchRequest", "userInfo"])
    let requests = element.children(named: "fetchRequest")
    guard let request = requests.first, requests.count == 1 else {
      throw errors.wrong(
        "has \(requests.count) fetch requests", at: element, repair: "give it one")
    }
    let property = FetchedPropertyDescription(
      try name(of: element), fetches: try fetchRequest(request))
    try fill(property, from: element)
    return property
  }

  func addFetchRequestTemplates(to model: ManagedObjectModel) throws {
    let elements = root.children(named: "fetchRequest")
    for (name, element) in zip(try names(of: elements), elements) {
      let request = try fetchRequest(element)
      do throws(ObjectGraphError) {
        try model.setFetchRequestTemplate(request, forName: name)
      } catch {
        throw errors.wrong(
          "asks for what is not there: \(error.message)", at: element,
          repair: error.repair ?? "mend the request")
      }
    }
  }

  private func fetchRequest(_ element: ModelFileElement) throws -> FetchRequestDescription {
    try check(
      element,
      attributes: [
        "name", "entity", "predicateString", "fetchLimit", "fetchBatchSize", "resultType",
        "includeSubentities", "includePropertyValues", "includePendingChanges",
        "returnObjectsAsFaults", "returnDistinctResults",
      ])
    let entity = element["entity"] ?? ""
    guard root.children(named: "entity").contains(where: { $0["name"] == entity }) else {
      throw errors.wrong(
        "fetches the unknown entity \(entity)", at: element,
        repair: "name an entity of the model as entity")
    }
    var request = FetchRequestDescription(
      entityName: entity,
      predicate: try parsed("predicateString", of: element) { try FetchPredicate(format: $0) },
      fetchLimit: try count("fetchLimit", of: element) ?? 0)
    request.fetchBatchSize = try count("fetchBatchSize", of: element) ?? 0
    request.includesSubentities = try flag("includeSubentities", of: element, else: true)
    request.includesPropertyValues = try flag("includePropertyValues", of: element, else: true)
    request.includesPendingChanges = try flag("includePendingChanges", of: element, else: true)
    request.returnsObjectsAsFaults = try flag("returnObjectsAsFaults", of: element, else: true)
    request.returnsDistinctResults = try flag("returnDistinctResults", of: element)
    request.resultType = try resultType(of: element)
    return request
  }

  private func resultType(of element: ModelFileElement) throws -> FetchRequestResultType {
    let text = element["resultType"] ?? "0"
    let types = FetchRequestResultType.allCases
    guard let type = types.first(where: { [$0.modelFileName, "\($0.rawValue)"].contains(text) })
    else {
      throw errors.wrong(
        "has the unknown resultType \"\(text)\"", at: element,
        repair: "use one of \(types.map { "\($0.rawValue)" }.joined(separator: ", "))")
    }
    return type
  }
}

extension FetchRequestResultType {
  /// The name of Core Data's constant.
  fileprivate var modelFileName: String {
    switch self {
    case .managedObjectResultType: "NSManagedObjectResultType"
    case .managedObjectIDResultType: "NSManagedObjectIDResultType"
    case .dictionaryResultType: "NSDictionaryResultType"
    case .countResultType: "NSCountResultType"
    }
  }
}
