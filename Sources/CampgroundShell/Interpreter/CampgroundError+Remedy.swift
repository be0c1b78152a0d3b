import Campground

extension CampgroundError {
  /// What the shell has instead of what was refused; nil where the reason says it all.
  var remedy: String? {
    switch self {
    case .notAsShown: "give the command again to see what it comes to now"
    case .beforeCheckIn(let code, _, _): "\"cancel \(code)\" calls it off before"
    case .tooEarly(let code, _, let today, _):
      "\"reservation dates \(code) from \(today) nights N\" gives the stay other dates"
    case .stayRuleBroken(_, let broken) where broken.contains { $0.kind == nil }:
      "\"override\" takes it all the same and keeps a record of it"
    case .nothingIncluded: "\"included 0\" is for all of them"
    case .illegalTransition(let code, let from, _, let allowed):
      Self.hint(of: allowed.compactMap { Self.command(to: $0, from: from) }, about: code)
    default: nil
    }
  }

  private static func hint(of commands: [String], about code: String) -> String? {
    commands.isEmpty ? nil : "there is " + commands.map { "\($0) \(code)" }.joined(separator: ", ")
  }

  /// The command that brings a reservation from one state to another.
  private static func command(to status: ReservationStatus, from: String) -> String? {
    switch status {
    case .reserved:
      [ReservationStatus.canceled.rawValue, ReservationStatus.noShow.rawValue].contains(from)
        ? "reinstate" : "accept"
    case .checkedIn: "checkin"
    case .checkedOut: "checkout"
    case .canceled: "cancel"
    case .noShow: "noshow"
    case .declined: "decline"
    case .expired: "expire"
    case .draft, .hold, .requested: nil
    }
  }
}
