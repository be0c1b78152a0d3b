/// A parameter of a command: a positional one, or an option that its name introduces.
public struct Parameter<Context: CommandContext>: Sendable {
  /// The option's word, or what a positional parameter is called in messages.
  public let name: String

  /// What it takes.
  public let form: ValueForm<Context>

  /// Whether its value stands without its name.
  public let isPositional: Bool

  /// Whether the command needs it.
  public let isRequired: Bool

  /// Whether empty text is a value, which takes away what is there.
  public let takesEmptyText: Bool

  /// Checks words that are given for it, as far as that is possible before the command runs.
  let check: @MainActor (ArgumentText<Context>) throws(Diagnostic) -> Void

  package init<Value>(
    _ name: String, _ type: ValueType<Context, Value>, isPositional: Bool,
    isRequired: Bool = false, takesEmptyText: Bool = false
  ) {
    self.name = name
    self.form = type.form
    self.isPositional = isPositional
    self.isRequired = isRequired
    self.takesEmptyText = takesEmptyText
    check = { text throws(Diagnostic) in
      guard !takesEmptyText || !text.isEmpty else { return }
      _ = try text.read(type)
    }
  }

  /// Whether it takes nothing: the name alone says yes.
  public var isFlag: Bool { if case .nothing = form.extent { true } else { false } }

  /// What it means, as a phrase.
  public var summary: String { form.summary }

  /// The value in a usage line: its placeholder, or the words to choose from when these are few.
  public var valueUsage: String {
    let words = form.choices.joined(separator: "|")
    return words.isEmpty || words.count > 24 || form.isOpen ? form.placeholder : words
  }

  /// The option in a usage line: `phone PHONE`, `water yes|no`, `dry-run`.
  public var optionUsage: String { isFlag ? name : "\(name) \(valueUsage)" }
}
