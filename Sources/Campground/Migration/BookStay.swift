/// The result of migrating a reservation of the book.
struct BookStay: Equatable {
  let status: ReservationStatus
  let dates: StayDates
  /// Whether the stay is on, or requested for, the campsite that the book has for it.
  let hasSite: Bool
  /// What the book has and the stay cannot represent; nil for nothing.
  let note: String?

  /// Whether it occupies its nights.
  var keepsNights: Bool { hasSite && status.occupiesNights }

  /// Whether it was agreed, even if it was canceled later.
  var wasAgreed: Bool { status.occupiesNights || status.isCalledOff }

  /// - Parameters:
  ///   - word: the status.
  ///   - site: the name of its campsite; nil where it has none.
  ///   - other: the code of the reservation that has some of its nights on that campsite; nil for
  ///     none.
  init(
    _ word: String, _ known: BookDates, on site: String?, takenBy other: String?,
    today: CalendarDate
  ) {
    let meaning = BookStatus(word)
    var remarks = [known.remark]
    dates = known.dates
    switch meaning ?? .agreed {
    case .asked(let status), .ended(let status):
      (self.status, hasSite) = (status, site != nil)
    case .agreed where known.remark != nil:
      (status, hasSite) = (.requested, site != nil)
    case .agreed:
      let state = ReservationStatus(agreedFor: dates, on: today)
      switch (site, other) {
      case (nil, _):
        (status, hasSite) = (state == .checkedOut ? state : .requested, false)
        remarks.append("no site was recorded")
      case (let site?, let other?):
        (status, hasSite) = (state == .checkedOut ? state : .requested, state != .checkedOut)
        remarks.append("site \(site) was recorded, but \(other) has it on some of the nights")
      case (_?, nil): (status, hasSite) = (state, true)
      }
    }
    if !Self.says(word, status, meaning) {
      remarks.append("the status was recorded as \"\(word)\"")
    }
    let told = remarks.compactMap { $0 }
    note = told.isEmpty ? nil : "Before the migration: \(told.joined(separator: "; "))"
  }

  /// Whether the new status expresses a status of the book, as every status of an agreed stay
  /// expresses "Reserved".
  private static func says(
    _ word: String, _ status: ReservationStatus, _ meaning: BookStatus?
  ) -> Bool {
    let state = word.lowercased()
    return state == status.rawValue.lowercased()
      || state == ReservationStatus.reserved.rawValue.lowercased() && meaning == .agreed
  }
}

extension ReservationStatus {
  /// The status of a stay about which nothing is known except that it was agreed: it is taken to
  /// have begun and ended on its dates.
  init(agreedFor dates: StayDates, on today: CalendarDate) {
    self =
      dates.departure <= today ? .checkedOut : dates.arrival < today ? .checkedIn : .reserved
  }
}
