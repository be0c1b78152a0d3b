/// The arguments of a command, by the names of their parameters.
@MainActor
package struct GivenArguments<Context: CommandContext> {
  let command: Command<Context>
  package let text: CommandText
  package let context: Context

  /// The places of each argument's words among the command's tokens, one for each time that it was
  /// given.
  let places: [String: [Range<Int>]]

  /// The options that were given by their names, rather than understood from their values.
  let named: Set<String>

  /// Whether an option was given by its name: `item firewood`, rather than just `firewood`.
  package func isNamed(_ option: String) -> Bool { named.contains(option) }

  func has(_ parameter: Parameter<Context>) -> Bool { places[parameter.name] != nil }

  /// The words of the parameter with a name; nil where it was not given.
  package func text(named name: String) -> ArgumentText<Context>? {
    guard let places = places[name], let parameter = command.parameter(named: name) else {
      return nil
    }
    return ArgumentText(places, of: text, for: parameter, in: context)
  }
}
