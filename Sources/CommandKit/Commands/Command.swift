/// A command of a shell: what it is called, what it takes, what it is for, and what it does.
///
///     Command("cancel", "Cancel a reservation and free its nights",
///       .required("code", .reservation), .option("reason", .text), examples: ["cancel R-1"]
///     ) { session, stay, reason in try session.cancel(stay, because: reason) }
///
/// The action gets values of the types that the arguments declare. Parsing, help, completion and the
/// manual are made from the same declaration.
public struct Command<Context: CommandContext>: Sendable {
  /// The words it begins with: noun and verb, or a verb that stands alone.
  public let words: [String]

  /// Other words for the same command.
  public let aliases: [[String]]

  /// Words that people may look for it by, which are no commands.
  public let synonyms: [String]

  /// What it does, as one line that begins with a verb.
  public let summary: String

  /// What else there is to know, as whole sentences.
  public let details: String

  /// Commands that show its use.
  public let examples: [String]

  /// The parameters that stand without a name, in order.
  public let positionals: [Parameter<Context>]

  /// The parameters that their name introduces, in any order.
  public let options: [Parameter<Context>]

  /// Parameters of which exactly one has to be given, such as `nights` or `to`.
  public let alternatives: [[String]]

  /// Whether it is about the session itself and changes nothing that could be saved.
  public let isAboutSession: Bool

  /// What is meant by a word that the command does not take, where that is known.
  private(set) var advice: @Sendable (String) -> String? = { _ in nil }

  let prepare:
    @MainActor (GivenArguments<Context>) throws(Diagnostic)
      -> @MainActor (Context) throws -> Context.Output

  /// Declares a command; words and aliases are written with spaces, `camper add`.
  ///
  /// - Parameter action: carries it out.
  public init<each Value>(
    _ name: String, aliases: [String] = [], synonyms: [String] = [], _ summary: String,
    _ arguments: repeat Argument<Context, each Value>, details: String = "",
    examples: [String] = [], isAboutSession: Bool = false,
    action: @escaping @MainActor (Context, repeat each Value) throws -> Context.Output
  ) {
    words = name.split(separator: " ").map(String.init)
    self.aliases = aliases.map { $0.split(separator: " ").map(String.init) }
    self.synonyms = synonyms
    self.summary = summary
    self.details = details
    self.examples = examples
    self.isAboutSession = isAboutSession
    var parameters: [Parameter<Context>] = []
    var alternatives: [[String]] = []
    for argument in repeat each arguments {
      parameters += argument.parameters
      alternatives += argument.alternatives
    }
    // Not by key path: one that is made where there is a parameter pack aborts (Swift 6.3).
    positionals = parameters.filter { $0.isPositional }
    options = parameters.filter { !$0.isPositional }
    self.alternatives = alternatives
    prepare = { given throws(Diagnostic) in
      let found = (repeat try (each arguments).read(given))
      return { context in try action(context, repeat try (each found)(context)) }
    }
  }

  /// The same command, which knows what is meant by some words that it does not take.
  public func advising(_ advice: @escaping @Sendable (String) -> String?) -> Self {
    var copy = self
    copy.advice = advice
    return copy
  }

  /// The words as one text, `camper add`.
  public var name: String { words.joined(separator: " ") }

  /// The topic that help lists it under: its noun, or its only word.
  public var topic: String { words.first ?? "" }

  /// All spellings, the main one first.
  public var spellings: [[String]] { [words] + aliases }

  /// All parameters.
  public var parameters: [Parameter<Context>] { positionals + options }

  /// The option with this name.
  public func option(named name: String) -> Parameter<Context>? {
    options.first { $0.name == name }
  }

  /// The pieces of the usage line: the name, then one piece a parameter, not to be broken apart.
  public var usagePieces: [String] {
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
  public var usage: String { usagePieces.joined(separator: " ") }
}

/// Commands that help lists under one heading.
public struct CommandChapter<Context: CommandContext>: Sendable {
  /// The heading, whose first word in small letters is the chapter's topic.
  public let title: String

  /// The commands, in the order in which help lists them.
  public let commands: [Command<Context>]

  /// Makes a chapter.
  public init(_ title: String, _ commands: [Command<Context>]) {
    self.title = title
    self.commands = commands
  }

  /// The word under which help finds the chapter.
  public var topic: String {
    title.split(separator: " ").first.map { $0.lowercased() } ?? ""
  }
}
