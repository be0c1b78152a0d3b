/// Uniqueness constraints, fetch indexes, and the compound indexes of files from before 2017.
extension ModelFileReader {
  func uniquenessConstraints(of element: ModelFileElement) throws -> [[String]] {
    try groups("uniquenessConstraints", "uniquenessConstraint", "constraint", of: element)
  }

  func indexes(of element: ModelFileElement) throws -> [FetchIndexDescription] {
    let elements = element.children(named: "fetchIndex")
    _ = try names(of: elements)
    var indexes = try elements.map(fetchIndex)
    indexes.add(compounds: try groups("compoundIndexes", "compoundIndex", "index", of: element))
    return indexes
  }

  private func fetchIndex(_ element: ModelFileElement) throws -> FetchIndexDescription {
    try check(element, attributes: ["name"], children: ["fetchIndexElement"])
    guard !element.children.isEmpty else {
      throw errors.wrong("is over no property", at: element, repair: "give it an element")
    }
    return FetchIndexDescription(
      name: try name(of: element), elements: try element.children.map(indexElement))
  }

  private func indexElement(_ element: ModelFileElement) throws -> FetchIndexElementDescription {
    try check(
      element, attributes: ["property", "expression", "expressionType", "type", "order"])
    guard let property = element["property"] else {
      throw errors.wrong(
        "is over an expression, which indexes do not support", at: element,
        repair: "index a derived attribute of that expression")
    }
    guard (element["type"] ?? "Binary").lowercased() == "binary" else {
      throw errors.wrong(
        "is of type \(element["type"] ?? ""), which indexes do not support", at: element,
        repair: "make it a binary index")
    }
    switch element["order"] {
    case nil, "ascending": return .init(property)
    case "descending": return .init(property, isAscending: false)
    case let order?:
      throw errors.wrong(
        "has the unknown order \(order)", at: element, repair: "write ascending or descending")
    }
  }

  /// The values of groups of elements: `<outer><group><item value="…"/></group></outer>`.
  private func groups(
    _ outer: String, _ group: String, _ item: String, of element: ModelFileElement
  ) throws -> [[String]] {
    try element.children(named: outer).flatMap { list in
      try check(list, attributes: [], children: [group])
      return try list.children.map { child in
        try check(child, attributes: [], children: [item])
        let values = try child.children.map { try value(of: $0) }
        guard !values.isEmpty else { throw namesNothing(child) }
        return values
      }
    }
  }

  private func value(of element: ModelFileElement) throws -> String {
    try check(element, attributes: ["value"])
    guard let value = Self.text(element["value"]) else { throw namesNothing(element) }
    return value
  }

  private func namesNothing(_ element: ModelFileElement) -> ObjectGraphError {
    errors.wrong("names no property", at: element, repair: "name one, or take it out")
  }
}
