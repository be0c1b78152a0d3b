import Campground
import Rendering

extension Cell {
  /// An amount of money as a decimal number, `135.00`, or null.
  init(_ money: Money?) {
    let digits = money.map { "\($0)".filter { "0123456789.-".contains($0) } }
    self = digits.map { .decimal($0) } ?? .null
  }

  /// A whole number, or null.
  init<Number: BinaryInteger>(_ number: Number?) {
    self = number.map { .integer(Int64($0)) } ?? .null
  }
}

extension ResultTable.Column {
  /// A column of numbers.
  static func number(_ name: String) -> ResultTable.Column {
    ResultTable.Column(name, alignment: .trailing)
  }
}
