/// The part of a path that leads to a collection: a variable, or nil for the evaluated object, and
/// keys.
struct CollectionPath: Hashable {
  let variable: String?
  let keys: [String]

  fileprivate var text: String {
    ((variable.map { ["$\($0)"] } ?? []) + keys).joined(separator: ".")
  }
}

extension ExpressionNode {
  /// Where a path starts, and the keys that it follows; nil for what is no path.
  var pathParts: (variable: String?, keys: [String])? {
    switch kind {
    case .keyPath(let keys): return (nil, keys)
    case .variable(let name):
      let keys = name.split(separator: ".").map(String.init)
      return keys.first.map { ($0, Array(keys.dropFirst())) }
    default: return nil
    }
  }

  /// What is computed of each element of the one collection that the paths of the expression go
  /// over, `ANY lowercase(tags.name) == 'shade'`; nil where it is no computed value, or its paths go
  /// over none.
  ///
  /// - Parameters:
  ///   - element: the variable that is to stand for an element.
  ///   - collection: tells the collection that a path goes over.
  /// - Throws: `invalidArgument` when there are two.
  func overElements(
    named element: String, _ collection: (ExpressionNode) throws -> CollectionPath?
  ) throws -> (collection: CollectionPath, value: ExpressionNode)? {
    guard isComputed else { return nil }
    var found: CollectionPath?
    let value = try mappingPaths { leaf in
      guard let path = try collection(leaf) else { return leaf }
      if let found, found != path {
        throw ObjectGraphError(
          .invalidArgument,
          "ANY, ALL and NONE speak of the objects of one collection,"
            + " \(found.text) and \(path.text) are two",
          repair: "nest them: SUBQUERY(\(found.text), $x, …).@count > 0", key: path.text)
      }
      found = path
      let rest = leaf.pathParts?.keys.dropFirst(path.keys.count) ?? []
      return leaf.with(.variable(([element] + rest).joined(separator: ".")))
    }
    return found.map { ($0, value) }
  }
}
