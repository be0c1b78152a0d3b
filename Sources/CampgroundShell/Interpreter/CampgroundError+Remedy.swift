import Campground

extension CampgroundError {
  /// The command that helps, as a hint; nil where the error says all there is to say.
  var remedy: String? {
    switch self {
    case .beforeCheckIn(let code, _, _): "\"cancel \(code)\" calls it off before"
    case .tooEarly(let code, _, let today, _):
      "\"reservation dates \(code) from \(today) nights N\" gives the stay other dates"
    case .stayRuleBroken(_, let broken) where broken.contains { $0.kind == nil }:
      "\"override\" takes it all the same and keeps a record of it"
    default: nil
    }
  }
}
