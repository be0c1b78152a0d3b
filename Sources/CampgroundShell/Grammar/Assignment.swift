import CommandKit

/// What `let name = value` says.
package struct Assignment: Sendable, Hashable {
  /// The variable's name, without a dollar sign.
  package let name: String

  /// Its value.
  package let value: VariableValue
}
