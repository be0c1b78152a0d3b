import Foundation
import ObjectGraph

/// Brings stays in from a CSV file: reservations without a camper, Reserved, or
/// CheckedOut where they are over by their dates. What is over is history: nobody is to
/// be marked as a no-show for it.
///
/// Columns: `facility`, the campground, by default the current one; `unit` or `site`, the
/// campsite's name; `arrival`; `departure_exclusive` or `departure`, a date whose night stays free.
/// Campgrounds and campsites that the store lacks are made. A stay's total is what its nights cost by
/// the rates that are there, without taxes and fees; it has none where a night has no price.
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
      let prices = try session.prices(of: campground)
      var plan =
        try plans[campground.name] ?? SitePlan(of: campground, rows: rows, in: session)
      let (site, isNew) = plan.site(named: row.unit, externalIdentifier: row.unitIdentifier)
      if isNew { session.summary.newSites += 1 }
      let stays = plan.stays(in: row.dates, on: site)
      if stays.isEmpty {
        plan.take(row.dates, on: site, for: "row \(row.source.number)")
        do {
          try insert(row, on: site, at: prices, in: session)
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
    _ row: StayRow, on site: CampSite, at prices: PriceList, in session: ImportSession
  ) throws(CampgroundError) {
    let total = try prices.lodging(of: row.dates, at: site)
    let reservation = Reservation(context: session.scratch)
    if let number = session.nextProvisionalNumber() { reservation.number = number }
    reservation.state =
      row.dates.departure <= session.today(at: site.campground) ? .checkedOut : .reserved
    reservation.totalMinor = total
    session.book.put(reservation, on: [SiteSpan(row.dates, on: site)])
    NightLedger.insert(row.dates, by: reservation, on: site, in: session.scratch)
  }
}

extension PriceList {
  /// What the nights of a stay cost, in minor units, without discounts, fees and taxes; nil where
  /// one of them has no price.
  fileprivate func lodging(
    of dates: StayDates, at site: CampSite
  ) throws(CampgroundError) -> Int64? {
    guard
      let quote = try quote(
        PricedStay(
          site: site, dates: dates, partySize: 1, vehicleCount: nil, petCount: 0, discount: nil,
          keeping: []))
    else {
      return nil
    }
    return try Balance.sum(
      quote.lines.lazy.filter { $0.kind == .lodging }.map(\.amountMinor), currency)
  }
}
