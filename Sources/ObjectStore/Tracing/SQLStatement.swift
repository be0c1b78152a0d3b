import Foundation

/// A statement executed by an SQLite store.
public struct SQLStatement: Sendable {
  /// The text, with a `?` for each parameter.
  public let sql: String

  /// The values of the parameters, in order; empty if no observer requested them.
  public let bindings: [SQLParameter]

  /// The time from its first step to its end, including the creation of rows.
  public let duration: Duration

  /// The number of rows returned.
  public let rowCount: Int

  /// The number of rows inserted, updated or deleted; nil for a statement that does not write.
  public let changeCount: Int?

  /// SQLite's plan; nil if no observer requested it, and for statements without a plan.
  public let queryPlan: QueryPlan?

  /// The URL of the store.
  public let storeURL: URL
}

extension SQLStatement: CustomStringConvertible {
  /// The duration, the result, and the text: `0.41 ms, 10 rows: SELECT …`.
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
  /// The number followed by a noun: `1 row`, `2 rows`.
  package func text(of noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
