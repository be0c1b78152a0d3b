/// What a command was given, by the names of its parameters.
@MainActor
package struct GivenArguments<Context: CommandContext> {
  let command: Command<Context>
  package let text: CommandText
  let context: Context

  /// The places of the words of each argument among the command's tokens, one for each time that it was
  /// given.
  let places: [String: [Range<Int>]]

  func has(_ parameter: Parameter<Context>) -> Bool { places[parameter.name] != nil }

  /// The words of the parameter of a name; nil where it was not given.
  package func text(named name: String) -> ArgumentText<Context>? {
    places[name].map { ArgumentText($0, of: text, named: command.label(of: name), in: context) }
  }

  /// The words of a parameter; nil where it was not given.
  func text(of parameter: Parameter<Context>) -> ArgumentText<Context>? {
    places[parameter.name].map {
      ArgumentText($0, of: text, named: command.label(of: parameter.name), in: context)
    }
  }

  /// A parameter that the parser lets by is missing.
  func missing(_ parameter: Parameter<Context>) -> Diagnostic {
    text.diagnostic("\(command.name) needs \(command.label(of: parameter.name))", at: text.end)
  }

  func missing(_ names: [String]) -> Diagnostic {
    let labels = names.map(command.label).joined(separator: " or ")
    return text.diagnostic("\(command.name) needs \(labels)", at: text.end)
  }
}
