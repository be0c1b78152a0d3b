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

/// What a mark in a drawing is about, which decides its colour where there are colours.
package enum Tone: Sendable, Hashable {
  /// Nothing in particular.
  case plain
  /// Less than the rest.
  case quiet
  /// All is well.
  case good
  /// It is going on.
  case active
  /// It may change soon.
  case pending
  /// It is out of reach.
  case barred

  /// The code of the terminal's graphic rendition; nil for none.
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
