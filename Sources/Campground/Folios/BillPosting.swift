import Foundation
import ObjectGraph

/// What the ledger has of a stay's bill, or lacks: the sum of lines that say the same.
///
/// Whatever changed since they were written, the ledger is brought up to a bill by lines of what is
/// missing, so that its lines add up to it.
struct BillPosting {
  /// What distinguishes lines of a bill, beside their amounts.
  struct Key: Hashable {
    let night: CalendarDate
    let kind: ChargeKind
    let name: String?
    let taxGroup: String?

    init(_ line: Bill.Line) {
      night = line.day
      kind = ChargeKind(line.kind)
      name = line.name.isEmpty ? nil : line.name
      taxGroup = line.taxGroup
    }

    /// Nil for a line that is in no bill.
    init?(_ line: FolioEntry) {
      guard let night = line.nightDate else { return nil }
      self.night = night
      kind = line.subject.kind
      name = line.name
      taxGroup = line.taxGroup
    }
  }

  /// Something that is to be written.
  struct Owed {
    let key: Key
    var text: String
    var amountMinor: Int64
    /// The first night of the week or month that it is priced by.
    var periodStart: CalendarDate?
    /// Whether something of it was written before.
    var isCorrection: Bool
  }

  /// In the order in which they came.
  private var items: [Owed] = []
  private var places: [Key: Int] = [:]

  /// The parts of a bill, in its order.
  init(_ bill: Bill?) throws(MinorUnits.Overflow) {
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

  /// Takes away what lines of the ledger have. What was written and reversed again counts as not
  /// written.
  mutating func subtract(_ lines: some Sequence<FolioEntry>) throws(MinorUnits.Overflow) {
    let written = Dictionary(grouping: lines.sorted { $0.comesBefore($1) }, by: Key.init)
    for (key, lines) in written {
      guard let key, let first = lines.first else { continue }
      let sum = try MinorUnits.sum(of: lines.lazy.map(\.amountMinor))
      guard sum != 0 || lines.contains(where: \.stands) else { continue }
      try add(
        Owed(
          key: key, text: first.subject.text,
          amountMinor: try MinorUnits.subtracting(sum, from: 0),
          periodStart: first.periodStart.map { CalendarDate(midnightUTC: $0) },
          isCorrection: true))
    }
  }

  /// Takes away what another bill has.
  mutating func subtract(_ bill: Bill?) throws(MinorUnits.Overflow) {
    for item in try BillPosting(bill).items {
      var less = item
      less.amountMinor = try MinorUnits.subtracting(item.amountMinor, from: 0)
      try add(less)
    }
  }

  /// What is left to be written through a day; corrections, and what came about by a change,
  /// whatever they are for.
  func missing(through last: CalendarDate) -> [Owed] {
    // What belongs to a night that is not written yet comes with it.
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

/// Writing bills into the ledger.
extension StayBook {
  /// What the ledger lacks of the bill of a stay through a day.
  ///
  /// - Parameter posted: the lines about it, where they are known.
  func missing(
    of reservation: Reservation, through last: CalendarDate, posted: [FolioEntry]? = nil
  ) throws -> [BillPosting.Owed] {
    guard let bill = try billByFacts(of: reservation) else { return [] }
    let lines =
      try posted ?? (reservation.folio == nil ? [] : Ledger.lines(about: reservation, in: context))
    return try Self.fitting(in: bill.currency) { () throws(MinorUnits.Overflow) in
      var posting = try BillPosting(bill)
      try posting.subtract(lines)
      return posting.missing(through: last)
    }
  }

  /// Writes what the ledger lacks of the bill of a stay, each night on its own day if that is open,
  /// and at the latest on the business day.
  ///
  /// - Parameters:
  ///   - last: through which day of the bill; by default all of it. What was written before is
  ///     corrected in any case.
  ///   - reason: why what was written is corrected.
  /// - Returns: the lines.
  @discardableResult
  func post(
    _ reservation: Reservation, through last: CalendarDate = CalendarDate(dayNumber: .max),
    reason: String? = nil
  ) throws -> [FolioEntry] {
    try write(missing(of: reservation, through: last), of: reservation, reason: reason)
  }

  /// Takes back what was written of the bill of a stay that came to nothing.
  func takeBackBill(of reservation: Reservation) throws {
    guard reservation.folio != nil else { return }
    let lines = try Ledger.lines(about: reservation, in: context)
    let items = try Self.fitting(in: reservation.campground?.currency ?? .usd) {
      () throws(MinorUnits.Overflow) in
      var posting = try BillPosting(nil)
      try posting.subtract(lines)
      return posting.missing(through: CalendarDate(dayNumber: .min))
    }
    _ = try write(items, of: reservation, reason: reservation.status.lowercased())
  }

  /// Writes what a change of the facts of a stay makes of its bill, as far as that belongs to days
  /// that are not to come.
  func postChange(
    of reservation: Reservation, since former: Bill?, on day: CalendarDate, reason: String?
  ) throws -> [FolioEntry] {
    let bill = try billByFacts(of: reservation)
    let items = try Self.fitting(in: reservation.campground?.currency ?? .usd) {
      () throws(MinorUnits.Overflow) in
      var posting = try BillPosting(bill)
      try posting.subtract(former)
      let last = reservation.state?.isFinal == true ? CalendarDate(dayNumber: .max) : day
      return posting.missing(through: last)
    }
    return try write(
      items.filter { $0.amountMinor != 0 }, of: reservation, day: day, reason: reason)
  }

  /// Writes what the ledger lacks of the bill of a stay.
  func write(
    _ items: [BillPosting.Owed], of reservation: Reservation, day: CalendarDate? = nil,
    reason: String? = nil
  ) throws -> [FolioEntry] {
    guard !items.isEmpty, let campground = reservation.campground else { return [] }
    let current = try Ledger.current(campground, in: context)
    let firstOpen = current.firstOpenDay ?? CalendarDate(dayNumber: .min)
    let day = day ?? current.businessDay(at: now)
    let folio = try Ledger.folio(of: reservation, in: context, now: now)
    return items.map { item in
      let ownDay = item.isCorrection ? day : min(day, max(item.key.night, firstOpen))
      let page = LedgerPage(
        context: context, folio: folio, reservation: reservation, day: ownDay, pen: pen)
      let isExplained = item.isCorrection || item.key.kind == .allowance
      return page.write(item, reason: isExplained ? reason : nil)
    }
  }

  private static func fitting<Value>(
    in currency: Currency, _ body: () throws(MinorUnits.Overflow) -> Value
  ) throws(CampgroundError) -> Value {
    do {
      return try body()
    } catch {
      throw error.reported(in: currency)
    }
  }
}

extension LedgerPage {
  /// Writes a part of a stay's bill.
  fileprivate func write(_ item: BillPosting.Owed, reason: String?) -> FolioEntry {
    let line = write(
      item.key.kind, item.text, item.amountMinor, group: item.key.taxGroup, reason: reason)
    line.night = item.key.night.midnightUTC
    line.name = item.key.name
    line.periodStart = item.periodStart?.midnightUTC
    line.text = line.text(on: day)
    return line
  }
}
