/// The names of a dictionary's values in a condition on groups: `$count`, `count`,
/// `camper.fullName`.
extension PredicateNode {
  /// The tree with each variable and key path that is one of the names replaced by that single key.
  func naming(_ names: Set<String>) throws -> PredicateNode {
    try replacing { node in
      let name: String
      switch node.kind {
      case .variable(let variable): name = variable
      case .keyPath(let keys) where !keys.isEmpty: name = keys.joined(separator: ".")
      case .function(let function, _) where function.aggregate == nil: return nil
      case .function, .collection, .subquery, .keyPath:
        throw ObjectGraphError(
          .invalidArgument,
          "\(FormatPrinter.text(of: node)) cannot be used in a condition on groups",
          repair: "fetch it under a name, and write $NAME")
      default: return nil
      }
      return names.contains(name) ? node.with(.keyPath([name])) : node
    }
  }
}
