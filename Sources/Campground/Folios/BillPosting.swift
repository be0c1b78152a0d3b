import Foundation
import ObjectGraph

/// What the ledger still lacks of a stay's bill: amounts summed over matching lines.
///
/// Whatever has changed since the lines were written, posting the missing amounts brings the ledger
/// up to date, so that its lines add up to the bill.
struct BillPosting {
  /// What identifies a line of a bill, apart from its amount.
  struct Key: Hashable {
    let night: CalendarDate
    let kind: ChargeKind
    let name: String?
    let taxGroup: String?
    /// The fact that the line is about; nil for none.
    let fact: Bill.Fact?

    init(_ line: Bill.Line) {
      night = line.day
      kind = ChargeKind(line.kind)
      name = line.name.isEmpty ? nil : line.name
      taxGroup = line.taxGroup
      fact = line.fact
    }

    /// Nil for a line outside the bill.
    init?(_ line: FolioEntry) {
      guard let night = line.night else { return nil }
      self.night = night
      kind = line.subject.kind
      name = line.name
      taxGroup = line.taxGroup
      fact = line.subject.fact?.place
    }
  }

  /// An amount that is still to be written.
  struct Owed {
    let key: Key
    var text: String
    var amountMinor: Int64
    /// The first night of the week or month that it was priced by.
    var periodStart: CalendarDate?
    /// Whether part of it was written before.
    var isCorrection: Bool
  }

  /// In the order of the bill.
  private var items: [Owed] = []
  private var places: [Key: Int] = [:]

  /// The amounts of a bill that another bill and the ledger lack.
  ///
  /// - Parameters:
  ///   - lines: what the ledger has.
  ///   - former: the other bill.
  init(
    _ bill: Bill?, beyond lines: [FolioEntry] = [], and former: Bill? = nil, in currency: Currency
  ) throws(CampgroundError) {
    do {
      try self.init(bill)
      try subtract(lines)
      if let former { try subtract(former) }
    } catch {
      throw error.reported(in: currency)
    }
  }

  /// The amounts of a bill, in order.
  private init(_ bill: Bill?) throws(MinorUnits.Overflow) {
    let lines = bill?.lines ?? []
    var starts: [LodgingPeriod: CalendarDate] = [:]
    for line in lines {
      if let period = line.period { starts[period] = min(line.day, starts[period] ?? line.day) }
    }
    items.reserveCapacity(lines.count)
    places.reserveCapacity(lines.count)
    for line in lines {
      try add(
        Owed(
          key: Key(line), text: line.text, amountMinor: line.amountMinor,
          periodStart: line.period.flatMap { starts[$0] }, isCorrection: false))
    }
  }

  private mutating func add(_ item: Owed) throws(MinorUnits.Overflow) {
    guard let place = places[item.key] else {
      places[item.key] = items.count
      items.append(item)
      return
    }
    items[place].amountMinor = try MinorUnits.adding(items[place].amountMinor, item.amountMinor)
    if item.isCorrection { items[place].isCorrection = true }
  }

  /// Subtracts what the ledger already has. A line that was reversed counts as not written.
  private mutating func subtract(_ lines: [FolioEntry]) throws(MinorUnits.Overflow) {
    let written = Dictionary(grouping: lines.sorted { $0.comesBefore($1) }, by: Key.init)
    for (key, lines) in written {
      guard let key, let first = lines.first else { continue }
      let sum = try MinorUnits.sum(of: lines.lazy.map(\.amountMinor))
      guard sum != 0 || lines.contains(where: \.stands) else { continue }
      try add(
        Owed(
          key: key, text: first.subject.text,
          amountMinor: try MinorUnits.subtracting(sum, from: 0),
          periodStart: first.periodStart,
          isCorrection: true))
    }
  }

  /// Subtracts the amounts of another bill.
  private mutating func subtract(_ bill: Bill) throws(MinorUnits.Overflow) {
    for item in try BillPosting(bill).items {
      var less = item
      less.amountMinor = try MinorUnits.subtracting(item.amountMinor, from: 0)
      less.isCorrection = true
      try add(less)
    }
  }

  /// The amounts to write through a day, plus corrections and charges caused by a change, on
  /// whatever day they fall.
  func missing(through last: CalendarDate) -> [Owed] {
    // Amounts for a night that is not posted yet are posted along with it.
    let open = Set(
      items.lazy.filter { $0.key.kind == .lodging && !$0.isCorrection }.map(\.key.night))
    let missing = items.filter { item in
      let isDue = item.isCorrection && !open.contains(item.key.night)
      return (isDue || item.key.kind.isOfItsDay || item.key.night <= last) && isMissing(item)
    }
    return missing.enumerated().sorted { left, right in
      let (one, other) = (left.element.key, right.element.key)
      return (one.night, one.kind.rank, left.offset) < (other.night, other.kind.rank, right.offset)
    }.map(\.element)
  }

