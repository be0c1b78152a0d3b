/// Who makes a change, and with which command, for the audit.
public struct Author: Hashable, Sendable {
  /// The name; nil if unknown.
  public var name: String?

  /// The command as typed; nil for calls from a program.
  public var command: String?

  /// Makes an author.
  public init(_ name: String? = nil, command: String? = nil) {
    self.name = name
    self.command = command
  }
}
