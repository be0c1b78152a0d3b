/// The role of an argument in its command. An error that does not know the command uses it to find
/// the words at fault.
package struct Role: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name.
  package let name: String

  /// Makes a role.
  package init(_ name: String) { self.name = name }

  /// Makes a role.
  package init(stringLiteral name: String) { self.name = name }
}
