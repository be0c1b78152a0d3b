/// One row of a CSV text, with as many fields as the header.
public struct CSVRow: Sendable {
  /// The columns.
  public let header: CSVHeader

  let record: CSVRecord

  /// The row's number, counted from 1, the header being row 1.
  public var number: Int { record.number }

  /// The line of the file on which the row begins, counted from 1.
  public var line: Int { record.line }

  /// The fields in the order of the file.
  public var fields: [String] { record.fields.indices.map(text) }

  /// The field of the column, empty text included; nil when there is no such column.
  public subscript(name: String) -> String? {
    header.index(of: name).map(text)
  }

  /// The text of a field, without the apostrophe by which our files keep a spreadsheet from taking
  /// a text for a formula.
  private func text(_ index: Int) -> String {
    let text = record.text(index)
    guard text.utf8.first == UInt8(ascii: "'"),
      let first = text.utf8.first(where: { $0 != UInt8(ascii: "'") }),
      "=+-@\t".utf8.contains(first)
    else { return text }
    return String(text.dropFirst())
  }

  /// The field of the column with an index, from 0.
  subscript(column index: Int) -> String { text(index) }

  /// A problem at this row's field of a column, for an unusable value.
  public func problem(_ name: String, _ reason: String) -> CSVProblem {
    let place = header.index(of: name).map(record.place) ?? (record.line, 1)
    return CSVProblem(
      row: number, line: place.0, column: place.1,
      reason: .badValue(column: name, reason: reason))
  }
}
