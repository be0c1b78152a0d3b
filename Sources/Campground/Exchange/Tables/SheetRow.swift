import Foundation

/// A row of a spreadsheet, read by fields.
struct SheetRow {
  let source: CSVRow
  let map: ColumnMap

  /// Texts for a number, date or amount that is not known.
  private static let unknown: Set = ["na", "n/a", "null", "none", "-", "–"]

  /// The text of a field without white space around it; nil when nothing is left. Several columns are
  /// joined by commas.
  func text(_ field: ImportField) -> String? {
    let texts = map.columns(of: field).compactMap { NameRule.optional(source[column: $0]) }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// A line of text; nil when the field is empty.
  func line(_ field: ImportField) throws(CSVProblem) -> String? {
    do {
      return try NameRule.line(text(field), of: field.rawValue)
    } catch {
      throw problem(field, error.text)
    }
  }

  /// The text of a number, a date or an amount; nil for an unknown one.
  func value(_ field: ImportField) -> String? {
    text(field).flatMap { Self.unknown.contains($0.lowercased()) ? nil : $0 }
  }

  /// A whole number from 0 to 32767, the sum of the field's columns; nil when they are all empty.
  func integer(_ field: ImportField) throws(CSVProblem) -> Int? {
    var sum: Int?
    for column in map.columns(of: field) {
      guard let text = NameRule.optional(source[column: column]),
        !Self.unknown.contains(text.lowercased())
      else { continue }
      guard let number = Decimal(exactly: text),
        let value = Int16(exactly: number as NSDecimalNumber),
        value >= 0
      else {
        throw source.problem(
          source.header.names[column], "\"\(text)\" is not a whole number from 0 to 32767")
      }
      sum = (sum ?? 0) + Int(value)
    }
    return sum
  }

  /// A date; nil when the field is empty.
  func date(_ field: ImportField, as form: DateForm) throws(CSVProblem) -> CalendarDate? {
    guard let text = value(field) else { return nil }
    if let date = form.date(text) { return date }
    do {
      return try CalendarDate(parsing: text)
    } catch .notADate {
      throw problem(field, "\"\(text)\" is not a date, like 2026-07-01 or \(form.example)")
    } catch {
      throw problem(field, "\(error)")
    }
  }

  /// An amount; nil when the field is empty.
  func amount(
    _ field: ImportField, as form: AmountForm, _ currency: Currency
  ) throws(CSVProblem) -> Decimal? {
    guard let text = value(field) else { return nil }
    do {
      return try form.amount(text, currency)
    } catch {
      throw problem(field, "\(error)")
    }
  }

  /// A problem at this row's first column of a field.
  func problem(_ field: ImportField, _ reason: String) -> CSVProblem {
    let name = map.columns(of: field).first.map { source.header.names[$0] }
    return source.problem(name ?? field.rawValue, reason)
  }
}
