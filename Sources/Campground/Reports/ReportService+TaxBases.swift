import ObjectGraph

/// What a tax was charged on in a period, and what it was not.
struct TaxBase {
  /// The amount taxed, in minor units.
  var taxable: Int64 = 0
  /// The amounts left untaxed by reason, in minor units.
  var exempt: [String: Int64] = [:]
}

extension ReportService {
  /// The bases of the taxes by percentage on the business days of a period, by name of the tax, for
  /// each of the parts that it consists of.
  ///
  /// An amount counts where it was posted, as taxed if its tax was posted, too. If a stay becomes
  /// exempt later, for instance because it got longer, its tax is taken back, and on that day the
  /// amount moves from the taxable to the exempt ones; earlier days stay as they were.
  ///
  /// Costs the lines of all stays that were charged in the period.
  func taxBases(
    _ period: ReportPeriod, _ parts: [ReportPeriod], at campground: Campground
  ) throws -> [[String: TaxBase]] {
    let taxes = try TaxRule.rules(StayBook(scope, in: managedObjectContext).card(at: campground))
    guard !taxes.isEmpty else { return [] }
    let days: [Any?] = [period.first.midnightUTC, period.last.midnightUTC, campground]
    let ids = try groups(
      of: "FolioEntry", by: ["reservation"],
      where: "taxGroup != nil AND reservation != nil AND day BETWEEN {%@, %@} "
        + "AND folio.campground == %@", days
    ).compactMap { $0.object("reservation") }
    let stays = try managedObjectContext.fetch(
      Reservation.self, where: "SELF IN %@", ids,
      prefetching: ["segments.campSite", "siteClass", "waivers"])
    let rows = try rows(
      of: "FolioEntry", reading: TaxedLine.keys,
      where: "taxGroup != nil AND ((reservation IN %@ AND day <= %@) OR (reservation == nil "
        + "AND day BETWEEN {%@, %@} AND folio.campground == %@))",
      [ids, period.last.midnightUTC] + days)
    var sums = TaxSums(
      taxes, stays: Dictionary(uniqueKeysWithValues: stays.map { ($0.objectID, $0) }),
      parts, campground.currency)
    let lines = rows.compactMap(TaxedLine.init).sorted { $0.number < $1.number }
    for posting in BillGrouping.groups(of: lines, by: { $0.posting }) { try sums.add(posting) }
    return sums.bases
  }
}

/// A tax by percentage with its versions.
private struct TaxRule {
  let name: String
  let group: String
  let versions: [RateCard.Tax]

  static func rules(_ card: RateCard) -> [TaxRule] {
    let known = card.taxes.filter { if case .percent = $0.charge { true } else { false } }
    return Dictionary(grouping: known) { [$0.name, $0.group] }.map {
      TaxRule(name: $0.key[0], group: $0.key[1], versions: $0.value)
    }
  }
}

/// A ledger line that is taxed, or a tax.
private struct TaxedLine {
  static let keys = [
    "objectID", "number", "kind", "reverses", "reverses.kind", "reverses.taxes", "taxes",
    "reservation", "night", "day", "posting", "amountMinor", "name", "taxGroup",
  ]

  /// What is taxed as one: a day of a stay, or a line that was charged by hand or sold.
  struct Item: Hashable {
    let stay: ManagedObjectID?
    let day: CalendarDate
    let line: ManagedObjectID?
  }

  let number: Int64
  let posting: ManagedObjectID
  let day: CalendarDate
  let item: Item
  let kind: ChargeKind
  let group: String
  /// The name of a tax.
  let name: String?
  let units: Int64

  init?(_ row: StoredRow) {
    let isReversal = row.text("kind") == ChargeKind.reversal.rawValue
    guard let posting = row.object("posting"), let day = row.date("day"),
      let group = row.text("taxGroup"),
      let kind = row.text(isReversal ? "reverses.kind" : "kind").flatMap(ChargeKind.init(rawValue:))
    else { return nil }
    number = row.integer("number") ?? 0
    (self.posting, self.day, self.group, self.kind) = (posting, day, group, kind)
    name = row.text("name")
    units = row.integer("amountMinor") ?? 0
    let stay = row.object("reservation")
    if stay != nil, let night = row.date("night") {
      item = Item(stay: stay, day: night, line: nil)
    } else {
      let line =
        kind == .tax
        ? row.object(isReversal ? "reverses.taxes" : "taxes")
        : row.object(isReversal ? "reverses" : "objectID")
      item = Item(stay: stay, day: day, line: line)
    }
  }
}

