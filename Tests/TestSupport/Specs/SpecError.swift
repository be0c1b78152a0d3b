/// A spec that cannot be read, or an output that cannot be written into it.
public struct SpecError: Error, Hashable, CustomStringConvertible {
  /// The spec.
  public let file: String
  /// The line, counted from 1.
  public let line: Int
  /// What is wrong.
  public let message: String

  /// The place and the message, `file:line: error: …`.
  public var description: String { "\(file):\(line): error: \(message)" }
}
