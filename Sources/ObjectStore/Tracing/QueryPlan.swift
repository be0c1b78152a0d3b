/// How SQLite carries out a statement: what its `EXPLAIN QUERY PLAN` says, as a tree.
public struct QueryPlan: Sendable, Hashable {
  /// One step, with those that it consists of.
  public struct Step: Sendable, Hashable {
    /// SQLite's words, such as `SEARCH t0 USING INDEX Z_Camper_fullName (ZFULLNAME=?)`.
    public let detail: String
    public let children: [Step]
  }

  /// The outermost steps in their order.
  public let steps: [Step]

  /// All steps, each before those that it consists of.
  public var allSteps: [Step] { Self.flattened(steps) }

  private static func flattened(_ steps: [Step]) -> [Step] {
    steps.flatMap { [$0] + flattened($0.children) }
  }

  /// - Parameter rows: SQLite's answer; a step follows the one that it is part of.
  init(rows: [(id: Int64, parent: Int64, detail: String)]) {
    func steps(of parent: Int64) -> [Step] {
      rows.filter { $0.parent == parent && $0.id != parent }
        .map { Step(detail: $0.detail, children: steps(of: $0.id)) }
    }
    self.steps = steps(of: 0)
  }
}

extension QueryPlan: CustomStringConvertible {
  /// The tree as the sqlite3 shell draws it, without its heading.
  public var description: String { lines.joined(separator: "\n") }

  package var lines: [String] { Self.lines(of: steps, indent: "") }

  private static func lines(of steps: [Step], indent: String) -> [String] {
    steps.indices.flatMap { index -> [String] in
      let isLast = index == steps.count - 1
      return [indent + (isLast ? "`--" : "|--") + steps[index].detail]
        + lines(of: steps[index].children, indent: indent + (isLast ? "   " : "|  "))
    }
  }
}
