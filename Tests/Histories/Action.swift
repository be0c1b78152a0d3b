/// What an actor of a history does in one step.
public enum Action: Equatable, Sendable, CustomStringConvertible {
  /// Looks at a tally.
  case read(Int)
  /// Looks at a tally, and sets one more bit of one of its numbers.
  case edit(Int, Field, bit: Int)
  /// Lets go of a tally, so that a clean one leaves the context.
  case drop(Int)
  /// Fetches all tallies.
  case fetch
  case save
  case rollback
  case refresh(Int, mergeChanges: Bool)
  case refreshAll
  case reset
  /// Asks whether other coordinators or processes wrote.
  case notice
  /// Lets the merges that wait on the context's queue run.
  case deliver

  public var description: String {
    switch self {
    case .read(let row): "read \(row)"
    case .edit(let row, let field, let bit): "edit \(row) \(field.rawValue) \(bit)"
    case .drop(let row): "drop \(row)"
    case .refresh(let row, let mergeChanges): "\(mergeChanges ? "merge" : "refresh") \(row)"
    case .fetch: "fetch"
    case .save: "save"
    case .rollback: "rollback"
    case .refreshAll: "refreshAll"
    case .reset: "reset"
    case .notice: "notice"
    case .deliver: "deliver"
    }
  }

  private static let plain: [Action] = [
    .fetch, .save, .rollback, .refreshAll, .reset, .notice, .deliver,
  ]

  /// Reads what `description` wrote.
  public init?(_ text: some StringProtocol) {
    if let action = Self.plain.first(where: { $0.description == text }) {
      self = action
      return
    }
    let words = text.split(separator: " ")
    guard words.count > 1, let row = Int(words[1]) else { return nil }
    switch words[0] {
    case "read": self = .read(row)
    case "drop": self = .drop(row)
    case "merge": self = .refresh(row, mergeChanges: true)
    case "refresh": self = .refresh(row, mergeChanges: false)
    case "edit":
      guard words.count == 4, let field = Field(rawValue: String(words[2])),
        let bit = Int(words[3])
      else { return nil }
      self = .edit(row, field, bit: bit)
    default: return nil
    }
  }
}
