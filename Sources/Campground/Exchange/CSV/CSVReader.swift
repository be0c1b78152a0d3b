import Foundation

/// Reads the rows of a CSV text (RFC 4180) one by one.
///
///     var reader = try CSVReader(data)
///     while let row = try reader.next() {
///       let site = row["site"]
///     }
///
/// The first row names the columns. Fields are separated by commas, semicolons or tabs, as in that
/// row. Quoted fields may contain separators, line ends and doubled quotes. Lines may end in LF,
/// CRLF or CR. A byte order mark is skipped, and so are empty lines, except in a file with one
/// column, where they are empty fields. Spaces belong to the field. The reader works on the bytes
/// and only makes a `String` for a field that is asked for.
public struct CSVReader: Sendable {
  /// The names of the columns.
  public let header: CSVHeader

  private var scanner: CSVScanner

  /// Makes a reader at the first row after the header.
  ///
  /// - Parameter encoding: the encoding of a file without a byte order mark.
  /// - Throws: `CSVProblem` when the data is not UTF-8, or the header is missing, unreadable, or
  ///   names a column twice; `ImportError` when it is not in another encoding. All of the data is
  ///   checked, in linear time.
  public init(_ data: Data, encoding: TextEncoding = .utf8) throws {
    var scanner = try CSVScanner(TextFile.utf8(data, encoding: encoding))
    guard let names = try scanner.nextRecord(width: nil) else {
      throw CSVProblem(row: 1, line: 1, column: 1, reason: .noHeader)
    }
    self.header = try CSVHeader(names)
    self.scanner = scanner
  }

  /// Reads the next row; nil after the last one.
  ///
  /// After a row with too few or too many fields, the reader continues with the next row, so that
  /// an import can report every reject.
  ///
  /// - Throws: `CSVProblem` with row, line and column.
  public mutating func next() throws(CSVProblem) -> CSVRow? {
    guard let record = try scanner.nextRecord(width: header.names.count) else { return nil }
    guard record.fields.count == header.names.count else {
      throw CSVProblem(
        row: record.number, line: record.line, column: 1,
        reason: .wrongFieldCount(found: record.fields.count, expected: header.names.count))
    }
    return CSVRow(header: header, record: record)
  }
}
