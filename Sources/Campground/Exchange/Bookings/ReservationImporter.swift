import Foundation
import ObjectGraph

/// Imports reservations with their guests and money from a spreadsheet that another program saved as
/// CSV.
///
/// The columns are found by their headings, as other programs call them, or as `ImportOptions`
/// chooses them: the campsite or its class, the arrival and the departure or the number of nights,
/// and where known the guest, the party, the status, the total, what was paid, notes and the
/// confirmation number. See `ImportField`.
///
/// A stay that is over is history: it counts in the reports of occupancy and, without the taxes in
/// its total, of revenue, and is on no bill and in no balance. The total of any other is what its
/// nights cost in all, with their taxes; without one it is billed as `reserve` bills it. A row without
/// a campsite takes the first one of its class that is free.
public final class ReservationImporter: Service {
  /// Imports a CSV text in one transaction, all rows or none.
  ///
  /// A stay whose nights are taken, by a reservation in the store or by another row, is rejected. A
  /// row whose confirmation number is known from an earlier import that stands is skipped.
  ///
  /// - Returns: The summary, with every reject; if there is one, nothing was saved.
  /// - Throws: `CSVProblem` when the header cannot be read, `ImportError` when it lacks a column or
  ///   the dates are ambiguous, code 3072 when it is interrupted, and store errors.
  public func importReservations(
    from data: Data, options: ImportOptions = ImportOptions()
  ) throws -> ImportSummary {
    try ImportSession.run(in: scope, options: options) { session in
      let sheet = try Sheet(
        data, for: BookingRow.fields, requiring: BookingRow.required, in: session)
      session.summary.ignoredColumns = sheet.map.ignored
      var bookings: [BookingRow] = []
      for row in sheet.rows {
        do throws(RowProblems) {
          bookings.append(try BookingRow(row, in: sheet))
        } catch {
          for problem in error.all { session.reject(problem) }
        }
      }
      var run = try ReservationImport(bookings, in: session)
      try run.place()
      try run.insert()
    }
  }
}

/// The import of bookings that were read.
private struct ReservationImport {
  /// A booking with the status and the campsite that it gets.
  private struct Placed {
    let booking: BookingRow
    let state: ReservationStatus
    let campground: Campground
    var site: CampSite?
  }

  private let session: ImportSession
  private var placed: [Placed] = []
  private var plans: [Campground: SitePlan] = [:]
  private var guests: GuestDirectory

  init(_ bookings: [BookingRow], in session: ImportSession) throws {
    self.session = session
    guests = try GuestDirectory(in: session.scratch)
    var known: [Campground: Set<String>] = [:]
    for booking in bookings {
      guard let campground = try campground(of: booking) else { continue }
      let numbers = try known[campground] ?? Self.confirmationNumbers(at: campground, in: session)
      known[campground] = numbers
      if let number = booking.confirmationNumber, numbers.contains(number) {
        session.summary.skipped += 1
        continue
      }
      do throws(BookingStatus.Contradiction) {
        let (state, remark) = try BookingStatus.state(
          of: booking.status, for: booking.dates, on: session.today(at: campground))
        if let remark { session.remark(booking.row.source, remark) }
        placed.append(Placed(booking: booking, state: state, campground: campground))
      } catch {
        session.reject(booking.row.problem(.status, error.text))
      }
    }
    let dates = placed.map(\.booking.dates)
    for campground in Set(placed.map(\.campground)) {
      plans[campground] = try SitePlan(of: campground, for: dates, in: session)
    }
  }

  private func campground(of booking: BookingRow) throws -> Campground? {
    let name = booking.facility
    if name.isEmpty || session.options.createsMissing { return try session.campground(named: name) }
    if let known = try session.knownCampground(named: name) { return known }
    session.reject(missing: booking.row.problem(.campground, "there is no campground \(name)"))
    return nil
  }

  private static func confirmationNumbers(
    at campground: Campground, in session: ImportSession
  ) throws -> Set<String> {
    guard !campground.isInserted else { return [] }
    return Set(
      try session.scratch.fetch(
        Reservation.self, where: "campground == %@ AND confirmationNumber != nil", campground
      ).lazy.filter { !$0.isTakenBack }.compactMap(\.confirmationNumber))
  }

