import Foundation
import ObjectGraph

/// Imports stays from a CSV file as reservations without a camper. By their dates they become
/// Reserved, CheckedIn if they have begun, or CheckedOut if they are past, so that no stay under
/// way becomes a no-show.
///
/// Columns: `facility`, the campground, by default the current one; `unit` or `site`, the campsite;
/// `arrival`; `departure_exclusive` or `departure`, whose night is not part of the stay; `adults`,
/// `children`, `vehicles` and `pets`, by default one adult. Missing campgrounds and campsites are
/// created. A stay costs what reserving it would cost. A past one has a total for the reports only:
/// the price of its nights under the current rates, if every night has one.
public final class StayImporter: Service {
  /// Imports a CSV text in one transaction, all rows or none.
  ///
  /// A stay whose nights are taken, by a reservation in the store or by an earlier row, is
  /// rejected.
  ///
  /// - Returns: The summary, with every reject; if there is one, nothing was saved.
  /// - Throws: `CSVProblem` when the header is missing or lacks a column, and store errors.
  public func importStays(
    from data: Data, options: ImportOptions = ImportOptions()
  ) throws -> ImportSummary {
    try ImportSession.run(in: scope, options: options) { session in
      let columns = [["unit", "site"], ["arrival"], ["departure_exclusive", "departure"]]
      let rows = try session.rows(of: data, requiring: columns) {
        row throws(CSVProblem) in try StayRow(row)
      }
      try insert(rows, in: session)
    }
  }

  private func insert(_ rows: [StayRow], in session: ImportSession) throws {
    var plans: [String: SitePlan] = [:]
    for row in rows {
      try session.checkInterruption()
      let campground = try session.campground(named: row.facility)
      var plan =
        try plans[campground.name] ?? SitePlan(of: campground, rows: rows, in: session)
      let (site, isNew) = plan.site(named: row.unit, externalIdentifier: row.unitIdentifier)
      if isNew { session.summary.newSites += 1 }
      let stays = plan.stays(in: row.dates, on: site)
      if stays.isEmpty {
        plan.take(row.dates, on: site, for: "row \(row.source.number)")
        do {
          try insert(row, on: site, at: campground, in: session)
          session.summary.accepted += 1
        } catch {
          session.reject(row.source.problem(row.unitColumn, "\(error)"))
        }
      } else {
        let taken = CampgroundError.siteTaken(site: site.name, by: stays)
        session.reject(row.source.problem("arrival", taken.description))
      }
      plans[campground.name] = plan
    }
    _ = try session.book.offerLapsedNights()
  }

  private func insert(
    _ row: StayRow, on site: CampSite, at campground: Campground, in session: ImportSession
  ) throws {
    let reservation = Reservation(context: session.scratch)
    if let number = session.scope.placeholderNumber(of: Reservation.self) {
      reservation.number = number
    }
    reservation.state = ReservationStatus(
      agreedFor: row.dates, on: session.today(at: campground))
    reservation.campground = campground
    reservation.party = row.party
    try session.book.agreeOnImported(reservation, SiteSpan(row.dates, on: site))
    NightLedger.insert(row.dates, by: reservation, on: site, in: session.scratch)
  }
}

extension StayBook {
  /// Records the terms of an imported stay; a past one costs its nights alone, because its fees and
  /// taxes were charged elsewhere.
  fileprivate func agreeOnImported(_ reservation: Reservation, _ span: SiteSpan) throws {
    let revision = revision(at: reservation.campground)
    var facts = StayFacts(
      proposing: [span], for: StayFacts.Party(reservation.party), under: revision)
    if reservation.state == .checkedOut {
      for place in facts.nights.indices { facts.nights[place].isAllIncluded = true }
    }
    note(.imported, of: reservation)
    facts.reserve(at: now, revision: revision, under: nil)
    try write(facts, to: reservation, on: [span])
  }
}
