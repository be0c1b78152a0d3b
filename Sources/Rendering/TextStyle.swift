/// The few terminal styles in use, or none of them.
struct TextStyle {
  let isOn: Bool

  func bold(_ text: String) -> String { wrapped(text, in: "1") }

  func dim(_ text: String) -> String { wrapped(text, in: "2") }

  func reversed(_ text: String) -> String { wrapped(text, in: "7") }

  func toned(_ text: String, _ tone: Tone) -> String {
    tone.code.map { wrapped(text, in: $0) } ?? text
  }

  private func wrapped(_ text: String, in code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// The meaning of a mark in a drawing, which decides its color.
package enum Tone: Sendable, Hashable {
  /// Nothing in particular.
  case plain
  /// Less important than the rest.
  case quiet
  /// All is well.
  case good
  /// In progress.
  case active
  /// Likely to change soon.
  case pending
  /// Unavailable.
  case barred

  /// The terminal's code for the style; nil for none.
  fileprivate var code: String? {
    switch self {
    case .plain: nil
    case .quiet: "2"
    case .good: "32"
    case .active: "36"
    case .pending: "33"
    case .barred: "31"
    }
  }
}
