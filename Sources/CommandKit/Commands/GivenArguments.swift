/// The arguments of a command, by the names of their parameters.
@MainActor
package struct GivenArguments<Context: CommandContext> {
  let command: Command<Context>
  package let text: CommandText
  let context: Context

  /// The places of each argument's words among the command's tokens, one for each time that it was
  /// given.
  let places: [String: [Range<Int>]]

  func has(_ parameter: Parameter<Context>) -> Bool { places[parameter.name] != nil }

  /// The words of the parameter with a name; nil where it was not given.
  package func text(named name: String) -> ArgumentText<Context>? {
    places[name].map { ArgumentText($0, of: text, named: command.label(of: name), in: context) }
  }

  /// The error for missing parameters that the parser does not require.
  func missing(_ names: [String]) -> Diagnostic {
    let labels = names.map(command.label).joined(separator: " or ")
    return text.diagnostic("\(command.name) needs \(labels)", at: text.end)
  }
}
