/// The words given for an argument, and their places.
@MainActor
package struct ArgumentText<Context: CommandContext> {
  /// The command.
  package let command: CommandText

  /// The places of its words among the command's tokens, one for each time that a list was given;
  /// for a flag, the place of its name.
  private let places: [Range<Int>]

  /// The parameter.
  package let parameter: Parameter<Context>

  /// The session.
  package let context: Context

  init(
    _ places: [Range<Int>], of command: CommandText, for parameter: Parameter<Context>,
    in context: Context
  ) {
    self.command = command
    self.places = places
    self.parameter = parameter
    self.context = context
  }

  /// The argument's name, as users write it.
  package var name: String { parameter.label }

  /// The first word alone.
  var first: Self { Self([indices.prefix(1)], of: command, for: parameter, in: context) }

  /// The words after the first.
  package var dropFirst: Self {
    Self([indices.dropFirst()], of: command, for: parameter, in: context)
  }

  /// The indices from the first of its words to the last.
  package var indices: Range<Int> {
    (places.first?.lowerBound ?? 0)..<(places.last?.upperBound ?? 0)
  }

  /// Its words.
  package var tokens: [Token] { places.flatMap { command.tokens[$0] } }

  /// The words as typed.
  package var raw: RawText { command.raw(indices) }

  /// The place of the words.
  package var range: SourceRange { raw.range }

  /// Whether they are empty text, `""`.
  var isEmpty: Bool {
    tokens.count == 1 && tokens[0].text.isEmpty && tokens[0].kind == .quoted
  }

  /// Whether they are the word "none".
  var isNone: Bool { tokens.count == 1 && tokens[0].text.lowercased() == "none" }

  /// The text of the words, joined by spaces, with variables replaced by their values.
  ///
  /// - Throws: a diagnostic for an invalid escape or an unknown variable.
  package func text() throws(Diagnostic) -> String {
    var words: [String] = []
    for token in tokens { words.append(try word(token)) }
    return words.joined(separator: " ")
  }

  /// The text of the words, which must not be empty.
  package func word() throws -> String {
    let word = try text()
    guard !word.isEmpty else { throw ValueFault("\(name) cannot be empty") }
    return word
  }

  /// The text of a token, or the value of the variable that it names.
  package func word(_ token: Token) throws(Diagnostic) -> String {
    if let bad = token.badEscape {
      throw command.diagnostic(
        bad.message, hint: #"the escapes are \" \' \\ \n \t and \u{…}"#, at: bad.range)
    }
    guard token.kind == .variable else { return token.text }
    guard let value = context.variables[token.text] else {
      throw command.diagnostic(
        "there is no variable $\(token.text)",
        hint: Suggestion.hint(for: token.text, in: context.variables.keys.sorted())
          ?? "put the text in quotes if the $ is part of it", at: token.range)
    }
    return value.text
  }

  /// Reads the words; any fault of the value is reported at their place, including one that only
  /// appears when the command runs.
  package func read<Value>(
    _ type: ValueType<Context, Value>
  ) throws(Diagnostic) -> @MainActor (Context) throws -> Value {
    do {
      let resolve = try type.read(self)
      return { context in
        do { return try resolve(context) } catch let fault as ValueFault { throw placed(fault) }
      }
    } catch let fault as ValueFault {
      throw placed(fault)
    } catch let diagnostic as Diagnostic {
      throw diagnostic
    } catch {
      throw command.diagnostic("\(error)", at: range)
    }
  }

  private func placed(_ fault: ValueFault) -> Diagnostic { command.diagnostic(fault, at: range) }
}

/// A problem with a value, before its place is known.
package struct ValueFault: Error, Sendable {
  /// What is wrong, as a phrase in lower case without a period.
  package var message: String

  /// How to fix it.
  package var hint: String?

  /// The name of the argument at fault; nil for the one being read, or for the whole command.
  package var argument: String?

  /// The exit status of a batch that ends with it.
  package var exitStatus: ExitStatus

  /// Makes a fault.
  package init(
    _ message: String, hint: String? = nil, at argument: String? = nil,
    exitStatus: ExitStatus = .data
  ) {
    self.message = message
    self.hint = hint
    self.argument = argument
    self.exitStatus = exitStatus
  }
}

extension CommandText {
  /// A fault at its place in this command.
  func diagnostic(_ fault: ValueFault, at range: SourceRange) -> Diagnostic {
    diagnostic(fault.message, hint: fault.hint, at: range, exitStatus: fault.exitStatus)
  }
}
