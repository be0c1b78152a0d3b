/// The right side of `LIKE`: `*` stands for any characters, `?` for exactly one, and a backslash
/// escapes the character after it.
///
/// Characters are grapheme clusters, so `?` matches an emoji of several scalars.
package struct LikePattern: Sendable {
  private enum Element: Sendable {
    case anything
    case oneCharacter
    case literal(String)
  }

  private let elements: [Element]
  private let options: ComparisonOptions

  package init(_ pattern: String, options: ComparisonOptions = []) {
    self.options = options
    var elements: [Element] = []
    var isEscaped = false
    for character in pattern.foldedForComparison(options) {
      if isEscaped {
        elements.append(.literal(String(character)))
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "*" {
        elements.append(.anything)
      } else if character == "?" {
        elements.append(.oneCharacter)
      } else {
        elements.append(.literal(String(character)))
      }
    }
    // A trailing backslash stands for itself.
    if isEscaped { elements.append(.literal("\\")) }
    self.elements = elements
  }

  /// Whether the whole text matches the pattern.
  ///
  /// After a mismatch, only the last `*` is retried, one character further on, so the time is
  /// bounded by the product of the two lengths.
  package func matches(_ text: String) -> Bool {
    let characters = text.foldedForComparison(options).map(String.init)
    var (element, character) = (0, 0)
    var retry: (element: Int, character: Int)?
    while character < characters.count {
      if element < elements.count, case .anything = elements[element] {
        retry = (element, character)
        element += 1
      } else if element < elements.count, fits(elements[element], characters[character]) {
        element += 1
        character += 1
      } else if let last = retry {
        retry = (last.element, last.character + 1)
        element = last.element + 1
        character = last.character + 1
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { if case .anything = $0 { true } else { false } }
  }

  private func fits(_ element: Element, _ character: String) -> Bool {
    switch element {
    case .anything: false
    case .oneCharacter: true
    case .literal(let literal): literal.utf8.elementsEqual(character.utf8)
    }
  }
}
