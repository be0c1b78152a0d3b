/// `ANY`, `ALL` and `NONE` over what is computed of each element of a collection.
extension PlainEvaluation {
  /// The collection that a path goes over.
  private struct Collection {
    /// The variable that the path begins with; nil for the evaluated object.
    let variable: String?
    let keys: [String]
    let elements: [PlainValue]

    func isSame(as other: Collection) -> Bool { variable == other.variable && keys == other.keys }
  }

  /// The values that an expression has for the elements of the collection that it goes over; nil
  /// where it is no computed value, or goes over none.
  func valuesOfElements(of node: ExpressionNode) throws -> [PlainValue]? {
    guard node.isComputed else { return nil }
    var found: [Collection] = []
    _ = try node.mappingPaths { leaf in
      if let collection = try collection(at: leaf), !found.contains(where: collection.isSame) {
        found.append(collection)
      }
      return leaf
    }
    guard let collection = found.first else { return nil }
    guard found.count == 1 else {
      throw ObjectGraphError(
        .invalidArgument, "ANY, ALL and NONE speak of the elements of one collection",
        repair: "nest them: SUBQUERY(collection, $x, …).@count > 0")
    }
    // No variable that is written has a space in its name.
    let variable = "an element"
    let computed = try node.mappingPaths { leaf in
      guard try self.collection(at: leaf)?.isSame(as: collection) == true else { return leaf }
      let keys = parts(of: leaf).keys.dropFirst(collection.keys.count)
      return .variable(([variable] + keys).joined(separator: "."))
    }
    return try collection.elements.map { element in
      var inner = self
      inner.variables[variable] = element
      return try inner.value(of: computed)
    }
  }

  private func parts(of leaf: ExpressionNode) -> (variable: String?, keys: ArraySlice<String>) {
    switch leaf.kind {
    case .keyPath(let keys): return (nil, keys[...])
    case .variable(let name):
      let keys = name.split(separator: ".").map(String.init)
      return (keys.first, keys.dropFirst())
    default: return (nil, [])
    }
  }

  private func collection(at leaf: ExpressionNode) throws -> Collection? {
    let (variable, keys) = parts(of: leaf)
    guard var current = variable.map({ variables[$0] }) ?? object else { return nil }
    var last: Collection?
    for index in keys.startIndex...keys.endIndex {
      if last == nil || current.isNested, let elements = current.elements {
        last = Collection(variable: variable, keys: Array(keys[..<index]), elements: elements)
        current = .list(elements)
      }
      if index < keys.endIndex { current = try current.value(forKey: keys[index]) }
    }
    return last
  }
}
