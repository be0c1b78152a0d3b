import CommandKit

/// What `let name = value` says.
public struct Assignment: Sendable, Hashable {
  /// The variable's name, without a dollar sign.
  public let name: String

  /// Its value.
  public let value: VariableValue
}
