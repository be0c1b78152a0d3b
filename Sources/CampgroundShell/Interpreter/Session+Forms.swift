import Campground
import CommandKit
import Rendering

/// Commands that a person fills in field by field.
extension Session {
  /// Whether a person is asked for values.
  package var fillsForms: Bool { askForValue != nil && scriptCount == 0 && !desk.isRepeating }

  /// The command that a person means: `edit R-1` with the noun of what it is about, and with the
  /// values that were asked for; nil if the person gave it up or changed nothing.
  func filledIn(_ text: CommandText) throws -> CommandText? {
    if let shown = try showing(text) { return shown }
    let text = try withNoun(text)
    guard fillsForms, text.tokens.contains(where: { $0.isBare && $0.text == "edit" }) else {
      return text
    }
    try lookAround()
    guard let command = try? grammar.parse(text, in: self),
      let fields = try command.openForm(in: self)
    else { return text }
    let written = text.source.text
    guard let values = ask(for: fields, of: written), !values.isEmpty else { return nil }
    let whole = "\(written) \(values)"
    guard ask?("\(whole)\nGo ahead?") ?? true else { return nil }
    return try Self.command(whole)
  }

  /// Asks for the values of a command; nil if the person gave it up.
  ///
  /// - Returns: the options and values to add to the command.
  private func ask(for fields: [FormField], of written: String) -> String? {
    guard let askForValue else { return nil }
    var added = ""
    var note = "Enter keeps a value, none clears it, Ctrl-C gives up:"
    for field in fields {
      let present = field.present.map { " [\($0.onOneLine)]" } ?? ""
      while true {
        guard let typed = askForValue(note, "\(field.option)\(present): ") else { return nil }
        note = ""
        let value = typed.split(separator: " ").joined(separator: " ")
        guard !value.isEmpty, value != field.present else { break }
        // A value of several words is one value, unless it is one of those that need no quotes.
        let forms = value == "\"\"" ? [value] : [CommandText.quoted(value), value]
        let pieces = forms.map { added + (added.isEmpty ? "" : " ") + "\(field.option) \($0)" }
        var problem: Diagnostic?
        let fitting = pieces.first { piece in
          do {
            _ = try grammar.parse(Self.command("\(written) \(piece)"), in: self)
            return true
          } catch {
            problem = problem ?? (error as? Diagnostic)
            return false
          }
        }
        if let fitting {
          added = fitting
          break
        }
        note = (problem?.message ?? "") + (problem?.hint.map { " (\($0))" } ?? "")
      }
    }
    return added
  }

  private static func command(_ text: String) throws -> CommandText {
    var script = ScriptReader(text)
    guard let command = try script.next() else { throw ValueFault("there is no command") }
    return command
  }

  // MARK: The noun

  /// A code alone, or behind `show`, shows what it is for, and a noun in the plural lists what there
  /// is; nil for anything else.
  private func showing(_ text: CommandText) throws -> CommandText? {
    let isShow = text.tokens.count == 2 && text.tokens[0].isBare && text.tokens[0].text == "show"
    guard let token = text.tokens.last, isShow || text.tokens.count == 1 && token.isBare else {
      return nil
    }
    let word = token.kind == .variable ? variables[token.text]?.text ?? "" : token.text
    guard let code = CodeWord(word) else {
      guard token.text.hasSuffix("s"), !grammar.firstWords.contains(token.text) else { return nil }
      let list = [String(token.text.dropLast()), "list"]
      let command =
        grammar.match(list).flatMap { $0.wordCount == 2 ? $0.command : nil }
      return try command.map { try Self.command($0.name) }
    }
    let verb =
      switch code.kind {
      case .reservation: "reservation show"
      case .waitlistEntry: "waitlist show"
      case .sale: "sale show"
      case .voucher: "voucher show"
      case .message: "outbox show"
      case .folio: "find"
      }
    return try Self.command("\(verb) \(word)")
  }

  /// The command with the noun before `edit`, which may be left out before a code or a name, or come
  /// after it; any other command as it is.
  private func withNoun(_ text: CommandText) throws -> CommandText {
    guard text.tokens.count > 1, text.tokens[0].isBare, text.tokens[0].text == "edit" else {
      return text
    }
    let word = text.tokens[1].text
    let rest = text.raw(1..<text.tokens.count).text
    if text.tokens[1].isBare, grammar.verbs(of: word).contains("edit") {
      let others = text.tokens.count > 2 ? " " + text.raw(2..<text.tokens.count).text : ""
      return try Self.command("\(word) edit\(others)")
    }
    return try noun(of: word).map { try Self.command("\($0) edit \(rest)") } ?? text
  }

  private func noun(of word: String) throws -> String? {
    switch CodeWord(word)?.kind {
    case .reservation: return LiveValue.reservation.noun
    case .waitlistEntry: return "waitlist"
    case .sale, .folio, .voucher, .message: return nil
    case nil: break
    }
    if (try? campSites.find(word)) != nil { return LiveValue.campsite.noun }
    if (try? campers.find(byPart: word)) != nil { return LiveValue.camper.noun }
    return nil
  }
}

extension Command where Context == Session {
  /// `edit`, which is carried out as the `edit` of a noun.
  static var edit: Self {
    Command(
      "edit", synonyms: ["change", "field by field", "form"],
      "Change anything, field by field", .required("what", .edited),
      details: """
        It may be a code, R-1; a site, a camper; or any noun with the name: edit rate Base. At a \
        terminal each field is asked for: Enter keeps its value, none clears it, Ctrl-C gives up \
        all, and the whole change is shown before it is made. With fields and values it is the \
        edit of that noun: edit R-1 pets 1.
        """,
      examples: ["edit R-1 pets 1", "edit camper Appleseed phone 408-555-9876"]
    ) { _, what in
      throw ValueFault(
        "there is nothing called \"\(what)\" to edit",
        hint: "write the noun as well, as in edit rate \(CommandText.quoted(what))", at: "what")
    }
  }
}

extension ValueType where Context == Session, Value == String {
  fileprivate static var edited: Self {
    .rest("WHAT", "a code or a name, or a noun with a name")
      .completing { value in
        value.context.stayCandidates(value)
          + Session.grammar.commands.filter { $0.words.last == "edit" && $0.words.count > 1 }
          .map { CompletionCandidate($0.topic) }
      }
  }
}