  // MARK: Campsites

  /// Gives each booking its campsite: first the named ones, then by arrival those of which only the
  /// class is known.
  mutating func place() throws {
    let session = session
    let byClass = placed.indices.filter { placed[$0].booking.site == nil }
    for index in placed.indices where placed[index].booking.site != nil {
      try session.checkInterruption()
      try take(index) { try Self.site(named: $1.booking.site ?? "", $0, $1, session) }
    }
    for index in byClass.sorted(by: { arrival($0) < arrival($1) }) {
      try session.checkInterruption()
      try take(index) { try Self.site(ofClassOf: $1, $0, session) }
    }
  }

  private func arrival(_ index: Int) -> (CalendarDate, Int) {
    (placed[index].booking.dates.arrival, index)
  }

  /// Takes the nights of a booking on the campsite that is found for it.
  private mutating func take(
    _ index: Int, _ find: (SitePlan, Placed) throws -> CampSite?
  ) throws {
    let item = placed[index]
    guard let plan = plans[item.campground], let site = try find(plan, item) else { return }
    let source = item.booking.row.source
    if item.state.occupiesNights {
      let stays = plan.stays(in: item.booking.dates, on: site)
      guard stays.isEmpty else {
        session.reject(
          item.booking.row.problem(
            .arrival, CampgroundError.siteTaken(site: site.name, by: stays).text))
        return
      }
      plan.take(item.booking.dates, on: site, for: "row \(source.number)")
    }
    placed[index].site = site
  }

  /// The campsite with a name; nil for one that is rejected.
  private static func site(
    named name: String, _ plan: SitePlan, _ item: Placed, _ session: ImportSession
  ) throws -> CampSite? {
    if let known = plan.site(named: name) { return known }
    guard session.options.createsMissing else {
      let like = plan.names(like: name).prefix(3)
      session.reject(
        missing: item.booking.row.problem(
          .site,
          "there is no site \(name)"
            + (like.isEmpty ? "" : "; did you mean \(like.joined(separator: " or "))?")))
      return nil
    }
    let siteClass = try session.siteClass(named: item.booking.siteClass, of: item.campground)
    session.summary.newSites += 1
    return plan.add(name, externalIdentifier: item.booking.siteIdentifier, in: siteClass)
  }

  /// A campsite of the booking's class: for a stay that occupies no nights, any of them.
  private static func site(
    ofClassOf item: Placed, _ plan: SitePlan, _ session: ImportSession
  ) throws -> CampSite? {
    let name = item.booking.siteClass ?? ""
    let known = item.campground.siteClasses.first {
      $0.name.caseInsensitiveCompare(name) == .orderedSame
    }
    guard known != nil || session.options.createsMissing else {
      session.reject(missing: item.booking.row.problem(.siteClass, "there is no class \(name)"))
      return nil
    }
    guard let siteClass = try known ?? session.siteClass(named: name, of: item.campground) else {
      return nil
    }
    if !item.state.occupiesNights, let any = plan.anySite(of: siteClass) { return any }
    if let free = plan.freeSite(of: siteClass, for: item.booking.dates) { return free }
    guard session.options.createsMissing else {
      session.reject(
        missing: item.booking.row.problem(
          .arrival, "no site of class \(siteClass.name) is free \(item.booking.dates)"))
      return nil
    }
    session.summary.newSites += 1
    return plan.add(to: siteClass)
  }

  // MARK: Stays

  /// Makes the stays, in the order of the file.
  mutating func insert() throws {
    for (index, item) in placed.enumerated() {
      try session.checkInterruption()
      session.show(index, of: placed.count)
      guard let site = item.site else { continue }
      do {
        try insert(item, on: site)
        session.summary.accepted += 1
        session.summary.pastStays += item.state == .checkedOut ? 1 : 0
      } catch let problem as CSVProblem {
        session.reject(problem)
      } catch let error as CampgroundError {
        session.reject(item.booking.row.problem(.total, error.text))
      }
    }
    _ = try session.book.offerLapsedNights()
  }

  /// Makes a stay, or nothing of it.
  private mutating func insert(_ item: Placed, on site: CampSite) throws {
    let stay = Reservation(context: session.scratch)
    do {
      try fill(stay, from: item, on: site)
    } catch {
      for event in stay.events { session.scratch.delete(event) }
      session.scratch.delete(stay)
      throw error
    }
  }

