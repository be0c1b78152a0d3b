/// The type of an argument: how its words are read, completed and described.
///
/// Values are read in two steps. The first runs once, when the command is parsed: it checks the
/// words and keeps their content. The second runs each time the command does, and looks up objects
/// in the store:
///
///     .found("CODE") { text in
///       let code = try text.word()
///       return { session in try session.reservations.find(code) }
///     }
package struct ValueType<Context: CommandContext, Value>: Adjustable, Sendable {
  /// The first step.
  package typealias Read =
    @MainActor (ArgumentText<Context>) throws -> @MainActor (Context) throws -> Value

  var form: ValueForm<Context>
  let read: Read

  init(_ form: ValueForm<Context>, read: @escaping Read) {
    self.form = form
    self.read = read
  }

  /// A type whose values are looked up when the command runs.
  ///
  /// - Parameters:
  ///   - placeholder: the capitalized word for the value in a usage line.
  ///   - summary: the meaning of the value, as a phrase, unless the command gives its own.
  ///   - nature: the kind of words, which decides the hints.
  ///   - extent: the number of words in a value.
  ///   - role: the role by which completion of later clauses finds the value.
  package static func found(
    _ placeholder: String, _ summary: String = "", _ nature: ValueNature = .word,
    extent: ValueExtent = .word, role: String? = nil, read: @escaping Read
  ) -> Self {
    Self(
      ValueForm(
        placeholder: placeholder, summary: summary, nature: nature, extent: extent, role: role),
      read: read)
  }

  /// Makes a type whose values depend on their words alone; the parameters are those of `found`.
  package init(
    _ placeholder: String, _ summary: String = "", _ nature: ValueNature = .word,
    extent: ValueExtent = .word, role: String? = nil,
    value: @escaping @MainActor (ArgumentText<Context>) throws -> Value
  ) {
    self = .found(placeholder, summary, nature, extent: extent, role: role) { text in
      let value = try value(text)
      return { _ in value }
    }
  }

  /// The same type with another description; nil leaves a part unchanged.
  package func described(_ summary: String?, placeholder: String? = nil) -> Self {
    with {
      $0.form.placeholder = placeholder ?? form.placeholder
      $0.form.summary = summary ?? form.summary
    }
  }

  /// The same type, with a list of words to choose from.
  ///
  /// - Parameter isOpen: whether other words are accepted, too.
  package func choosing(from choices: [String], orElse isOpen: Bool = false) -> Self {
    with {
      $0.form.choices = choices
      $0.form.isOpen = isOpen
      $0.form.complete = { _ in choices.map { CompletionCandidate($0) } }
    }
  }

  /// The same type, which requires the whole name, for changes that cannot be undone.
  func whole(_ name: @escaping @MainActor (Value) -> String) -> Self {
    Self(form) { text in
      let word = try text.word().lowercased()
      let resolve = try read(text)
      return { context in
        let value = try resolve(context)
        guard word.hasPrefix(name(value).lowercased()) else {
          throw ValueFault(
            "\(text.command.tokens[0].text) delete needs the whole name",
            hint: Suggestion.hint(of: [name(value)]))
        }
        return value
      }
    }
  }

  /// The same type, whose word may be followed by others that belong to the argument but that the
  /// type does not read.
  package func followed(
    while goesOn: @escaping @Sendable (_ before: [String], _ next: String) -> Bool
  ) -> Self {
    var form = form
    form.extent = .words(while: goesOn)
    return Self(form) { text in try read(text.first) }
  }

  /// The same type with transformed values.
  package func map<Other>(
    _ transform: @escaping @MainActor (Value) throws -> Other
  ) -> ValueType<Context, Other> {
    ValueType<Context, Other>(form) { text in
      let resolve = try read(text)
      return { try transform(try resolve($0)) }
    }
  }

  /// The same type, with completions for the beginning of a value.
  package func completing(
    _ complete: @escaping @MainActor (_ beginning: String, Context) -> [String]
  ) -> Self {
    completing { value in
      complete(value.beginning, value.context).map { CompletionCandidate($0) }
    }
  }

  /// The same type, with completions that depend on the command, or that are described.
  package func completing(_ complete: @escaping ValueForm<Context>.Complete) -> Self {
    with { $0.form.complete = complete }
  }

  /// The same type, whose values are completed as clauses of a sublanguage.
  package func completingClause(
    _ complete: @escaping @MainActor (ClauseText<Context>) -> CompletionList
  ) -> Self {
    with { $0.form.completeClause = complete }
  }
}

/// The kind of words in a value, which decides the hints.
package enum ValueNature: Sendable {
  /// Any text, even of several words.
  case text
  /// A name, even of several words.
  case name
  /// A single word: a code, or one of a list.
  case word
  /// A number; no other word is mistaken for one.
  case number
  /// A date; no other word is mistaken for one.
  case date
  /// A time of day; no other word is mistaken for one.
  case time
  /// Keys of an entity, each of which may be enclosed in brackets.
  case keys
  /// A condition, which may be enclosed in brackets.
  case condition
}

/// The number of words in a value.
package enum ValueExtent: Sendable {
  /// One word.
  case word
  /// One word, and any following words that continue it, such as the currency of an amount.
  case words(while: @Sendable (_ before: [String], _ next: String) -> Bool)
  /// All words up to the next option name.
  case upToOption
  /// All words up to the next option name, each a value of its own; the option may be repeated.
  case list
  /// All the remaining words but the options at the end, `find road to town limit 5`: an option's
  /// name within the words is one of them.
  case restBeforeOptions
  /// All the remaining words.
  case rest
  /// None: the option name alone is the value.
  case nothing
}

/// What parsing, help and completion know about a value type.
package struct ValueForm<Context: CommandContext>: Sendable {
  /// Completes the beginning of a value.
  package typealias Complete = @MainActor (ValueBeginning<Context>) -> [CompletionCandidate]

  /// The capitalized word for the value in a usage line.
  package internal(set) var placeholder: String

  /// The meaning of the value, as a phrase.
  package internal(set) var summary: String

  package let nature: ValueNature
  var extent: ValueExtent
  var role: String?
  var complete: Complete = { _ in [] }

  /// The words to choose from, if the type lists them.
  package internal(set) var choices: [String] = []

  /// Whether words other than the choices are accepted, too.
  var isOpen = false

  /// Completes a clause of a sublanguage; nil for values that are words.
  var completeClause: (@MainActor (ClauseText<Context>) -> CompletionList)?

  /// Whether the value may span several tokens.
  var takesManyWords: Bool {
    switch extent {
    case .upToOption, .list, .restBeforeOptions, .rest: true
    case .word, .words, .nothing: false
    }
  }

  /// Whether an option may be given more than once.
  var isList: Bool { if case .list = extent { true } else { false } }

  /// Whether its values can be told apart from those of other types.
  var isDistinct: Bool {
    [.number, .date, .time].contains(nature) || !choices.isEmpty && !isOpen
  }
}
