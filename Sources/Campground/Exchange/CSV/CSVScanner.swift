/// Splits the bytes of a CSV text into records.
struct CSVScanner: Sendable {
  static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private let bytes: [UInt8]
  /// The byte between fields.
  private let separator: UInt8
  private var position: Int
  private var line = 1
  private var recordCount = 0

  /// - Parameter bytes: the text, without a byte order mark.
  init(_ bytes: [UInt8]) throws(CSVProblem) {
    self.bytes = bytes
    (separator, position) = Self.separator(of: bytes)
    if position > 0 { (line, recordCount) = (2, 1) }
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      let place = Self.place(of: error.byteOffsets.lowerBound, in: bytes, from: 0, line: 1)
      // Rows cannot be counted in invalid text; lines are the closest substitute.
      throw CSVProblem(row: place.line, line: place.line, column: place.column, reason: .notUTF8)
    }
  }

  /// The byte between the fields of a text, and where its first record begins: the separator that a
  /// spreadsheet declares in a line of its own, `sep=;`, or whichever of comma, semicolon and tab is
  /// the most frequent in the header.
  private static func separator(of bytes: [UInt8]) -> (separator: UInt8, start: Int) {
    let known = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    if bytes.count > 4, bytes.starts(with: Array("sep=".utf8)), known.contains(bytes[4]) {
      let end = bytes[5...].prefix { $0 == carriageReturn || $0 == lineFeed }.prefix(2).endIndex
      if end > 5 { return (bytes[4], end) }
    }
    var counts = [0, 0, 0]
    var isQuoted = false
    for byte in bytes {
      if byte == quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == lineFeed || byte == carriageReturn { break }
      if let place = known.firstIndex(of: byte) { counts[place] += 1 }
    }
    let most = counts.max() ?? 0
    return (known[counts.firstIndex(of: most) ?? 0], 0)
  }

  /// The next record, nil at the end; `width` is the number of columns, nil before it is known.
  mutating func nextRecord(width: Int?) throws(CSVProblem) -> CSVRecord? {
    if width != 1 {
      while position < bytes.count, isLineEnd(bytes[position]) {
        skipLineEnd()
        recordCount += width == nil ? 0 : 1
      }
    }
    guard position < bytes.count else { return nil }
    recordCount += 1
    var record = CSVRecord(bytes: bytes, number: recordCount, line: line, start: position)
    record.fields.reserveCapacity(width ?? 16)
    while true {
      record.fields.append(try nextField(of: record))
      guard position < bytes.count else { return record }
      guard bytes[position] == separator else {
        skipLineEnd()
        return record
      }
      position += 1
    }
  }

  /// Reads a field and stops at the comma or line end after it.
  private mutating func nextField(of record: CSVRecord) throws(CSVProblem) -> CSVRecord.Field {
    let start = position
    guard start < bytes.count, bytes[start] == Self.quote else {
      while position < bytes.count, bytes[position] != separator, !isLineEnd(bytes[position]) {
        guard bytes[position] != Self.quote else {
          throw problem(.quoteInsideField, at: position, in: record)
        }
        position += 1
      }
      return .init(start: start, end: position, isQuoted: false, hasDoubledQuotes: false)
    }
    return try nextQuotedField(of: record)
  }

  private mutating func nextQuotedField(
    of record: CSVRecord
  ) throws(CSVProblem) -> CSVRecord.Field {
    let start = position + 1
    var hasDoubledQuotes = false
    position = start
    while position < bytes.count {
      let byte = bytes[position]
      if byte == Self.quote {
        guard position + 1 < bytes.count, bytes[position + 1] == Self.quote else { break }
        hasDoubledQuotes = true
        position += 2
      } else if isLineEnd(byte) {
        skipLineEnd()
      } else {
        position += 1
      }
    }
    guard position < bytes.count else {
      throw problem(.unterminatedQuote, at: start - 1, in: record)
    }
    let end = position
    position += 1
    guard position == bytes.count || bytes[position] == separator || isLineEnd(bytes[position])
    else { throw problem(.textAfterQuote, at: position, in: record) }
    return .init(start: start, end: end, isQuoted: true, hasDoubledQuotes: hasDoubledQuotes)
  }

  private func isLineEnd(_ byte: UInt8) -> Bool {
    byte == Self.lineFeed || byte == Self.carriageReturn
  }

  private mutating func skipLineEnd() {
    let isPair =
      bytes[position] == Self.carriageReturn && position + 1 < bytes.count
      && bytes[position + 1] == Self.lineFeed
    position += isPair ? 2 : 1
    line += 1
  }

  /// Reports a problem and ends the reading: after a broken quote, it is unknown where the next row
  /// begins.
  private mutating func problem(
    _ reason: CSVProblem.Reason, at offset: Int, in record: CSVRecord
  ) -> CSVProblem {
    position = bytes.count
    let place = Self.place(of: offset, in: bytes, from: record.start, line: record.line)
    return CSVProblem(
      row: record.number, line: place.line, column: place.column, reason: reason)
  }

  /// The line, and the column in characters, of a byte at or after `start`, which is on `line`.
  static func place(
    of offset: Int, in bytes: [UInt8], from start: Int, line: Int
  ) -> (line: Int, column: Int) {
    var line = line
    var lineStart = start
    for index in start..<max(start, offset) {
      let endsLine =
        bytes[index] == lineFeed
        || bytes[index] == carriageReturn
          && !(index + 1 < bytes.count && bytes[index + 1] == lineFeed)
      if endsLine {
        line += 1
        lineStart = index + 1
      }
    }
    let before = bytes[lineStart..<max(lineStart, offset)]
    return (line, String(decoding: before, as: UTF8.self).count + 1)
  }
}
