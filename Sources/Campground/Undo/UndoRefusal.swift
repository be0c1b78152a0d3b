import ObjectGraph

/// Why something cannot be undone.
struct UndoRefusal: Error {
  var about: [CampgroundError.Subject] = []
  /// The reason as one sentence without a period.
  let why: String
  /// How to correct what was done; nil where the reason says it all.
  let fix: CampgroundError.Fix?

  init(about: [CampgroundError.Subject] = [], why: String, fix: CampgroundError.Fix?) {
    (self.about, self.why, self.fix) = (about, why, fix)
  }

  /// The refusal for an event whose business day is closed; nil while it is open.
  ///
  /// - Parameter fix: what can be done instead; by default reopening the day.
  init?(ofClosedDay event: Event, at campground: Campground?, fix: CampgroundError.Fix? = nil) {
    guard let closed = campground?.lastClosedDay, event.date <= closed else { return nil }
    self.init(
      about: (event.reservation.map { [.stay($0.code)] } ?? []) + [.date(event.date)],
      why: "\(event.date) is closed",
      fix: fix ?? .advice("\"day reopen \(closed)\" takes back the last closing"))
  }

  /// The refusal as an error.
  ///
  /// - Parameter subject: what is not undone: `the check-in of R-1`, or a quoted command.
  func error(about subject: String) -> CampgroundError {
    CampgroundError(about: about, "\(subject) cannot be undone: \(why)", fix: fix)
  }
}
