/// One row of the parse table: what a command is called, what it takes, and what it is for.
///
/// Parsing, help, completion and the manual are all made from this.
package struct CommandSyntax: Sendable, Hashable {
  /// What the interpreter switches on.
  package let id: CommandID

  /// The words it begins with: noun and verb, or a verb that stands alone.
  package let words: [String]

  /// Other words for the same command.
  package let aliases: [[String]]

  /// The parameters that stand without a name, in order.
  package let positionals: [Parameter]

  /// The parameters that their name introduces, in any order.
  package let options: [Parameter]

  /// Parameters of which exactly one has to be given, such as `nights` or `to`.
  package let alternatives: [[String]]

  /// What it does, as one line that begins with a verb.
  package let summary: String

  /// What else there is to know, as whole sentences.
  package let details: String

  /// Commands that show its use.
  package let examples: [String]

  /// Makes a row; words and aliases are written with spaces, `camper add`.
  package init(
    _ id: CommandID, _ words: String, aliases: [String] = [], _ positionals: [Parameter] = [],
    options: [Parameter] = [], alternatives: [[String]] = [], summary: String,
    details: String = "", examples: [String] = []
  ) {
    self.id = id
    self.words = words.split(separator: " ").map(String.init)
    self.aliases = aliases.map { $0.split(separator: " ").map(String.init) }
    self.positionals = positionals
    self.options = options
    self.alternatives = alternatives
    self.summary = summary
    self.details = details
    self.examples = examples
  }

  /// The words as one text, `camper add`.
  package var name: String { words.joined(separator: " ") }

  /// The topic that help lists it under: its noun, or its only word.
  package var topic: String { words.first ?? "" }

  /// All spellings, the main one first.
  package var spellings: [[String]] { [words] + aliases }

  /// The option with this name.
  package func option(named name: String) -> Parameter? {
    options.first { $0.name == name }
  }

  /// The pieces of the usage line: the name, then one piece a parameter, not to be broken apart.
  package var usagePieces: [String] {
    let grouped = Set(alternatives.joined())
    func usage(of name: String) -> String? {
      positionals.first { $0.name == name }?.valueUsage ?? option(named: name)?.optionUsage
    }
    func group(_ names: [String]) -> String {
      "(" + names.compactMap(usage).joined(separator: " | ") + ")"
    }
    let places = alternatives.filter { $0.contains { option(named: $0) == nil } }
    let groups = alternatives.filter { $0.allSatisfy { option(named: $0) != nil } }
    let placed =
      places.map(group)
      + positionals.filter { !grouped.contains($0.name) }
      .map { $0.isRequired ? $0.valueUsage : "[\($0.valueUsage)]" }
      + options.filter(\.isRequired).map(\.optionUsage)
    let free = options.filter { !$0.isRequired && !grouped.contains($0.name) }
    return [name] + placed + groups.map(group) + free.map { "[\($0.optionUsage)]" }
  }

  /// The usage line, `camper add NAME [phone PHONE] [email EMAIL]`.
  package var usage: String { usagePieces.joined(separator: " ") }
}
