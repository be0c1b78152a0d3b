/// A place in a CSV text that cannot be read, and the reason.
public struct CSVProblem: Error, Hashable, Sendable {
  /// The ways in which a CSV text can be invalid.
  public enum Reason: Hashable, Sendable {
    /// There is no header row.
    case noHeader
    /// The header names the same column twice.
    case duplicateColumn(String)
    /// A required column is not in the header.
    case missingColumn(String, available: [String])
    /// The number of fields in the row differs from the header.
    case wrongFieldCount(found: Int, expected: Int)
    /// A field begins with a quote that nothing closes.
    case unterminatedQuote
    /// A quote stands inside a field that does not begin with one.
    case quoteInsideField
    /// Text follows the quote that closes a field.
    case textAfterQuote
    /// The bytes are not UTF-8.
    case notUTF8
    /// The value of a field cannot be used; the text says why.
    case badValue(column: String, reason: String)
  }

  /// The row, counted from 1, the header being row 1; a row may span several lines.
  public let row: Int

  /// The line of the file, counted from 1.
  public let line: Int

  /// The position in that line, in characters counted from 1.
  public let column: Int

  /// What is wrong.
  public let reason: Reason
}

extension CSVProblem: CustomStringConvertible {
  /// The place, the reason and the remedy, on one line.
  public var description: String {
    "row \(row), line \(line), column \(column): \(reason)"
  }
}

extension CSVProblem.Reason: CustomStringConvertible {
  /// The reason without its place.
  public var description: String {
    switch self {
    case .noHeader:
      return "the file is empty; the first row must name the columns"
    case .duplicateColumn(let name):
      return "the header has the column \"\(name)\" twice"
    case .missingColumn(let name, let available):
      return "there is no column \"\(name)\"; the columns are \(available.joined(separator: ", "))"
    case .wrongFieldCount(let found, let expected):
      let remedy = found < expected ? "too few" : "too many; put a field with a comma in quotes"
      return "\(found) field\(found == 1 ? "" : "s") where the header has \(expected): \(remedy)"
    case .unterminatedQuote:
      return "this quote is never closed"
    case .quoteInsideField:
      return "a quote inside a field; put the field in quotes and double the quote"
    case .textAfterQuote:
      return "text after a closing quote; double a quote inside a quoted field"
    case .notUTF8:
      return "the file is not UTF-8 from here on; save it as UTF-8, or name its encoding"
    case .badValue(let column, let reason):
      return "\(column): \(reason)"
    }
  }
}
