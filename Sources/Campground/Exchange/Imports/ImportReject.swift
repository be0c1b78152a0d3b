/// A row that an import rejects or doubts, and why.
public struct ImportReject: Sendable, Hashable {
  /// The row, counted from 1; a header is row 1, and a row may span several lines.
  public let row: Int

  /// The line of the file, counted from 1; nil where lines mean nothing.
  public let line: Int?

  /// The column at fault; nil for the row as a whole.
  public let column: String?

  /// The reason as a phrase without a period.
  public let reason: String

  init(row: Int, line: Int? = nil, column: String?, reason: String) {
    self.row = row
    self.line = line
    self.column = column
    self.reason = reason
  }

  init(_ problem: CSVProblem) {
    row = problem.row
    line = problem.line
    switch problem.reason {
    case .badValue(let column, let reason):
      self.column = column
      self.reason = reason
    default:
      column = nil
      reason = problem.reason.description
    }
  }
}

extension ImportReject: CustomStringConvertible {
  /// The reject as `row 12, arrival: "soon" is not a date …`.
  public var description: String {
    "row \(row)\(column.map { ", \($0)" } ?? ""): \(reason)"
  }
}
