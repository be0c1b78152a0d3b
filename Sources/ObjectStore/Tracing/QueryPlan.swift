/// SQLite's plan for a statement, from `EXPLAIN QUERY PLAN`, as a tree.
public struct QueryPlan: Sendable, Hashable {
  /// A step, with its substeps.
  public struct Step: Sendable, Hashable {
    /// SQLite's description, such as `SEARCH t0 USING INDEX Z_Camper_fullName (ZFULLNAME=?)`.
    public let detail: String
    /// The substeps, in order.
    public let children: [Step]
  }

  /// The outermost steps, in order.
  public let steps: [Step]

  /// All steps, each followed by its substeps.
  public var allSteps: [Step] { Self.flattened(steps) }

  private static func flattened(_ steps: [Step]) -> [Step] {
    steps.flatMap { [$0] + flattened($0.children) }
  }

  /// - Parameter rows: SQLite's rows, in which a step follows its parent.
  init(rows: [(id: Int64, parent: Int64, detail: String)]) {
    func steps(of parent: Int64) -> [Step] {
      rows.filter { $0.parent == parent && $0.id != parent }
        .map { Step(detail: $0.detail, children: steps(of: $0.id)) }
    }
    self.steps = steps(of: 0)
  }
}

extension QueryPlan: CustomStringConvertible {
  /// The tree as drawn by the sqlite3 shell, without its heading.
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
