/// What a command was given, by the names of its parameters.
@MainActor
public struct GivenArguments<Context: CommandContext> {
  let command: Command<Context>
  package let text: CommandText
  let context: Context

  /// The places of the words of each argument among the command's tokens.
  let places: [String: Range<Int>]

  func has(_ parameter: Parameter<Context>) -> Bool { places[parameter.name] != nil }

  /// The words of the parameter of a name; nil where it was not given.
  package func text(named name: String) -> ArgumentText<Context>? {
    places[name].map { ArgumentText($0, of: text, named: name, in: context) }
  }

  /// The words of a parameter; nil where it was not given.
  func text(of parameter: Parameter<Context>) -> ArgumentText<Context>? {
    places[parameter.name].map {
      ArgumentText($0, of: text, named: parameter.name, in: context)
    }
  }

  /// A parameter that the parser lets by is missing.
  func missing(_ parameter: Parameter<Context>) -> Diagnostic {
    text.diagnostic("\(command.name) needs \(parameter.name)", at: text.end)
  }

  func missing(_ names: [String]) -> Diagnostic {
    text.diagnostic("\(command.name) needs \(names.joined(separator: " or "))", at: text.end)
  }
}
