/// A parameter of a command: a positional one, or an option that its name introduces.
package struct Parameter<Context: CommandContext>: Sendable {
  /// The option's word, or what a positional parameter is called in messages.
  package let name: String

  /// What stands before an option's word in usage lines and messages.
  private var prefix = ""

  /// What it takes.
  package let form: ValueForm<Context>

  /// Whether its value stands without its name.
  package private(set) var isPositional: Bool

  /// Whether the command needs it.
  package private(set) var isRequired: Bool

  /// Whether it is what a value without a name is meant for before all others: `rate edit Base 48`, as
  /// `rate add` takes it.
  private(set) var isMain = false

  /// Whether empty text is a value, which takes away what is there.
  package let takesEmptyText: Bool

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

  /// The same parameter, which has to be given.
  func required(isPositional: Bool) -> Self {
    var copy = self
    copy.isRequired = true
    copy.isPositional = isPositional
    return copy
  }

  /// The same parameter, which a value without a name is meant for.
  var main: Self {
    var copy = self
    copy.isMain = true
    return copy
  }

  /// The same parameter, which as an option is written with something before its word.
  func prefixed(by prefix: String) -> Self {
    var copy = self
    copy.prefix = prefix
    return copy
  }

  /// The name as users write it: `phone`, or `--phone` on a command line.
  package var label: String { isPositional ? name : prefix + name }

  /// Whether it takes nothing: the name alone says yes.
  package var isFlag: Bool { if case .nothing = form.extent { true } else { false } }

  /// What it means, as a phrase.
  package var summary: String { form.summary }

  /// How it is written and what it means, `from DATE (arrival date)`.
  var described: String {
    let usage = isPositional ? valueUsage : optionUsage
    return summary.isEmpty ? usage : "\(usage) (\(summary))"
  }

  /// The value in a usage line: its placeholder, or the words to choose from when these are few.
  package var valueUsage: String {
    let words = form.choices.joined(separator: "|")
    return words.isEmpty || words.count > 24 || form.isOpen ? form.placeholder : words
  }

  /// The option in a usage line: `phone PHONE`, `water yes|no`, `dry-run`.
  package var optionUsage: String { isFlag ? label : "\(label) \(valueUsage)" }
}
