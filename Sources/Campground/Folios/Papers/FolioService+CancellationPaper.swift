import Foundation
import ObjectGraph

extension FolioService {
  /// The paper for a cancellation or a no-show: what is kept and under which terms, what was paid,
  /// and what is refunded.
  func cancellation(of reservation: Reservation) throws -> Paper {
    let kept = try kept(of: reservation, total: "Total kept")
    let balance = try balance(of: reservation)
    let isNoShow = reservation.state == .noShow
    let nothing: [Paper.Row] =
      kept.section.lines.isEmpty ? [.init(nil, "Kept", kept.counted)] : []
    return Paper(
      at: reservation.campground,
      title: "\(isNoShow ? "No-show" : "Cancellation") \(reservation.code)",
      facts: facts(about: reservation) + callingOff(of: reservation, isNoShow: isNoShow),
      sections: [kept.section],
      closing: try nothing + Self.beside(kept.counted, balance)
        + moved(for: reservation, balance),
      notes: [])
  }

  /// What is kept of a canceled stay, under a heading where the paper covers several stays.
  func kept(
    of stay: Reservation, about heading: [String] = [], total name: String
  ) throws -> (section: Paper.Section, counted: Money) {
    let section = try posted(of: stay, called: "Kept", about: heading, total: name)
    return (section, section.sums[0].amount)
  }

  func callingOff(of reservation: Reservation, isNoShow: Bool) -> [Paper.Fact] {
    let zone = reservation.campground?.timeZone ?? .gmt
    return [
      .init(
        isNoShow ? "Recorded" : "Canceled",
        reservation.canceledAt.map { "\(WallTime($0, in: zone))" }),
      .init("Reason", reservation.reason),
      .init("Terms", terms(of: reservation, isNoShow: isNoShow)),
    ]
  }

  /// The terms under which money was kept, in words; nil where no policy was agreed.
  private func terms(of reservation: Reservation, isNoShow: Bool) -> String? {
    guard let canceledAt = reservation.canceledAt,
      let facts = try? StayBook(scope, in: managedObjectContext).facts(of: reservation)
    else { return nil }
    let currency = reservation.campground?.currency ?? .usd
    if let agreed = facts.givenUp.last?.wordsOfAgreement(in: currency) { return agreed }
    let moment = StayFacts.Moment(
      canceledAt, in: reservation.campground?.timeZone ?? .gmt)
    return facts.terms.words(
      for: facts.step(at: moment, withoutNotice: isNoShow), of: reservation,
      isNoShow ? .noShow : .canceled)
  }

  /// The early departure, and the terms under which money was kept for the nights given up; empty
  /// for a guest who did not leave early.
  func earlyDeparture(of reservation: Reservation) -> [Paper.Fact] {
    guard reservation.state == .checkedOut,
      let facts = try? StayBook(scope, in: managedObjectContext).facts(of: reservation),
      let given = facts.givenUp.last, given.occasion == .leftEarly
    else { return [] }
    // The business day of the kept amount may differ.
    let zone = reservation.campground?.timeZone ?? .gmt
    let moment = StayFacts.Moment(reservation.checkedOutAt ?? scope.clock.now, in: zone)
    let day = reservation.checkedOutAt.map { CalendarDate($0, in: zone) } ?? given.day
    return [
      .init("Left early", "\(day)"),
      .init(
        "Terms",
        facts.terms.words(
          for: facts.step(at: moment), of: reservation, .leftEarly)),
    ]
  }

  /// The payments, the refunds, and what is left to settle.
  private func moved(
    for reservation: Reservation, _ balance: Balance
  ) throws -> [Paper.Row] {
    let currency = balance.due.currency
    let lines = try Ledger.lines(about: reservation, in: managedObjectContext)
      .filter { $0.reversedBy == nil }
    func sum(_ kind: ChargeKind) throws -> Int64 {
      try Balance.sum(lines.lazy.filter { $0.kind == kind }.map(\.amountMinor), currency)
    }
    let (refunded, credited) = (try sum(.refund), try sum(.credit))
    let paid = try Balance.sum([try balance.paid.minorUnits(), refunded, credited], currency)
    let parts = [
      ("Paid", paid), ("Refunded", refunded), ("Kept as a voucher", credited),
    ]
    return parts.filter { $0.0 == "Paid" || $0.1 != 0 }
      .map { .init(nil, $0.0, Money(minorUnits: $0.1, currency)) }
      + (balance.due.amount < 0
        ? [.init(nil, "Refund due", balance.credit)] : Self.due(balance))
  }
}
