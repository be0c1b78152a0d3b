/// What an argument says of the thing that a command is about, by which an error that knows no command
/// finds the words that it is about.
package struct Role: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name.
  package let name: String

  /// Makes a role.
  package init(_ name: String) { self.name = name }

  /// Makes a role.
  package init(stringLiteral name: String) { self.name = name }
}
