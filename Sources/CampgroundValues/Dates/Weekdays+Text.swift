extension Weekdays: CustomStringConvertible {
  /// The weekdays as `fri,sat`; `all` for a set that covers all of them.
  public var description: String {
    let named = Weekday.allCases.filter(covers)
    guard named.count < Weekday.allCases.count else { return "all" }
    return named.map { $0.shortName.lowercased() }.joined(separator: ",")
  }

  /// Reads weekdays as people write them, separated by commas or spaces: `fri,sat`, `Friday`,
  /// `mon-thu`, `weekend`, `all`; nil for anything else. A range may cross Sunday: `fri-mon`.
  public init?(_ text: String) {
    let parts = text.lowercased().split { $0 == "," || $0.isWhitespace }
    guard !parts.isEmpty else { return nil }
    var days: Set<Weekday> = []
    for part in parts {
      switch part {
      case "all": days.formUnion(Weekday.allCases)
      case "weekend", "weekends": days.formUnion([.friday, .saturday])
      case "weekdays": days.formUnion([.sunday, .monday, .tuesday, .wednesday, .thursday])
      default:
        let ends = part.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count <= 2, let first = ends.first.flatMap(Weekday.init(word:)),
          let last = ends.last.flatMap(Weekday.init(word:))
        else { return nil }
        let length = (last.rawValue - first.rawValue + 7) % 7
        for step in 0...length {
          days.insert(Weekday.allCases[(first.rawValue - 1 + step) % 7])
        }
      }
    }
    self.init(days)
  }
}
