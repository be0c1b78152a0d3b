/// What becomes of a reservation of the book.
struct BookStay: Equatable {
  let status: ReservationStatus
  let dates: StayDates
  /// Whether it is on the campsite that the book has for it, or is to be.
  let hasSite: Bool
  /// What the book has and this does not; nil for nothing.
  let note: String?

  /// Whether it keeps its nights from others.
  var keepsNights: Bool { hasSite && status.occupiesNights }

  /// Whether it was agreed, be it that it came to nothing since.
  var wasAgreed: Bool { status.occupiesNights || status.isCalledOff }

  /// - Parameters:
  ///   - word: the status.
  ///   - site: the name of its campsite; nil where it has none.
  ///   - other: the code of the reservation that has nights of it on that campsite; nil for none.
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
        remarks.append("no site was noted")
      case (let site?, let other?):
        (status, hasSite) = (state == .checkedOut ? state : .requested, state != .checkedOut)
        remarks.append("site \(site) was noted, which \(other) has on some of the nights")
      case (_?, nil): (status, hasSite) = (state, true)
      }
    }
    if !Self.says(word, status, meaning) { remarks.append("the status was noted as \"\(word)\"") }
    let told = remarks.compactMap { $0 }
    note = told.isEmpty ? nil : "Before the migration: \(told.joined(separator: "; "))"
  }

  /// Whether a word of the book is told by the state: "Reserved" is by whatever became of an agreed
  /// stay.
  private static func says(
    _ word: String, _ status: ReservationStatus, _ meaning: BookStatus?
  ) -> Bool {
    let state = word.lowercased()
    return state == status.rawValue.lowercased()
      || state == ReservationStatus.reserved.rawValue.lowercased() && meaning == .agreed
  }
}

extension ReservationStatus {
  /// The state of a stay of which nobody knows more than that it was agreed: whoever should have come
  /// by its dates has come, and whoever should have left has left.
  init(agreedFor dates: StayDates, on today: CalendarDate) {
    self =
      dates.departure <= today ? .checkedOut : dates.arrival < today ? .checkedIn : .reserved
  }
}
