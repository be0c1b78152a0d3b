/// Uniqueness constraints, fetch indexes, and the compound indexes of files from before 2017.
extension ModelFileReader {
  func indexes(of element: ModelFileElement) throws -> [FetchIndexDescription] {
    let elements = element.children(named: "fetchIndex")
    var indexes = try zip(elements.names(), elements).map { name, element in
      guard !element.children.isEmpty else {
        throw element.wrong("has no properties", repair: "give it an element")
      }
      return FetchIndexDescription(name: name, elements: try element.children.map(indexElement))
    }
    indexes.add(compounds: try groups("compoundIndexes", of: element))
    return indexes
  }

  /// Leaves out elements that name no column, as Core Data does, with a warning.
  func removeIgnoredIndexElements(of entity: EntityDescription, _ element: ModelFileElement) {
    for (index, key) in entity.removeIgnoredIndexElements() {
      let place = element.children(named: "fetchIndex").first { $0["name"] == index } ?? element
      let error = place.wrong(
        "indexes \(key), which is neither a stored attribute nor a to-one relationship",
        repair: "remove it", entity: entity.name)
      ModelReport.warn("\(error.message); it is left out of the index")
    }
  }

  private func indexElement(_ element: ModelFileElement) throws -> FetchIndexElementDescription {
    guard let property = element["property"] else {
      throw element.wrong(
        "uses an expression, which indexes do not support",
        repair: "index a derived attribute of that expression")
    }
    guard (element["type"] ?? "Binary").lowercased() == "binary" else {
      throw element.wrong(
        "is of type \(element["type"] ?? ""), which indexes do not support",
        repair: "make it a binary index")
    }
    switch element["order"] {
    case nil, "ascending": return .init(property)
    case "descending": return .init(property, isAscending: false)
    case let order?:
      throw element.wrong(
        "has the unknown order \(order)", repair: "write ascending or descending")
    }
  }

  /// The values in groups of elements: `<outer><group><item value="…"/></group></outer>`.
  func groups(_ outer: String, of element: ModelFileElement) throws -> [[String]] {
    func namesNothing(_ element: ModelFileElement) -> ObjectGraphError {
      element.wrong("names no property", repair: "name one, or remove it")
    }
    return try element.children(named: outer).flatMap(\.children).map { group in
      guard !group.children.isEmpty else { throw namesNothing(group) }
      return try group.children.map { item in
        guard let value = item.text("value") else { throw namesNothing(item) }
        return value
      }
    }
  }
}
