/// Expressions, predicates and fetch requests in an archived model, as
/// texts of the format language.
///
/// How Core Data lays out those of derived attributes and fetched properties is not known; it
/// passes over keys that are not its own.
enum ArchivedRules {
  static let derivationKey = "ObjectGraphDerivationExpression"
  static let requestKey = "ObjectGraphFetchRequest"
  static let validationKey = "ObjectGraphValidationPredicates"

  private static let warning = "warning "

  /// The validation predicates of a property by their places; nil when it has none.
  static func texts(of property: PropertyDescription) -> [String: String]? {
    let predicates = property.validationPredicates
    guard !predicates.isEmpty else { return nil }
    var texts: [String: String] = [:]
    for (place, predicate) in predicates.enumerated() {
      texts["\(place)"] = predicate.predicateFormat
    }
    for (place, text) in property.validationWarnings.enumerated() {
      texts[warning + "\(place)"] = text
    }
    return texts
  }

  /// - Throws: code 134061 for a predicate that cannot be read.
  static func rules(
    _ texts: [String: String]
  ) throws -> (predicates: [FetchPredicate], warnings: [String]) {
    var predicates: [FetchPredicate] = []
    while let text = texts["\(predicates.count)"] {
      predicates.append(try FetchPredicate(format: text))
    }
    var warnings: [String] = []
    while let text = texts[warning + "\(warnings.count)"] { warnings.append(text) }
    return (predicates, warnings)
  }

  static func texts(of request: FetchRequestDescription?) -> [String: String] {
    guard let request else { return [:] }
    var texts = [
      "entity": request.entityName, "limit": "\(request.fetchLimit)",
      "offset": "\(request.fetchOffset)", "subentities": request.includesSubentities ? "YES" : "NO",
    ]
    texts["predicate"] = request.predicate?.predicateFormat
    for (place, sort) in request.sortDescriptors.enumerated() {
      texts["sort \(place)"] =
        "\(sort.ascending ? "ascending" : "descending") \(sort.comparison) \(sort.key)"
    }
    return texts
  }

  /// The request of such texts, or nil when there is none.
  ///
  /// - Throws: code 134061 for a predicate that cannot be read.
  static func request(_ texts: [String: String]) throws -> FetchRequestDescription? {
    guard let entity = texts["entity"] else { return nil }
    var request = FetchRequestDescription(entityName: entity)
    request.predicate = try texts["predicate"].map { try FetchPredicate(format: $0) }
    request.fetchLimit = texts["limit"].flatMap { Int($0) } ?? 0
    request.fetchOffset = texts["offset"].flatMap { Int($0) } ?? 0
    request.includesSubentities = texts["subentities"] != "NO"
    while let text = texts["sort \(request.sortDescriptors.count)"] {
      let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
      guard parts.count == 3 else { break }
      let comparison = FetchSortDescriptor.Comparison.allCases.first { "\($0)" == parts[1] }
      request.sortDescriptors.append(
        FetchSortDescriptor(
          key: parts[2], ascending: parts[0] == "ascending", comparison: comparison ?? .binary))
    }
    return request
  }
}
