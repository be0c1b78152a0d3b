import CommandKit
import ObjectGraph
import Rendering

extension Command where Context: VariableContext {
  /// The `let` command, which sets a variable or lists all variables.
  package static var assignment: Self {
    Command(
      "let", synonyms: ["variable"], "Set a variable, used as $NAME, or list them",
      .optional("variable", .assignment),
      details: """
        Put text of several words in quotes, and a list in braces. In predicates, a bare number, \
        date, yes or no keeps its type; anything else is text, including a number in quotes.
        """,
      examples: ["let guest = \"Ada Rivera\"", "let open = {\"Hold\", \"Requested\"}", "let"]
    ) { session, assignment in
      guard let assignment else {
        return .table(
          ResultTable(
            columns: [.init("variable"), .init("value")],
            rows: session.variables.sorted { $0.key < $1.key }.map { name, value in
              [.text(name), .text(value.text)]
            }),
          empty: "No variables; set one with let NAME = VALUE")
      }
      do {
        _ = try assignment.value.expression()
      } catch let error as ObjectGraphError {
        throw ValueFault(error.message, hint: error.repair, at: "variable")
      }
      session.variables[assignment.name] = assignment.value
      return .nothing
    }
  }
}

extension ValueType where Context: VariableContext, Value == Assignment {
  /// An assignment, `NAME = VALUE`, which extends to the end of the command.
  fileprivate static var assignment: Self {
    ValueType("NAME = VALUE", "name and value", .text, extent: .rest) {
      try $0.assignment()
    }
  }
}
