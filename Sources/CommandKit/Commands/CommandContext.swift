/// What commands work with: a session of a shell.
@MainActor
public protocol CommandContext: AnyObject {
  /// What a command answers.
  associatedtype Output

  /// The values of variables, `$name`.
  var variables: [String: VariableValue] { get }
}

/// The value of a variable, which `$name` stands for in commands and in predicates.
public struct VariableValue: Sendable, Hashable, Codable, ExpressibleByStringLiteral {
  /// The value as text, for the options of commands.
  public let text: String

  /// The value in the language of predicates, for one that is no text: a number, a date, yes
  /// or no, a list in braces.
  public let literal: String?

  /// Makes a value.
  public init(text: String, literal: String? = nil) {
    self.text = text
    self.literal = literal
  }

  /// Makes a text.
  public init(stringLiteral text: String) {
    self.init(text: text)
  }
}
