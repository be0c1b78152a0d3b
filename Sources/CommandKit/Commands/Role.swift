/// What an argument says of the thing that a command is about, by which an error that knows no command
/// finds the words that it is about.
public struct Role: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name.
  public let name: String

  /// Makes a role.
  public init(_ name: String) { self.name = name }

  /// Makes a role.
  public init(stringLiteral name: String) { self.name = name }
}
