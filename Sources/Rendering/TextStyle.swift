/// The few terminal styles in use, or none of them.
struct TextStyle {
  let isOn: Bool

  func bold(_ text: String) -> String { wrapped(text, in: "1") }

  func dim(_ text: String) -> String { wrapped(text, in: "2") }

  private func wrapped(_ text: String, in code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
