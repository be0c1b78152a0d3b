/// A parameter of a command: a positional one, or an option introduced by its name.
package struct Parameter<Context: CommandContext>: Adjustable, Sendable {
  /// The name of the option, or the name of a positional parameter in messages.
  package let name: String

  /// The prefix of an option's name in usage lines and messages.
  private var prefix = ""

  /// The form of its value.
  package let form: ValueForm<Context>

  /// Whether its value is given without its name.
  package private(set) var isPositional: Bool

  /// Whether it is required.
  package private(set) var isRequired = false

  /// Whether it is the first choice for a value without a name: `rate edit Base 48`, as in `rate
  /// add`.
  private(set) var isMain = false

  /// Checks the words given for it, as far as possible before the command runs.
  let check: @MainActor (ArgumentText<Context>) throws(Diagnostic) -> Void

  package init<Value>(
    _ name: String, _ type: ValueType<Context, Value>, isPositional: Bool
  ) {
    self.name = name
    self.form = type.form
    self.isPositional = isPositional
    check = { text throws(Diagnostic) in _ = try text.read(type) }
  }

  /// The same parameter, but required.
  func required(isPositional: Bool) -> Self {
    with { ($0.isRequired, $0.isPositional) = (true, isPositional) }
  }

  /// The same parameter, as the first choice for a value without a name.
  var main: Self { with { $0.isMain = true } }

  /// The same parameter, with a prefix if it is an option.
  func prefixed(by prefix: String) -> Self { with { $0.prefix = prefix } }

  /// The name as users write it: `phone`, or `--phone` on a command line.
  package var label: String { isPositional ? name : prefix + name }

  /// Whether it takes no value: the name alone means yes.
  package var isFlag: Bool { if case .nothing = form.extent { true } else { false } }

  /// The meaning, as a phrase.
  package var summary: String { form.summary }

  /// The syntax and the meaning, `from DATE (arrival date)`.
  var described: String {
    let usage = isPositional ? valueUsage : optionUsage
    return summary.isEmpty ? usage : "\(usage) (\(summary))"
  }

  /// The value in a usage line: its placeholder, or the choices if there are few.
  package var valueUsage: String {
    let words = form.choices.joined(separator: "|")
    return words.isEmpty || words.count > 24 || form.isOpen ? form.placeholder : words
  }

  /// The option in a usage line: `phone PHONE`, `water yes|no`, `dry-run`.
  package var optionUsage: String { isFlag ? label : "\(label) \(valueUsage)" }
}
