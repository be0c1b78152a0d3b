import ObjectGraph

extension FolioService {
  /// The charges and payments of a day, closed or not, for counting the drawer.
  ///
  /// The first closed day includes everything before it, as its sums do.
  ///
  /// - Throws: `CampgroundError.invalidValue` for sums beyond 64 bits.
  public func money(of day: CalendarDate) throws -> DayMoney {
    let campground = try scope.campground(in: managedObjectContext)
    let currency = campground?.currency ?? .usd
    let lines = try campground.map { try self.lines(of: day, at: $0) } ?? []
    let (moved, owed) = (lines.filter(\.isPayment), lines.filter { !$0.isPayment })
    let taken = moved.filter { $0.method != .broughtOver }
    let people = Dictionary(grouping: taken, by: \.who).sorted {
      ($0.key ?? "") < ($1.key ?? "")
    }
    let paid = try Self.total(of: moved, currency)
    let first = lines.lazy.map(\.date).min()
    return DayMoney(
      day: day, since: first.flatMap { $0 < day ? $0 : nil },
      isClosed: campground?.lastClosedDay.map { day <= $0 } ?? false,
      charged: try Self.total(of: owed, currency), paid: -paid,
      byMethod: try Self.ways(moved, currency),
      byPerson: try people.map {
        DayMoney.Till(who: $0.key, byMethod: try Self.ways($0.value, currency))
      })
  }

  private func lines(of day: CalendarDate, at campground: Campground) throws -> [FolioEntry] {
    let closed = try managedObjectContext.fetch(
      ClosedDay.self, where: "campground == %@", campground, by: ["day"], limit: 1)
    return try Self.lines(
      of: day, isFirst: closed.first?.date == day, at: campground, in: managedObjectContext)
  }

  /// The lines of a day. Lines before the first closed day are closed with it, and are in no other
  /// sum.
  static func lines(
    of day: CalendarDate, isFirst: Bool, at campground: Campground, in context: ManagedObjectContext
  ) throws -> [FolioEntry] {
    try context.fetch(
      FolioEntry.self, where: "day \(isFirst ? "<=" : "==") %@ AND folio.campground == %@",
      day.midnightUTC, campground, prefetching: ["posting", "reverses"])
  }

  private static func ways(
    _ lines: [FolioEntry], _ currency: Currency
  ) throws -> [DayMoney.Way] {
    try PaymentMethod.allCases.compactMap { method in
      let lines = lines.filter { $0.method == method }
      return lines.isEmpty ? nil : try way(method, lines, currency)
    }
  }

  private static func way(
    _ method: PaymentMethod, _ lines: [FolioEntry], _ currency: Currency
  ) throws -> DayMoney.Way {
    let received = try total(of: lines.filter(\.isAboutPayment), currency)
    let refunded = try total(of: lines.filter { !$0.isAboutPayment }, currency)
    return DayMoney.Way(
      method: method, lineCount: lines.count, paid: -received, refunded: refunded,
      net: try -received - refunded)
  }

  private static func total(of lines: [FolioEntry], _ currency: Currency) throws -> Money {
    Money(minorUnits: try Balance.sum(lines.lazy.map(\.amountMinor), currency), currency)
  }
}

extension FolioEntry {
  /// Whether the line is a payment, or the reversal of one.
  fileprivate var isAboutPayment: Bool { subject.kind == .payment }
}
