import Foundation

/// What another program says of a booking.
enum BookingStatus {
  case booked, inHouse, departed, requested, canceled, noShow

  /// The status that a word means; nil for an unknown one.
  init?(_ word: String) {
    let folded = word.lowercased().filter(\.isLetter)
    guard let status = Self.words[folded] else { return nil }
    self = status
  }

  private static let words: [String: BookingStatus] = {
    let words: [(BookingStatus, String)] = [
      (.booked, "reserved confirmed booked guaranteed active new upcoming reservation paid"),
      (.inHouse, "checkedin checkin inhouse arrived occupied current onsite"),
      (.departed, "checkedout checkout departed completed complete past closed stayed"),
      (.requested, "requested request pending tentative unconfirmed quote option hold held"),
      (.canceled, "canceled cancelled cancel cancellation void voided"),
      (.noShow, "noshow"),
    ]
    return Dictionary(
      words.flatMap { status, words in words.split(separator: " ").map { (String($0), status) } },
      uniquingKeysWith: { first, _ in first })
  }()

  /// The status of the stay that is imported.
  ///
  /// The dates decide between stays to come, under way and over, since a program is seldom told of
  /// each arrival and departure.
  ///
  /// - Returns: The status, with a remark where the dates decided otherwise than the program.
  /// - Throws: `Contradiction` for a guest in house who is still to arrive, and for one who checked
  ///   out before the departure.
  static func state(
    of status: BookingStatus?, for dates: StayDates, on today: CalendarDate
  ) throws(Contradiction) -> (state: ReservationStatus, remark: String?) {
    let byDates = ReservationStatus(agreedFor: dates, on: today)
    switch status {
    case nil: return (byDates, nil)
    case .requested:
      guard byDates == .reserved else { return (.expired, nil) }
      return (.requested, "requested only; \"accept\" books it")
    case .canceled: return (.canceled, nil)
    case .noShow: return (.noShow, nil)
    case .booked:
      return (
        byDates,
        byDates == .checkedIn ? "arrived on \(dates.arrival) by its dates: checked in" : nil
      )
    case .inHouse:
      switch byDates {
      case .checkedOut:
        return (
          .checkedOut, "departed on \(dates.departure) by its dates: checked out"
        )
      case .reserved where dates.arrival > today:
        throw Contradiction(text: "in house, but arrives on \(dates.arrival)")
      default: return (.checkedIn, nil)
      }
    case .departed:
      guard byDates == .checkedOut else {
        throw Contradiction(
          text: "checked out, but departs on \(dates.departure); enter the actual departure")
      }
      return (.checkedOut, nil)
    }
  }

  /// A status that the dates rule out.
  struct Contradiction: Error {
    let text: String
  }
}
