/// What an argument takes: how its words are read, offered and described.
///
/// Reading has two steps. The first happens once, when the command is parsed: it checks the words and
/// keeps what they say. The second happens each time when the command runs, and looks up what lives in
/// the store:
///
///     .found("CODE", role: "stay") { text in
///       let code = try text.word()
///       return { session in try session.reservations.find(code) }
///     }
package struct ValueType<Context: CommandContext, Value>: Sendable {
  /// The first step.
  package typealias Read =
    @MainActor (ArgumentText<Context>) throws -> @MainActor (Context) throws -> Value

  var form: ValueForm<Context>
  let read: Read

  private init(
    _ placeholder: String, _ summary: String, _ nature: ValueNature, _ extent: ValueExtent,
    _ role: Role?, read: @escaping Read
  ) {
    form = ValueForm(
      placeholder: placeholder, summary: summary, nature: nature, extent: extent, role: role)
    self.read = read
  }

  /// A type of values that are found when the command runs.
  ///
  /// - Parameters:
  ///   - placeholder: the word in capitals that stands for the value in a usage line.
  ///   - summary: what the value means where the command says nothing else, as a phrase.
  ///   - nature: what kind of words it has, from which hints are made.
  ///   - extent: how many words a value has.
  ///   - role: what errors find the value by.
  package static func found(
    _ placeholder: String, _ summary: String = "", _ nature: ValueNature = .word,
    extent: ValueExtent = .word, role: Role? = nil, read: @escaping Read
  ) -> Self {
    Self(placeholder, summary, nature, extent, role, read: read)
  }

  /// Makes a type of values that their words alone say; its parameters are those of `found`.
  package init(
    _ placeholder: String, _ summary: String = "", _ nature: ValueNature = .word,
    extent: ValueExtent = .word, role: Role? = nil,
    value: @escaping @MainActor (ArgumentText<Context>) throws -> Value
  ) {
    self.init(placeholder, summary, nature, extent, role) { text in
      let value = try value(text)
      return { _ in value }
    }
  }

  /// The same type with another description; what is nil stays.
  package func described(_ summary: String?, placeholder: String? = nil) -> Self {
    var copy = self
    copy.form.placeholder = placeholder ?? form.placeholder
    copy.form.summary = summary ?? form.summary
    return copy
  }

  /// The same type, by whose values errors find their place in another way.
  package func with(role: Role) -> Self {
    var copy = self
    copy.form.role = role
    return copy
  }

  /// The same type, of which some words are values.
  ///
  /// - Parameter isOpen: whether others are values, too.
  package func choosing(from choices: [String], orElse isOpen: Bool = false) -> Self {
    var copy = self
    copy.form.choices = choices
    copy.form.isOpen = isOpen
    copy.form.complete = { _, _ in choices }
    return copy
  }

  /// The same type, which takes no part of a name where something is done that cannot be taken back.
  func whole(_ name: @escaping @MainActor (Value) -> String) -> Self {
    var whole = Self.found("") { text in
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
    whole.form = form
    return whole
  }

  /// The same values as something else.
  package func map<Other>(
    _ transform: @escaping @MainActor (Value) throws -> Other
  ) -> ValueType<Context, Other> {
    var mapped = ValueType<Context, Other>.found("") { text in
      let resolve = try read(text)
      return { try transform(try resolve($0)) }
    }
    mapped.form = form
    return mapped
  }

  /// The same type, of which values are offered that begin with a text.
  package func completing(_ complete: @escaping ValueForm<Context>.Complete) -> Self {
    var copy = self
    copy.form.complete = complete
    return copy
  }

  /// The same type, whose values are completed as clauses of a language of their own.
  package func completingClause(
    _ complete: @escaping @MainActor (ClauseText<Context>) -> CompletionList
  ) -> Self {
    var copy = self
    copy.form.completeClause = complete
    return copy
  }
}

/// What kind of words a value has, from which hints are made.
package enum ValueNature: Sendable {
  /// Any text, also of several words.
  case text
  /// A name of something, also of several words.
  case name
  /// A word: a code, or one of a list.
  case word
  /// A number, which no other word is mistaken for.
  case number
  /// A date, which no other word is mistaken for.
  case date
  /// A clause of a language of its own.
  case clause
  /// A condition, which brackets can stand around.
  case condition
}

/// How many words a value has.
package enum ValueExtent: Sendable {
  /// One word.
  case word
  /// One word, and those behind it that go with those before, such as the currency of an amount.
  case words(while: @Sendable (_ before: [String], _ next: String) -> Bool)
  /// All words up to the next option's name.
  case upToOption
  /// All words up to the next option's name, each a value of its own; an option may be given again for
  /// more of them.
  case list
  /// All the remaining words.
  case rest
  /// None: the option's name alone says it.
  case nothing
}

/// What parsing, help and completion know of a type of values.
package struct ValueForm<Context: CommandContext>: Sendable {
  /// Offers values that begin with a text.
  package typealias Complete = @MainActor (String, Context) -> [String]

  /// The word in capitals that stands for the value in a usage line.
  package internal(set) var placeholder: String

  /// What the value means, as a phrase.
  package internal(set) var summary: String

  package let nature: ValueNature
  let extent: ValueExtent
  var role: Role?
  var complete: Complete = { _, _ in [] }

  /// The words to choose from, where the type lists them.
  package internal(set) var choices: [String] = []

  /// Whether other words than the choices are values, too.
  var isOpen = false

  /// Completes a clause of a language of its own; nil for values that are words.
  var completeClause: (@MainActor (ClauseText<Context>) -> CompletionList)?

  /// Whether the value may reach over several tokens.
  var takesManyWords: Bool {
    switch extent {
    case .upToOption, .list, .rest: true
    case .word, .words, .nothing: false
    }
  }

  /// Whether an option may be given more than once.
  var isList: Bool { if case .list = extent { true } else { false } }

  /// Whether a value can be told from those of other kinds.
  var isDistinct: Bool {
    nature == .number || nature == .date || !choices.isEmpty && !isOpen
  }
}