  private func isMissing(_ item: Owed) -> Bool {
    item.amountMinor != 0 || (item.key.kind == .lodging && !item.isCorrection)
  }
}

/// Posts bills to the ledger.
extension StayBook {
  /// What the ledger lacks of a stay's bill through a day.
  func missing(
    of reservation: Reservation, through last: CalendarDate
  ) throws -> [BillPosting.Owed] {
    let lines =
      try reservation.folio == nil ? [] : Ledger.lines(about: reservation, in: context)
    return try posting(of: reservation, beyond: lines).missing(through: last)
  }

  /// A stay's bill without the lines that the ledger has of it.
  func posting(of reservation: Reservation, beyond lines: [FolioEntry]) throws -> BillPosting {
    let bill = try billByFacts(of: reservation)
    return try BillPosting(bill, beyond: lines, in: bill.currency)
  }

  /// Posts what the ledger lacks of a stay's bill: each night on its own day if that is open, and
  /// no later than the business day.
  ///
  /// - Parameters:
  ///   - last: the last day of the bill to post; by default all days. Earlier lines are corrected
  ///     in any case.
  ///   - reason: the reason for corrections.
  /// - Returns: The lines.
  @discardableResult
  func post(
    _ reservation: Reservation, through last: CalendarDate = CalendarDate(dayNumber: .max),
    reason: String? = nil
  ) throws -> [FolioEntry] {
    try write(missing(of: reservation, through: last), of: reservation, reason: reason)
  }

  /// Reverses the posted bill of a stay that expired or was declined, except what was charged by hand
  /// or sold.
  func reverseBill(of reservation: Reservation) throws {
    guard reservation.folio != nil else { return }
    let lines = try Ledger.lines(about: reservation, in: context)
    var charged = StayFacts(nights: [])
    charged.charges = try facts(of: reservation).charges
    let posting = try BillPosting(
      priced(charged, at: reservation), beyond: lines,
      in: reservation.campground?.currency ?? .usd)
    _ = try write(
      posting.missing(through: CalendarDate(dayNumber: .min)), of: reservation,
      reason: reservation.status.lowercased())
  }

  /// Changes a fact of a stay, and posts the effect on its bill, except for days still to come.
  ///
  /// - Parameter night: a later day whose lines are posted already; nil for none.
  func posting(
    _ reservation: Reservation, on day: CalendarDate, through night: CalendarDate? = nil,
    reason: String?, _ change: () -> Void
  ) throws -> [FolioEntry] {
    let former = try billByFacts(of: reservation)
    change()
    let posting = try BillPosting(
      billByFacts(of: reservation), and: former, in: reservation.campground?.currency ?? .usd)
    let last =
      reservation.state?.isFinal == true
      ? CalendarDate(dayNumber: .max) : max(day, night ?? day)
    let changed = posting.missing(through: last).filter {
      $0.amountMinor != 0 && ($0.key.night <= last || $0.key.kind.isOfItsDay)
    }
    let lines = try write(changed, of: reservation, day: day, reason: reason)
    try noteTotal(of: reservation)
    return lines
  }

  /// Writes amounts that the ledger lacks.
  func write(
    _ items: [BillPosting.Owed], of reservation: Reservation, day: CalendarDate? = nil,
    reason: String? = nil
  ) throws -> [FolioEntry] {
    guard !items.isEmpty, let campground = reservation.campground else { return [] }
    let current = try Ledger.current(campground, in: context)
    let firstOpen = current.firstOpenDay ?? CalendarDate(dayNumber: .min)
    let day = day ?? current.businessDay(at: now)
    return items.map { item in
      let ownDay = item.isCorrection ? day : min(day, max(item.key.night, firstOpen))
      let page = LedgerPage(of: reservation, on: ownDay, by: pen)
      let isExplained = item.isCorrection || item.key.kind == .allowance
      return page.write(item, reason: isExplained ? reason : nil)
    }
  }
}

extension LedgerPage {
  /// Writes one amount of a stay's bill.
  fileprivate func write(_ item: BillPosting.Owed, reason: String?) -> FolioEntry {
    let line = write(
      item.key.kind, item.text, item.amountMinor, group: item.key.taxGroup, reason: reason)
    line.night = item.key.night
    line.name = item.key.name
    line.periodStart = item.periodStart
    line.text = line.text(on: day)
    if let place = item.key.fact { line.fact = reservation?.fact(at: place) }
    return line
  }
}
