import Foundation
import ObjectGraph

/// Brings stays in from a CSV file: reservations without a camper, Reserved, CheckedIn where they
/// have begun by their dates, or CheckedOut where they are over by them. Nobody is to be marked as
/// a no-show for what has begun.
///
/// Columns: `facility`, the campground, by default the current one; `unit` or `site`, the
/// campsite's name; `arrival`; `departure_exclusive` or `departure`, a date whose night stays free;
/// `adults`, `children`, `vehicles` and `pets`, how many come, by default one adult.
/// Campgrounds and campsites that the store lacks are made. A stay's total is what its nights cost
/// by the rates that are there, with all taxes and fees in it; it has none where a night has no
/// price.
public final class StayImporter: Service {
  /// Imports a file.
  ///
  /// - Throws: `ImportError.unreadable`, and as `importStays(from:options:)`.
  public func importStays(
    at url: URL, options: ImportOptions = ImportOptions()
  ) throws -> ImportSummary {
    try importStays(from: ImportSession.data(at: url), options: options)
  }

  /// Imports a CSV text, all rows or none, in one transaction.
  ///
  /// A stay whose nights are taken, by a reservation of the store or by an
  /// earlier row, is rejected.
  ///
  /// - Returns: the summary, with every reject; nothing was saved when there is one.
  /// - Throws: `CSVProblem` when the header is not there or lacks a column, and what the store
  ///   reports.
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
          session.summary.rejects.append(
            ImportReject(row: row.source, column: row.unitColumn, reason: "\(error)"))
        }
      } else {
        let taken = CampgroundError.siteTaken(site: site.name, by: stays)
        session.summary.rejects.append(
          ImportReject(row: row.source, column: "arrival", reason: taken.description))
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
  /// Keeps what a stay that is imported costs: what its nights do by the rates of now, each an
  /// equal share with all fees and taxes in it.
  fileprivate func agreeOnImported(_ reservation: Reservation, _ span: SiteSpan) throws {
    guard let campground = reservation.campground else { return }
    let revision = revision(at: campground)
    var facts = StayFacts(
      nights: StayFacts(proposing: [span], for: .init(), under: revision).nights,
      party: StayFacts.Party(reservation.party),
      reservedAt: now, reservedUnder: revision)
    var card = try card(at: campground)
    // The shares have all taxes in them.
    card.pricesIncludeTax = false
    if let bill = try Bill.priced(facts, by: card) {
      let lodging = bill.sumMinor(of: .lodging)
      let shares = LargestRemainder.shares(of: lodging, by: facts.nights.map { _ in 1 }) ?? []
      for (place, share) in zip(facts.nights.indices, shares) {
        facts.nights[place].agreedPriceMinor = share
        facts.nights[place].isAllIncluded = true
      }
      reservation.totalMinor = lodging
    }
    try writeNights(of: facts, to: reservation, on: [span])
    note(.imported, of: reservation)
    reservation.reservedUnder = revision
    reservation.noticeDate = facts.noticeArrival?.midnightUTC
  }
}
