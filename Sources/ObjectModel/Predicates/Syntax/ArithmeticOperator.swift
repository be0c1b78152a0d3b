/// The arithmetic of the format language.
package enum ArithmeticOperator: String, Sendable, Hashable, CaseIterable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  /// Truncates towards zero between integers; by zero it gives nil.
  case divide = "/"
  /// Always gives a double, and groups from the right.
  case power = "**"
}