  private mutating func fill(_ stay: Reservation, from item: Placed, on site: CampSite) throws {
    let booking = item.booking
    if let number = session.scope.placeholderNumber(of: Reservation.self) { stay.number = number }
    stay.state = item.state
    stay.campground = item.campground
    stay.party = booking.party
    stay.note = booking.note
    stay.confirmationNumber = booking.confirmationNumber
    if let guest = booking.guest, let match = try guests.guest(of: guest) {
      stay.camper = match.camper
      session.summary.newGuests += match.isNew ? 1 : 0
      for doubt in match.doubts { session.remark(booking.row.source, doubt) }
    }
    try session.book.agreeOnImported(
      stay, SiteSpan(booking.dates, on: site), total: booking.total)
    if item.state.occupiesNights {
      NightLedger.insert(booking.dates, by: stay, on: site, in: session.scratch)
    }
    try bringOverMoney(of: stay, booking)
    session.summary.preview(booking, as: stay, site: site.name)
  }

  /// Charges the nights that have passed, and enters what was paid.
  private func bringOverMoney(of stay: Reservation, _ booking: BookingRow) throws {
    let paid = booking.paid ?? 0
    guard stay.state == .reserved || stay.state == .checkedIn else {
      if paid != 0, stay.state != .checkedOut {
        session.remark(
          booking.row.source,
          "\(stay.state?.words ?? ""); the payment of \(paid) was not imported")
      }
      return
    }
    if stay.state == .checkedIn {
      let yesterday = session.book.businessDay(of: stay).advanced(by: -1)
      try session.book.post(stay, through: yesterday)
    }
    guard paid != 0 else { return }
    session.bringOver(try session.book.page(of: stay).minorUnits(paid), nil, for: stay)
  }
}

extension StayBook {
  /// Records the terms of an imported stay. No deposit is asked.
  ///
  /// - Parameter total: what its nights cost in all; nil for the rates.
  /// - Throws: `CampgroundError.invalidValue` for an amount that is too large, and for a total below its fixed taxes.
  fileprivate func agreeOnImported(
    _ stay: Reservation, _ span: SiteSpan, total: Decimal?
  ) throws {
    let revision = revision(at: stay.campground)
    var facts = StayFacts(
      proposing: [span], for: StayFacts.Party(stay.party), under: revision)
    note(.imported, of: stay)
    if stay.state != .requested {
      facts.reserve(at: now, revision: revision, under: nil)
    }
    let coverage: StayFacts.PriceCoverage =
      stay.state == .checkedOut ? .everything : .lodgingAndTaxes
    if coverage == .everything {
      for place in facts.nights.indices { facts.nights[place].priceCovers = coverage }
    }
    if let total {
      let currency = stay.campground?.currency ?? .usd
      let totalMinor = try Ledger.minorUnits(
        rethrowing(Money(exactly: total, currency), as: CampgroundError.invalidAmount))
      try agree(on: totalMinor, in: &facts, of: stay, covering: coverage)
    }
    try write(facts, to: stay, on: [span])
    stay.depositMinor = nil
  }

  /// Agrees a total: fixed taxes come off first, and the rest is shared among the nights.
  private func agree(
    on totalMinor: Int64, in facts: inout StayFacts, of stay: Reservation,
    covering coverage: StayFacts.PriceCoverage
  ) throws {
    for place in facts.nights.indices {
      facts.nights[place].agreedPriceMinor = 0
      facts.nights[place].priceCovers = coverage
    }
    let taxes = try priced(facts, at: stay).totalMinor
    guard taxes <= totalMinor else {
      let currency = stay.campground?.currency ?? .usd
      throw CampgroundError(
        .invalidValue, about: [.property("amount")],
        "the total \(Money(minorUnits: totalMinor, currency)) is less than its fixed taxes, "
          + "\(Money(minorUnits: taxes, currency))")
    }
    let shares = LargestRemainder.shares(
      of: totalMinor - taxes, by: facts.nights.map { _ in 1 })
    for (place, share) in (shares ?? []).enumerated() {
      facts.nights[place].agreedPriceMinor = share
    }
  }
}
