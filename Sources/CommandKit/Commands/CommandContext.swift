/// The context of commands: a session of a shell.
@MainActor
package protocol CommandContext: AnyObject, SendableMetatype {
  /// The values of variables, `$name`.
  var variables: [String: VariableValue] { get }

  /// Whether a person is asked for the values of a command that is given nothing to change.
  var fillsForms: Bool { get }
}

extension CommandContext {
  package var fillsForms: Bool { false }
}

/// The value of a variable, written `$name` in commands and predicates.
package struct VariableValue: Sendable, Hashable, Codable, ExpressibleByStringLiteral {
  /// The value as text, for the options of commands.
  package let text: String

  /// The value in the language of predicates, if it is not text: a number, a date, yes or no, or a
  /// list in braces.
  package let literal: String?

  /// Whether a text can name a variable: letters, digits and underscores, no digit first.
  package static func isName(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first == "_" else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Makes a value.
  package init(text: String, literal: String? = nil) {
    self.text = text
    self.literal = literal
  }

  /// Makes a text value.
  package init(stringLiteral text: String) {
    self.init(text: text)
  }
}
