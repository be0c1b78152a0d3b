import Foundation

/// The fields of a row as values; a missing column is an empty field.
extension CSVRow {
  /// The text without white space around it; nil when nothing is left.
  func text(_ column: String) -> String? {
    NameRule.optional(self[column])
  }

  /// A line of text, such as a name; nil when the field is empty.
  func line(_ column: String) throws(CSVProblem) -> String? {
    do {
      return try NameRule.line(self[column], of: column)
    } catch {
      throw problem(column, error.description)
    }
  }

  /// A whole number from 0 to 32767; nil when the field is empty or "N/A".
  func integer(_ column: String) throws(CSVProblem) -> Int16? {
    guard let text = text(column), text.uppercased() != "N/A" else { return nil }
    guard let value = Int16(text), value >= 0 else {
      throw problem(column, "\"\(text)\" is not a whole number from 0 to 32767")
    }
    return value
  }

  /// A number within a range; nil when the field is empty.
  func number(_ column: String, in range: ClosedRange<Double>) throws(CSVProblem) -> Double? {
    guard let text = text(column) else { return nil }
    guard let value = Double(text), range.contains(value) else {
      throw problem(
        column,
        "\"\(text)\" is not a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    }
    return value
  }

  /// An exact number; nil when the field is empty.
  func decimal(_ column: String) throws(CSVProblem) -> Decimal? {
    guard let text = text(column) else { return nil }
    guard let value = Decimal(exactly: text) else {
      throw problem(column, "\"\(text)\" is not an amount, like 12.50")
    }
    return value
  }

  /// Whether the field says yes; an empty one says no.
  func boolean(_ column: String) throws(CSVProblem) -> Bool {
    guard let text = text(column), !Self.isNo(text) else { return false }
    guard ["true", "yes", "y", "1"].contains(text.lowercased()) else {
      throw problem(column, "\"\(text)\" is not true or false")
    }
    return true
  }

  /// Whether the field has any value but a denial: `Full` for shade, `Domestic` for pets.
  func isSaid(_ column: String) -> Bool {
    text(column).map { !Self.isNo($0) } ?? false
  }

  /// Whether a text says no or not applicable.
  static func isNo(_ text: String) -> Bool {
    ["no", "n", "none", "n/a", "false", "0"].contains(text.lowercased())
  }
}
