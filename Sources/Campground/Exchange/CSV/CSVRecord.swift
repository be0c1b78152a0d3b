/// The fields of one row as ranges of the file's bytes.
struct CSVRecord: Sendable {
  /// One field: its bytes without the surrounding quotes.
  struct Field: Sendable {
    var start: Int
    var end: Int
    var isQuoted: Bool
    /// Whether it contains doubled quotes, which stand for single ones.
    var hasDoubledQuotes: Bool
  }

  let bytes: [UInt8]
  let number: Int
  let line: Int
  let start: Int
  var fields: [Field] = []

  func text(_ index: Int) -> String {
    let field = fields[index]
    guard field.hasDoubledQuotes else {
      return String(decoding: bytes[field.start..<field.end], as: UTF8.self)
    }
    var content: [UInt8] = []
    content.reserveCapacity(field.end - field.start)
    var position = field.start
    while position < field.end {
      content.append(bytes[position])
      position += bytes[position] == CSVScanner.quote ? 2 : 1
    }
    return String(decoding: content, as: UTF8.self)
  }

  /// The line and the column in characters at which a field begins.
  func place(of index: Int) -> (line: Int, column: Int) {
    let field = fields[index]
    return CSVScanner.place(
      of: field.isQuoted ? field.start - 1 : field.start, in: bytes, from: start, line: line)
  }
}
