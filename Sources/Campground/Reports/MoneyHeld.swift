import ObjectGraph

/// Money that a guest has paid for a stay that has not begun.
public struct HeldDeposit: Hashable, Sendable {
  /// The code of the stay, or the name of the group.
  public let code: String
  /// The guest, or the payer of the group; nil for none.
  public let guest: String?
  /// The date of arrival.
  public let arrival: CalendarDate
  /// The payments less refunds and charges.
  public let held: Money
}

/// A bill that is due, by its age.
public struct Receivable: Hashable, Sendable {
  /// How long an amount has been due.
  public enum Age: String, Hashable, Sendable, CaseIterable {
    /// The guest has not left yet.
    case current
    /// The guest left at most 30 days ago.
    case days30 = "1-30 days"
    /// The guest left 31 to 60 days ago.
    case days60 = "31-60 days"
    /// The guest left 61 to 90 days ago.
    case days90 = "61-90 days"
    /// The guest left more than 90 days ago.
    case older = "over 90 days"

    /// The age of an amount due for a number of days.
    public init(days: Int) {
      self =
        switch days {
        case ..<1: .current
        case ...30: .days30
        case ...60: .days60
        case ...90: .days90
        default: .older
        }
    }
  }

  /// The code of the stay, or the name of the group.
  public let code: String
  /// The guest; nil for none.
  public let guest: String?
  /// The day from which the age counts: the day on which the last guest left, or canceled.
  public let since: CalendarDate
  /// The age.
  public let age: Age
  /// The balance due.
  public let due: Money
}

extension ReportService {
  /// The payments and refunds of the business days of a period by method, in the order of
  /// `PaymentMethod`; methods without a line are left out.
  ///
  /// - Throws: `CampgroundError.invalidValue` for sums beyond 64 bits.
  public func payments(_ period: ReportPeriod) throws -> [DayMoney.Way] {
    guard let campground = try campground() else { return [] }
    let currency = campground.currency
    let groups = try groups(
      of: "FolioEntry", by: ["method", "kind", "reverses.kind"], adding: ["amountMinor"],
      where: here(
        "method != nil AND day BETWEEN {%@, %@}",
        [period.first.midnightUTC, period.last.midnightUTC], at: campground))
    return try PaymentMethod.allCases.compactMap { method in
      let own = groups.filter { $0.text("method") == method.rawValue }
      guard !own.isEmpty else { return nil }
      func sum(_ isPayment: Bool) throws -> Money {
        let rows = own.filter { row in
          let kind = row.text("reverses.kind") ?? row.text("kind")
          return (kind == ChargeKind.payment.rawValue) == isPayment
        }
        return Money(
          minorUnits: try Balance.sum(rows.map { $0.sum("amountMinor") }, currency), currency)
      }
      let (received, refunded) = (try sum(true), try sum(false))
      return DayMoney.Way(
        method: method, lineCount: own.reduce(0) { $0 + $1.count }, paid: -received,
        refunded: refunded, net: try -received - refunded)
    }
  }

  /// What guests had paid, at the end of a day, for stays that had not begun by then, by arrival.
  ///
  /// - Throws: `CampgroundError.invalidValue` for sums beyond 64 bits.
  public func deposits(heldOn day: CalendarDate) throws -> [HeldDeposit] {
    guard let campground = try campground() else { return [] }
    let sums = try [
      ("reservation IN %@ AND day <= %@", [try staysInCredit(on: day), day.midnightUTC]),
      ("folio.group != nil AND reservation == nil AND day <= %@", [day.midnightUTC]),
    ].flatMap { (condition: String, days: [Any?]) in
      try groups(
        of: "FolioEntry", by: ["folio", "reservation"], adding: ["amountMinor"],
        where: here(condition, days, at: campground))
    }
    let ids = sums.compactMap { $0.object("reservation") }
    let stays = Dictionary(
      uniqueKeysWithValues: try managedObjectContext.fetch(
        Reservation.self, where: "SELF IN %@", ids, prefetching: ["events", "camper"]
      ).map { ($0.objectID, $0) })
    let zone = campground.timeZone
    func hasBegun(_ stay: Reservation) -> Bool {
      stay.checkedInAt.map { CalendarDate($0, in: zone) <= day } ?? false
    }
    return try sums.compactMap { row -> HeldDeposit? in
      let held = Money(
        minorUnits: try Balance.negated(row.sum("amountMinor"), campground.currency),
        campground.currency)
      guard held.amount > 0 else { return nil }
      if let id = row.object("reservation") {
        guard let stay = stays[id], !hasBegun(stay) else { return nil }
        let isOff = stay.canceledAt.map { CalendarDate($0, in: zone) <= day } ?? false
        guard !isOff else { return nil }
        return HeldDeposit(
          code: stay.code, guest: stay.camper?.fullName, arrival: stay.arrival, held: held)
      }
      guard let id = row.object("folio") else { return nil }
      let folio: Folio = try managedObjectContext.existing(id)
      guard let arrival = folio.stays.map(\.arrival).min(),
        !folio.stays.contains(where: hasBegun)
      else { return nil }
      return HeldDeposit(
        code: folio.group?.name ?? folio.code, guest: folio.payer?.fullName, arrival: arrival,
        held: held)
    }.sorted { ($0.arrival, $0.code) < ($1.arrival, $1.code) }
  }

  /// The stays that end after a day and may have had a credit at its end: those with an amount to
  /// their credit by then.
  ///
  /// Costs, of the stays that end later and the ledger up to the day, whichever is less: it takes
  /// twice as long to look up a stay's lines as to look up the stay of a line.
  private func staysInCredit(on day: CalendarDate) throws -> [ManagedObjectID] {
    func stays(ending comparison: String) throws -> Int {
      let request = FetchRequest<Int>(entityName: "Reservation")
      request.predicate = try FetchPredicate(
        format: "dateTo \(comparison) %@", argumentArray: [day.midnightUTC])
      return try managedObjectContext.count(for: request)
    }
    if try 2 * stays(ending: ">") < stays(ending: "<=") {
      return try rows(
        of: "Reservation", reading: ["objectID"],
        where: "dateTo > %@ AND ANY entries.day <= %@", [day.midnightUTC, day.midnightUTC]
      ).compactMap { $0.object("objectID") }
    }
    // A line of lodging or tax takes nothing off that another has not put on.
    let kinds = ChargeKind.allCases.filter { ![.lodging, .tax].contains($0) }.map(\.rawValue)
    return try groups(
      of: "FolioEntry", by: ["reservation"],
      where: "kind IN %@ AND day <= %@ AND amountMinor < 0 AND reservation.dateTo > %@",
      [kinds, day.midnightUTC, day.midnightUTC]
    ).compactMap { $0.object("reservation") }
  }

  /// The bills that are due now, the oldest first.
  public func receivables() throws -> [Receivable] {
    let campground = try campground()
    let today = scope.today(at: campground)
    return try FolioService(beside: self).openBills().compactMap { bill -> Receivable? in
      guard bill.balance.due.amount > 0 else { return nil }
      let since = bill.endedOn ?? today
      let isCurrent = bill.whereabouts == .inHouse || bill.whereabouts == .toCome
      return Receivable(
        code: bill.code, guest: bill.camper, since: since,
        age: isCurrent ? .current : Receivable.Age(days: since.distance(to: today)),
        due: bill.balance.due)
    }.sorted { ($0.since, $0.code) < ($1.since, $1.code) }
  }
}
