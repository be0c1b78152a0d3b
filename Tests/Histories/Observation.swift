/// What an actor saw of a step.
public enum Observation: Equatable, Sendable, CustomStringConvertible {
  /// Nothing to see.
  case done
  /// A tally's values, before a change where the step makes one.
  case saw(Values)
  /// The save was confirmed.
  case saved
  /// The save was refused, for someone else changed this tally.
  case conflict(Int)
  /// Anything else that went wrong.
  case failed(String)

  public var description: String {
    switch self {
    case .done: "done"
    case .saw(let values): "saw \(values)"
    case .saved: "saved"
    case .conflict(let row): "conflict \(row)"
    case .failed(let reason): "failed \(reason)"
    }
  }

  /// Reads what `description` wrote.
  public init(_ text: String) {
    let rest = text.drop { $0 != " " }.dropFirst()
    switch text.prefix(while: { $0 != " " }) {
    case "done": self = .done
    case "saved": self = .saved
    case "conflict": self = Int(rest).map { .conflict($0) } ?? .unreadable(text)
    case "saw": self = Values(rest).map { .saw($0) } ?? .unreadable(text)
    case "failed": self = .failed(String(rest))
    default: self = .unreadable(text)
    }
  }

  private static func unreadable(_ text: String) -> Observation {
    .failed("unreadable answer: \(text)")
  }
}