/// The bases of taxes while the postings of a ledger are read in order.
private struct TaxSums {
  /// What was posted for an item: amounts, money kept, and the tax.
  private struct Posted {
    var amount: Int64 = 0
    var kept: Int64 = 0
    var tax: Int64 = 0
  }

  private struct Key: Hashable {
    let item: TaxedLine.Item
    let tax: Int
  }

  private let taxes: [TaxRule]
  private let stays: [ManagedObjectID: Reservation]
  private let parts: [ReportPeriod]
  private let currency: Currency
  private var posted: [Key: Posted] = [:]
  /// The bases of each part.
  private(set) var bases: [[String: TaxBase]]

  init(
    _ taxes: [TaxRule], stays: [ManagedObjectID: Reservation], _ parts: [ReportPeriod],
    _ currency: Currency
  ) {
    (self.taxes, self.stays, self.parts, self.currency) = (taxes, stays, parts, currency)
    bases = parts.map { _ in [:] }
  }

  /// Adds the lines of a posting, after which each of its items is taxed or not.
  mutating func add(_ lines: [TaxedLine]) throws {
    var before: [Key: Posted] = [:]
    for line in lines {
      for (index, tax) in taxes.enumerated() where tax.group == line.group {
        guard line.kind != .tax || line.name == tax.name else { continue }
        let key = Key(item: line.item, tax: index)
        if before[key] == nil { before[key] = posted[key] ?? Posted() }
        switch line.kind {
        case .tax: try add(line.units, to: &posted[key, default: Posted()].tax)
        case .kept: try add(line.units, to: &posted[key, default: Posted()].kept)
        default: try add(line.units, to: &posted[key, default: Posted()].amount)
        }
      }
    }
    guard let day = lines.first?.day,
      let part = parts.firstIndex(where: { $0.days.contains(day) })
    else { return }
    for (key, former) in before {
      try note(former, of: key, by: -1, in: part)
      try note(posted[key] ?? Posted(), of: key, by: 1, in: part)
    }
  }

  /// Adds what is taxed of an item, and what is not, or takes it off again.
  private mutating func note(
    _ posted: Posted, of key: Key, by sign: Int64, in part: Int
  ) throws {
    let rule = taxes[key.tax]
    let stay = key.item.stay.flatMap { stays[$0] }
    let place = BookedPlace(stay?.site(on: key.item.day).site, bookedBy: stay?.siteClass)
    let version = rule.versions.version(on: key.item.day, at: place)
    // A tax that does not reach the place says nothing about it.
    guard posted.tax != 0 || version != nil else { return }
    var base = bases[part][rule.name] ?? TaxBase()
    func noteExempt(_ units: Int64, _ reason: String) throws {
      guard units != 0 else { return }
      try add(sign * units, to: &base.exempt[reason, default: 0])
    }
    if version?.taxesKeptMoney == true {
      try add(sign * posted.kept, to: &base.taxable)
    } else {
      try noteExempt(posted.kept, "kept for unused nights")
    }
    let reason = posted.tax == 0 ? exemption(rule, version, stay, key.item.day, posted) : nil
    if let reason {
      try noteExempt(posted.amount, reason)
    } else {
      try add(sign * posted.amount, to: &base.taxable)
    }
    bases[part][rule.name] = base
  }

  /// Why an amount without a tax has none; nil if it is too small for one.
  private func exemption(
    _ rule: TaxRule, _ version: RateCard.Tax?, _ stay: Reservation?, _ day: CalendarDate,
    _ posted: Posted
  ) -> String? {
    let waiver = stay?.waivers.first {
      $0.kind == .tax && $0.day == day && $0.name == rule.name && $0.taxGroup == rule.group
    }
    if let waiver { return waiver.reason ?? "waived" }
    if let stay, let nights = version?.exemptFromNights, stay.numberOfNights >= nights {
      return "\(nights) nights or more"
    }
    guard case .percent(let percentage) = version?.charge,
      let parts = try? percentage.parts(of: posted.amount)
    else { return nil }
    return 2 * parts.magnitude < Percentage.parts.magnitude ? nil : "not taxed when posted"
  }

  private func add(_ units: Int64, to sum: inout Int64) throws(CampgroundError) {
    sum = try Balance.sum([sum, units], currency)
  }
}
