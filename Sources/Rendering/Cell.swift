/// One value of a result.
package indirect enum Cell: Sendable {
  case null
  case text(String)
  case integer(Int64)
  /// A number by its exact text, such as `12.50`; JSON shows it as a number with the same digits.
  case decimal(String)
  /// Shown with the fewest digits that read back as the same number.
  case double(Double)
  case boolean(Bool)
  case list([Cell])
  /// Named values, in the order given.
  case object([(String, Cell)])
}

extension Cell {
  /// A whole number, or null.
  package init<Number: BinaryInteger>(_ number: Number?) {
    self = number.map { .integer(Int64($0)) } ?? .null
  }

  /// A text, or null.
  package init(_ text: String?) {
    self = text.map { .text($0) } ?? .null
  }
}
