/// The arithmetic of the format language.
///
/// A new operator takes a case here, its precedence in `FormatParser.Infix`, what it does to dates
/// in `PredicateWalk+Arithmetic`, and its value in `Arithmetic`. Printing and SQL go by these.
package enum ArithmeticOperator: String, Sendable, Hashable, CaseIterable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  /// Truncates towards zero between integers; by zero it gives nil.
  case divide = "/"
  /// Always gives a double, and groups from the right.
  case power = "**"

  /// Core Data's name of the operator as a function.
  var selector: String {
    switch self {
    case .add: "add:to:"
    case .subtract: "from:subtract:"
    case .multiply: "multiply:by:"
    case .divide: "divide:by:"
    case .power: "raise:toPower:"
    }
  }
}
