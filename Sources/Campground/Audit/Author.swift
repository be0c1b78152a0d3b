/// Who changes something, and by which command, for the audit.
public struct Author: Hashable, Sendable {
  /// The name; nil where nobody said.
  public var name: String?

  /// The command as it was written; nil for calls of a program.
  public var command: String?

  /// Makes an author.
  public init(_ name: String? = nil, command: String? = nil) {
    self.name = name
    self.command = command
  }
}
