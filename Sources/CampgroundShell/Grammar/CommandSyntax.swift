/// One row of the parse table: what a command is called, what it takes, and what it is for.
///
/// `command` makes a declaration of it, from which parsing, help and completion are made.
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
}
