import Foundation

/// A statement that a SQLite store ran.
public struct SQLStatement: Sendable {
  /// The text, with a `?` for each parameter.
  public let sql: String

  /// The parameters' values in their order; empty where no observer asked for them.
  public let bindings: [SQLParameter]

  /// From its first step to its end, the making of rows in between included.
  public let duration: Duration

  /// How many rows it gave.
  public let rowCount: Int

  /// How many rows it inserted, updated or deleted; nil for a statement that does no such thing.
  public let changeCount: Int?

  /// How SQLite carries it out; nil where no observer asked for that, and for what has no plan.
  public let queryPlan: QueryPlan?

  /// Where the store is.
  public let storeURL: URL
}

extension SQLStatement: CustomStringConvertible {
  /// The duration, what came of it, and the text: `0.41 ms, 10 rows: SELECT …`.
  public var description: String { "\(duration.shortText)\(outcome): \(sql)" }

  private var outcome: String {
    if let changeCount { return ", \(changeCount.text(of: "row")) changed" }
    guard rowCount > 0 || sql.hasPrefix("SELECT") else { return "" }
    return ", \(rowCount.text(of: "row"))"
  }
}

extension Duration {
  /// In microseconds, milliseconds or seconds, with three digits.
  package var shortText: String {
    let (seconds, attoseconds) = components
    let total = Double(seconds) + Double(attoseconds) / 1e18
    let (number, unit) =
      total < 0.000_999_5
      ? (total * 1e6, "µs") : total < 0.999_5 ? (total * 1e3, "ms") : (total, "s")
    let places = unit == "µs" || number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2
    return String(format: "%.\(places)f %@", number, unit)
  }
}

extension Int {
  /// The number with a noun behind it: `1 row`, `2 rows`.
  package func text(of noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
