/// A rule about check-ins and check-outs that were a mistake: what is in the way of taking one back.
public enum TakingBackRule: Error, Hashable, Sendable {
  /// The reservation is not in the state that the check-in or check-out leads to.
  case notDone(String, status: String, DeskStep)
  /// It was done on another business day; later ones go by what was done.
  case otherDay(String, DeskStep, on: CalendarDate, now: CalendarDate)
  /// It is not known what it found: the stay was brought into its state in another way.
  case unknown(String, DeskStep)
  /// What the stay costs was charged for these days since the check-in.
  case charged(String, days: [CalendarDate])
  /// The stay ends by now where it would begin again.
  case withoutNight(String, arrival: CalendarDate, departure: CalendarDate)
  /// Lines that the check-out wrote were taken back by hand since.
  case linesTakenBack(String, lines: [Int64])
  /// Nobody of the group was checked in or out.
  case nobody(group: String, DeskStep)
}

extension TakingBackRule: CustomStringConvertible {
  /// The rule as one sentence without a final stop.
  public var description: String {
    switch self {
    case .notDone(let code, let status, let step):
      "\(code) is \(status), and only what is \(step.end.rawValue) has a \(step) to take back"
    case .otherDay(let code, let step, let day, let now):
      "\(code) was \(step.participle) on \(day), and the business day is \(now); a \(step) is taken "
        + "back on the same day"
    case .unknown(let code, let step): "it is not known how \(code) was before its \(step)"
    case .charged(let code, let days):
      "\(code) was charged for \(Self.listed(days.map { "\($0)" })) since its check-in"
    case .withoutNight(let code, let arrival, let departure):
      "\(code) was to arrive on \(arrival) before its check-in, and ends on \(departure) by now"
    case .linesTakenBack(let code, let lines):
      "what the check-out charged to \(code) was taken back by hand since"
        + (lines.isEmpty
          ? "" : ": line\(lines.count == 1 ? "" : "s") \(Self.listed(lines.map { "\($0)" }))")
    case .nobody(let group, let step):
      "nobody of the group \"\(group)\" is \(step.end.rawValue), and there is no \(step) to take back"
    }
  }

  private static func listed(_ texts: [String]) -> String {
    let shown = texts.prefix(8).joined(separator: ", ")
    return texts.count > 8 ? "\(shown) and \(texts.count - 8) more" : shown
  }
}

extension TakingBackRule {
  /// How to mend it, as a phrase without a final stop; nil where the rule says it all.
  public var repair: String? {
    switch self {
    case .notDone(let code, let status, .checkIn)
    where status == ReservationStatus.checkedOut.rawValue:
      "\"checkout \(code) undo\" takes the check-out back first"
    case .notDone: nil
    case .otherDay(let code, .checkIn, _, _), .charged(let code, _), .unknown(let code, .checkIn):
      "\"checkout \(code)\" ends the stay today"
    case .otherDay(_, .checkOut, _, _), .unknown(_, .checkOut):
      "book another stay for the guest, from today on"
    case .withoutNight(let code, _, _): "\"reservation extend \(code)\" adds nights first"
    case .linesTakenBack(let code, _):
      "\"charge \(code)\" charges what is still to be paid; nights need another stay"
    case .nobody: "\"group show NAME\" tells how its stays are"
    }
  }
}
