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
  /// The start of a path, and its keys; nil for anything but a path.
  var pathParts: (variable: String?, keys: [String])? {
    switch kind {
    case .keyPath(let keys): return (nil, keys)
    case .variable(let name):
      let keys = name.split(separator: ".").map(String.init)
      return keys.first.map { ($0, Array(keys.dropFirst())) }
    default: return nil
    }
  }

  /// The value computed from each element of the single collection that the expression's paths go
  /// through, as in `ANY lowercase(tags.name) == 'shade'`; nil if the expression is not computed,
  /// or its paths go through no collection.
  ///
  /// - Parameters:
  ///   - element: the variable for an element.
  ///   - collection: returns the collection along a path.
  /// - Throws: `invalidArgument` if there are two collections.
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
          "ANY, ALL and NONE apply to the objects of one collection,"
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
