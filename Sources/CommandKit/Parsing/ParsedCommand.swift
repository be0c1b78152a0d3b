/// A parsed command, ready to run any number of times; its arguments are read once.
@MainActor
package struct ParsedCommand<Context: CommandContext> {
  let given: GivenArguments<Context>
  private let action: @MainActor (Context) throws -> Answer

  /// The file that `to FILE` names for the answer; nil for none.
  package let file: AnswerFile?

  init(_ given: GivenArguments<Context>, file: AnswerFile?) throws(Diagnostic) {
    self.given = given
    self.file = file
    action = try given.command.answer.read(given)
  }

  /// The declaration.
  package var command: Command<Context> { given.command }

  /// The text of the command.
  package var text: CommandText { given.text }

  /// Does work for the file of the answer; a fault of it is reported where the command names it.
  package func placing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let fault as ValueFault {
      throw text.diagnostic(fault, at: file?.range ?? text.range)
    }
  }

  /// Whether none of the options was given without which the command changes nothing.
  var isWithoutChange: Bool {
    !command.changes.isEmpty && command.changes.allSatisfy { given.text(named: $0) == nil }
  }

  /// The arguments given, in the order of the parameters.
  package var arguments: [ArgumentText<Context>] {
    command.parameters.compactMap { argument(named: $0.name) }
  }

  /// The argument of a parameter; nil where it was not given.
  package func argument(named name: String) -> ArgumentText<Context>? { given.text(named: name) }

  /// Runs the command.
  ///
  /// - Throws: what its action throws; a fault of an argument as a diagnostic at its place.
  package func run(in context: Context) throws -> Answer {
    do {
      return try action(context)
    } catch let fault as ValueFault {
      let range = fault.argument.flatMap { argument(named: $0)?.range }
      throw text.diagnostic(fault, at: range ?? text.end)
    }
  }
}
