/// The reason why a file cannot be imported at all.
public enum ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The file does not have the required form.
  case malformed(String)

  /// The reason as one sentence without a period.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .malformed(let reason): reason
    }
  }
}
