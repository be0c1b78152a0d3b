/// A numbered list from which a person chooses: digits choose, other characters narrow it.
///
/// What it shows depends on these values alone.
package struct ChoiceList: Sendable {
  /// What a key led to.
  package enum Outcome: Sendable, Hashable {
    case open
    /// The place of the chosen text.
    case chosen(Int)
    case givenUp
  }

  private let question: String
  private let choices: [String]
  private var typed = ""
  /// The row under the arrow keys, among those that are left; nil before one was pressed.
  private var selected: Int?

  /// Makes a list of at least one choice.
  package init(_ question: String, _ choices: [String]) {
    self.question = question
    self.choices = choices
  }

  /// The places of the choices that are left.
  package var left: [Int] {
    let words = Self.folded(typed).split(separator: " ")
    return choices.indices.filter { place in
      if isNumber { return String(place + 1).hasPrefix(typed) }
      let text = Self.folded(choices[place])
      return words.allSatisfy { text.contains($0) }
    }
  }

  private var isNumber: Bool { !typed.isEmpty && typed.allSatisfy { "0"..."9" ~= $0 } }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  /// Handles a key.
  package mutating func press(_ key: Key) -> Outcome {
    switch key {
    case .character(let character): return type(typed + String(character))
    case .backspace: return type(String(typed.dropLast()))
    case .control("u"): return type("")
    case .control("m"), .control("j"): return enter()
    case .control("c"), .control("d"), .escape: return .givenUp
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .home: move(by: -choices.count)
    case .end: move(by: choices.count)
    case .pageUp, .pageDown, .control: break
    }
    return .open
  }

  private mutating func type(_ text: String) -> Outcome {
    typed = text
    selected = nil
    // A number that no other begins with needs no Enter.
    guard isNumber, left.count == 1 else { return .open }
    return .chosen(left[0])
  }

  private func enter() -> Outcome {
    let left = left
    if let selected, left.indices.contains(selected) { return .chosen(left[selected]) }
    if isNumber, let number = Int(typed), choices.indices.contains(number - 1) {
      return .chosen(number - 1)
    }
    return left.count == 1 ? .chosen(left[0]) : .open
  }

  private mutating func move(by rows: Int) {
    let last = left.count - 1
    guard last >= 0 else { return }
    selected = min(max(0, (selected ?? (rows > 0 ? -1 : last + 1)) + rows), last)
  }

  // MARK: Drawing

  /// The lines of a screen, none wider than it.
  package func lines(width: Int, height: Int) -> [String] {
    let left = left
    let digits = String(choices.count).count
    let room = max(1, height - 3)
    let first = max(0, min((selected ?? 0) - room + 1, left.count - room))
    var lines = [question]
    for row in left.indices.dropFirst(first).prefix(room) {
      let number = String(left[row] + 1)
      let blanks = String(repeating: " ", count: digits - number.count + 1)
      lines.append("\(row == selected ? ">" : " ")\(blanks)\(number)  \(choices[left[row]])")
    }
    if left.isEmpty { lines.append("  nothing here has \"\(typed)\" in it") }
    lines.append("")
    lines.append("Which one? \(typed)")
    if left.count > room { lines[lines.count - 2] = "  … \(left.count - room) more" }
    if typed.isEmpty {
      lines[lines.count - 1] += "(a number, or letters to narrow the list; Esc gives up)"
    }
    return lines.map { CandidateListing.cut($0, to: width) }
  }
}
