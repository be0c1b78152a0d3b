/// The arithmetic of the format language.
///
/// To add an operator, add a case here, its precedence in `FormatParser.Infix`, its effect on dates
/// in `PredicateWalk+Arithmetic`, and its value in `Arithmetic`. Printing and SQL use these.
package enum ArithmeticOperator: String, Sendable, Hashable, CaseIterable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  /// Truncates towards zero for integers; division by zero gives nil.
  case divide = "/"
  /// Always a double; associates to the right.
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
