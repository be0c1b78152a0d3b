import ObjectGraph

extension FolioService {
  /// Takes back the closing of the last closed day, which takes charges and payments again.
  ///
  /// Nothing else changes: its lines stay, and lines dated the day after keep their day. The audit
  /// records who reopened it. Closing it again gives it the sums that it then has.
  ///
  /// - Parameter day: the last closed day.
  /// - Returns: The figures that it was closed with.
  /// - Throws: `CampgroundError.refused` for any day but the last closed one.
  @discardableResult
  public func reopenDay(_ day: CalendarDate) throws -> FormerClosing {
    try scope.change { scratch in
      let campground = try scope.campground(in: scratch).map { try scratch.current($0) }
      guard let campground, let last = campground.lastClosedDay, day <= last else {
        throw CampgroundError(about: [.date(day)], "\(day) is not closed", fix: .list(.closedDays))
      }
      try refuse(
        unless: day == last, about: [.date(day), .date(last)],
        "the last closed day is \(last), and only that one can be reopened", fix: .reopenDay(last))
      let latest = try scratch.fetch(
        ClosedDay.self, where: "campground == %@", campground, by: ["-day"], limit: 2)
      guard let closed = latest.first, closed.date == day else {
        throw CampgroundError.gone("the closed day \(day)")
      }
      let former = FormerClosing(closed, before: latest.dropFirst().first?.date)
      campground.lastClosedDay = former.closedThrough
      scratch.delete(closed)
      return former
    }
  }
}

/// The closing of a day that was taken back.
public struct FormerClosing: Sendable, Hashable {
  /// The day that takes lines again.
  public let day: CalendarDate

  /// The day through which the books are closed now; nil where no day is.
  public let closedThrough: CalendarDate?

  /// The charges, the payments less refunds, and the nights that it was closed with.
  public let charged: Money
  public let paid: Money
  public let nightsSold: Int

  init(_ closed: ClosedDay, before: CalendarDate?) {
    day = closed.date
    closedThrough = before
    (charged, paid, nightsSold) = (closed.charged, closed.paid, Int(closed.nightsSold))
  }
}
