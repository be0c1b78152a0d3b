/// A command of a shell: its name, its arguments, its help and its action.
///
///     Command("cancel", "Cancel a reservation and free its nights",
///       .required("code", .reservation), .option("reason", .text), examples: ["cancel R-1"]
///     ) { session, stay, reason in try session.cancel(stay, because: reason) }
///
/// The action receives values of the types that the arguments declare. Parsing, help, completion
/// and the manual all use the same declaration.
package struct Command<Context: CommandContext>: Adjustable, Sendable {
  /// The words it begins with: noun and verb, or a verb that stands alone.
  package let words: [String]

  /// Other words for the same command.
  package let aliases: [[String]]

  /// Words that people may look for the command by, but cannot type as the command.
  package private(set) var synonyms: [String]

  /// What it does, as one line that begins with a verb.
  package private(set) var summary: String

  /// Further details, as full sentences.
  package private(set) var details: String

  /// What the command refuses, as a phrase that continues "Refuses".
  package private(set) var refuses: String

  /// Examples of its use.
  package private(set) var examples: [String]

  /// Whether the command concerns the session itself and makes no change that could be saved.
  package let isAboutSession: Bool

  /// What it answers with, which decides whether `to FILE` may follow.
  package let content: AnswerContent

  /// A hint for a word that the command does not accept, if one is known.
  private(set) var advice: @Sendable (String) -> String? = { _ in nil }

  /// The kind of object that the command lists or changes, `a rate`, if several commands do so.
  private(set) var thing: String?

  /// The options that change something, if the command is refused without any of them.
  private(set) var changes: [String] = []

  /// The present values of what it changes; nil for a command that cannot be filled in.
  private(set) var presentValues: PresentValues<Context>?

  /// Its arguments, whose value is the answer.
  private(set) var answer: Argument<Context, Answer> {
    didSet { (positionals, options) = Self.kinds(of: answer.parameters) }
  }

  /// The positional parameters, in order.
  package private(set) var positionals: [Parameter<Context>]

  /// The parameters introduced by their names, in any order.
  package private(set) var options: [Parameter<Context>]

  /// Declares a command; words and aliases are separated by spaces, `camper add`.
  ///
  /// - Parameters:
  ///   - content: what the command answers with.
  ///   - action: carries the command out.
  package init<each Value>(
    _ name: String, aliases: [String] = [], synonyms: [String] = [], _ summary: String,
    _ arguments: repeat Argument<Context, each Value>, details: String = "",
    refuses: String = "", examples: [String] = [], isAboutSession: Bool = false,
    answering content: AnswerContent = .message,
    action: @escaping @MainActor (Context, repeat each Value) throws -> Answer
  ) {
    words = name.split(separator: " ").map(String.init)
    self.aliases = aliases.map { $0.split(separator: " ").map(String.init) }
    self.synonyms = synonyms
    self.summary = summary
    self.details = details
    self.refuses = refuses
    self.examples = examples
    self.isAboutSession = isAboutSession
    self.content = content
    answer = Argument(repeat each arguments, find: action)
    (positionals, options) = Self.kinds(of: answer.parameters)
  }

  private static func kinds(
    of parameters: [Parameter<Context>]
  ) -> (positionals: [Parameter<Context>], options: [Parameter<Context>]) {
    (parameters.filter { $0.isPositional }, parameters.filter { !$0.isPositional })
  }

  /// The same command with its help, where that is not derived from what it is about.
  package func explained(
    _ summary: String? = nil, synonyms: [String] = [], details: String = "",
    refuses: String = "", examples: [String] = []
  ) -> Self {
    with {
      $0.summary = summary ?? self.summary
      ($0.synonyms, $0.details, $0.refuses) = (synonyms, details, refuses)
      $0.examples = examples
    }
  }

  /// The same command, with hints for some words that it does not accept.
  package func advising(_ advice: @escaping @Sendable (String) -> String?) -> Self {
    with { $0.advice = advice }
  }

  /// The same command with one more argument, which adjusts the answer.
  package func taking<Value>(
    _ argument: Argument<Context, Value>,
    fitting fit: @escaping @MainActor (Context, Answer, Value) throws -> Answer
  ) -> Self {
    with { $0.answer = Argument(answer, argument, find: fit) }
  }

  /// The same command, with options written with a prefix.
  func prefixingOptions(by prefix: String) -> Self {
    with { $0.answer = answer.prefixingOptions(by: prefix) }
  }

  /// The same command, as one of several that list and change one kind of object.
  func about(_ thing: String) -> Self { with { $0.thing = thing } }

  /// The same command, which is refused if none of its options is given.
  ///
  /// - Parameter others: options that do not count as a change.
  /// - Parameter present: the present values, so that a person can be asked for new ones.
  package func needingChange(
    beside others: String..., present: PresentValues<Context>? = nil
  ) -> Self {
    let names = options.map(\.name).filter { !others.contains($0) }
    return with {
      ($0.changes, $0.presentValues) = (names, present)
      $0.answer = Argument(answer.parameters, alternatives: alternatives) {
        given throws(Diagnostic) in
        let isForm = present != nil && given.context.fillsForms
        guard isForm || names.contains(where: { given.text(named: $0) != nil }) else {
          throw given.text.diagnostic(
            "\(name) needs something to change",
            hint: names.count > 8
              ? "write \(given.text.source.text) KEY VALUE; \"help \(name)\" lists the keys"
              : "options: \(names.joined(separator: ", "))", at: given.text.end)
        }
        return try answer.read(given)
      }
    }
  }

  /// The words as one text, `camper add`.
  package var name: String { words.joined(separator: " ") }

  /// The topic under which help lists it: its noun, or its only word.
  package var topic: String { words.first ?? "" }

  /// All spellings, the main one first.
  package var spellings: [[String]] { [words] + aliases }

  /// All parameters, the positional ones first.
  package var parameters: [Parameter<Context>] { positionals + options }

  /// Groups of parameters, exactly one of which must be given, such as `nights` or `to`.
  var alternatives: [Alternatives<Context>] { answer.alternatives }

  /// The option with a name.
  package func option(named name: String) -> Parameter<Context>? {
    options.first { $0.name == name }
  }

  /// The parameter with a name.
  func parameter(named name: String) -> Parameter<Context>? {
    answer.parameters.first { $0.name == name }
  }

  /// A parameter's name as users write it.
  func label(of name: String) -> String { parameter(named: name)?.label ?? name }

  /// The pieces of the usage line, each of which must not be broken: the name, then one piece for
  /// each parameter.
  package var usagePieces: [String] {
    let grouped = Set(alternatives.flatMap(\.names))
    func usage(of name: String) -> String? {
      positionals.first { $0.name == name }?.valueUsage ?? option(named: name)?.optionUsage
    }
    func group(_ alternatives: Alternatives<Context>) -> String {
      let usages = alternatives.names.compactMap(usage)
      // One alone is needed only where nothing else is enough.
      return usages.count == 1 ? "[\(usages[0])]" : "(\(usages.joined(separator: " | ")))"
    }
    let places = alternatives.filter { $0.names.contains { option(named: $0) == nil } }
    let groups = alternatives.filter { $0.names.allSatisfy { option(named: $0) != nil } }
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
