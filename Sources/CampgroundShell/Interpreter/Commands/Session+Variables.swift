import CommandKit
import ObjectGraph
import Rendering

/// `let`.
extension Session {
  /// Keeps a value under a name, or lists the names.
  func letVariable(_ command: ParsedCommand) throws -> Answer {
    guard let assignment = command[.assignment] else {
      let rows = variables.sorted { $0.key < $1.key }.map { name, value in
        [Cell.text(name), .text(value.text)]
      }
      return .table(
        ResultTable(columns: [.init("variable"), .init("value")], rows: rows),
        empty: "There are no variables; let NAME = VALUE makes one")
    }
    do {
      _ = try assignment.value.expression()
    } catch let error as ObjectGraphError {
      throw command.diagnostic(
        error.message, hint: error.repair, at: ParameterKey<Assignment>.assignment)
    }
    variables[assignment.name] = assignment.value
    return .nothing
  }
}
