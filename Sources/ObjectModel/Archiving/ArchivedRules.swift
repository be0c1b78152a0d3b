/// Expressions, predicates and fetch requests in an archived model, as texts in the format
/// language.
///
/// How Core Data archives those of derived attributes and fetched properties is not known; it
/// ignores keys that it does not use.
enum ArchivedRules {
  static let derivationKey = "ObjectGraphDerivationExpression"
  static let requestKey = "ObjectGraphFetchRequest"
  static let validationKey = "ObjectGraphValidationPredicates"

  private static let warning = "warning "
  private static let sort = "sort "

  /// The validation predicates of a property, keyed by index.
  static func texts(of property: PropertyDescription) -> [String: String] {
    var texts: [String: String] = [:]
    texts.set(property.validationPredicates.map(\.predicateFormat), under: "")
    texts.set(property.validationWarnings, under: warning)
    return texts
  }

  /// Sets the validation predicates from texts.
  ///
  /// - Throws: code 134061 for a predicate that cannot be parsed.
  static func read(_ texts: [String: String], into property: PropertyDescription) throws {
    property.setValidationPredicates(
      try texts.list(under: "").map { try FetchPredicate(format: $0) },
      withValidationWarnings: texts.list(under: warning))
  }

  static func texts(of request: FetchRequestDescription?) -> [String: String] {
    guard let request else { return [:] }
    var texts = [
      "entity": request.entityName, "limit": "\(request.fetchLimit)",
      "offset": "\(request.fetchOffset)", "subentities": request.includesSubentities ? "YES" : "NO",
    ]
    texts["predicate"] = request.predicate?.predicateFormat
    texts.set(
      request.sortDescriptors.map {
        "\($0.ascending ? "ascending" : "descending") \($0.comparison) \($0.key)"
      }, under: sort)
    return texts
  }

  /// The request in texts, or nil if there is none.
  ///
  /// - Throws: code 134061 for a predicate that cannot be parsed.
  static func request(_ texts: [String: String]) throws -> FetchRequestDescription? {
    guard let entity = texts["entity"] else { return nil }
    return FetchRequestDescription(
      entityName: entity,
      predicate: try texts["predicate"].map { try FetchPredicate(format: $0) },
      sortDescriptors: texts.list(under: sort).compactMap(sortDescriptor),
      fetchLimit: texts["limit"].flatMap { Int($0) } ?? 0,
      fetchOffset: texts["offset"].flatMap { Int($0) } ?? 0,
      includesSubentities: texts["subentities"] != "NO")
  }

  private static func sortDescriptor(_ text: String) -> FetchSortDescriptor? {
    let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
    guard parts.count == 3 else { return nil }
    let comparison = FetchSortDescriptor.Comparison.allCases.first { "\($0)" == parts[1] }
    return FetchSortDescriptor(
      key: parts[2], ascending: parts[0] == "ascending", comparison: comparison ?? .binary)
  }
}

/// Lists in a dictionary of texts: `sort 0`, `sort 1` and so on.
extension [String: String] {
  fileprivate mutating func set(_ values: [String], under name: String) {
    for (place, value) in values.enumerated() { self["\(name)\(place)"] = value }
  }

  fileprivate func list(under name: String) -> [String] {
    var values: [String] = []
    while let value = self["\(name)\(values.count)"] { values.append(value) }
    return values
  }
}
