import Campground
import Foundation
import ObjectGraph
import TestSupport

/// A random history of one campground, which counts the calls that no rule refused, and looks after
/// each whether what stays cost is what their bills say.
@MainActor
struct HistoryRun {
  /// The kinds of calls.
  static let kinds = [
    "rule", "book", "dates", "move", "swap", "party", "checkin", "checkout", "cancel", "noshow",
    "reinstate", "nightly", "close", "pay", "refund", "credit", "creditrefund", "voucher", "redeem",
    "charge", "share", "meter", "allowance", "reverse",
    "discount", "price", "reprice", "undo",
  ]

  let stack: TestStoreStack
  let campground: Campground
  let sites: [CampSite]
  let seed: UInt64
  var random: SeededGenerator
  /// Minutes since 2001-01-01 UTC.
  private var minute: Int
  var codes: [String] = []
  var groups = 0
  private var vouchers: [String] = []
  private var meters: [Int]

  init(seed: UInt64, _ stack: TestStoreStack) throws {
    self.stack = stack
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    minute = Int(try day("2026-06-01").dayNumber) * 1_440 + 600
    let clock = FixedClock(Date(timeIntervalSinceReferenceDate: Double(minute) * 60))
    campground = try CampgroundService(
      managedObjectContext: stack.mainContext, storeStack: stack, clock: clock
    ).add("History \(seed)", timeZone: .gmt)
    let service = CampSiteService(
      managedObjectContext: stack.mainContext, storeStack: stack, clock: clock,
      campground: campground.objectID)
    sites = try [CampSiteType.tent, .rv, .cabin, .rv].enumerated().map { index, type in
      try service.add(
        "\(index)", features: CampSiteFeatures(type: type, petsAllowed: true),
        rate: Decimal(number(1_000...9_000)) / 100)
    }
    meters = Array(repeating: 0, count: sites.count)
    let most = number(1...6)
    let percent = ["30", "50", "33.3", "100"][number(0...3)]
    let steps: [PolicyPlan.Step] = [
      .init(NoticeDays(from: 0, through: 1), keeps: .percent(Decimal(string: percent) ?? 0)),
      .init(NoticeDays(from: 2, through: 1 + most), keeps: .nights(1), fee: 5),
      .init(NoticeDays(from: 2 + most, through: nil), keeps: .nothing),
    ]
    let cutOff = number(0...1) * 1_020
    let grace = number(0...1) * 60
    try PolicyService(
      managedObjectContext: stack.mainContext, storeStack: stack, clock: clock,
      campground: campground.objectID
    ).add(
      "House",
      PolicyPlan(steps: steps, cutOffMinute: cutOff, graceMinutes: grace, changeFee: 10))
    self.random = random
    try rates.addTax("goods", TaxPlan(percent: 8, group: "goods"))
    try note("rule", [:])
    try folios.setMeterRate(
      .electricity, price: Decimal(string: "0.153") ?? 0, unit: "kWh", taxGroup: "goods")
    for _ in 0..<5 { try editRule() }
  }

  /// How many calls of each kind no rule refused.
  private(set) var counts: [String: Int] = [:]

  /// Where a stay did not cost what its bill says.
  var faults: [String] = []

  private var callCount: Int { counts.values.reduce(0, +) }

  // MARK: Services

  var clock: FixedClock {
    FixedClock(Date(timeIntervalSinceReferenceDate: Double(minute) * 60))
  }

  var today: CalendarDate { CalendarDate(dayNumber: Int32(minute / 1_440)) }

  var folios: FolioService {
    FolioService(
      managedObjectContext: stack.mainContext, storeStack: stack, clock: clock,
      campground: campground.objectID,
      voucherCodes: .seeded(seed &* 10_000 &+ UInt64(callCount)))
  }

  var rates: RateService {
    RateService(
      managedObjectContext: stack.mainContext, storeStack: stack, clock: clock,
      campground: campground.objectID)
  }

  var reservations: ReservationService {
    ReservationService(
      managedObjectContext: stack.mainContext, storeStack: stack, clock: clock,
      campground: campground.objectID)
  }

  // MARK: Chance

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  mutating func isLucky(_ among: Int) -> Bool { number(1...among) == 1 }

  mutating func element<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }

  mutating func cents(_ most: Int) -> Int { number(1...most) }

  func amount(_ cents: Int) -> Decimal { Decimal(cents) / 100 }

  private mutating func party() -> Party {
    Party(adults: number(1...4), vehicles: number(0...2), pets: number(0...2))
  }

  private func words(_ party: Party) -> [Int] { [party.people, party.vehicles ?? 0, party.pets] }

  // MARK: Steps

  /// Makes one call or a few at a later time.
  mutating func step() throws {
    if isLucky(4) {
      try welcome()
      let next = minute / 1_440 + 1
      minute = next * 1_440 + number(540...1_200)
      if !isLucky(5) { try attempt { try $0.runNightly() } }
      if isLucky(3) { try attempt { try $0.close() } }
    } else {
      minute = min(minute + number(0...90), minute / 1_440 * 1_440 + 1_439)
    }
    let kind = element([
      "rule", "rule", "rule", "book", "book", "dates", "dates", "dates", "dates", "move", "move",
      "swap", "party", "party", "checkin", "checkout", "checkout", "checkout", "cancel", "noshow",
      "noshow", "noshow", "reinstate", "pay", "pay", "refund", "credit", "creditrefund", "voucher",
      "redeem", "charge", "share", "meter", "meter", "meter", "group", "allowance", "reverse",
      "reverse", "discount",
      "discount", "price", "price", "reprice",
    ])
    guard isLucky(5) else { return try attempt { try $0.call(kind) } }
    let (last, before) = try (desk.lastCommand()?.number, picture())
    try attempt { try $0.call(kind) }
    try undo(kind, after: last, to: before)
  }

  /// Checks some of those out who leave, and most of those in who come today; some of these have
  /// the meter read when they come.
  private mutating func welcome() throws {
    for code in codes where isLucky(2) {
      let stay = try reservations.find(code)
      if stay.state == .checkedIn, stay.departure <= today {
        try attempt { try $0.call("checkout", of: code) }
      }
    }
    for code in codes where try reservations.find(code).arrival <= today && !isLucky(4) {
      try attempt { try $0.call("checkin", of: code) }
      let site = try reservations.find(code).campSite
      if !isLucky(4), let place = sites.firstIndex(where: { $0 === site }) {
        try attempt { try $0.readMeter(of: place) }
      }
    }
  }

  /// Makes a call; what a rule refuses changes nothing.
  private mutating func attempt(_ body: (inout HistoryRun) throws -> Void) throws {
    do { try body(&self) } catch is CampgroundError {}
  }

  mutating func note(_ kind: String, _ values: [String: Any]) throws {
    counts[kind, default: 0] += 1
    // A call about one stay leaves the others alone; a night and what a group shares are about all.
    let touched = ["code", "with"].compactMap { values[$0] as? String }
    for code in touched.isEmpty ? codes : touched {
      let stay = try reservations.find(code)
      let bill = try folios.bill(of: stay)
      if bill.totalMinor != stay.totalMinor {
        faults.append(
          "history \(seed), \(kind) of \(code) \(stay.status): \(stay.totalMinor), and its bill "
            + "comes to \(bill.totalMinor)")
      }
    }
  }

  private mutating func call(_ kind: String) throws {
    switch kind {
    case "rule": try editRule()
    case "book": if codes.count < 7 { try book() }
    case "group": if codes.count < 6 { try bookGroup() }
    case "voucher":
      let cents = cents(9_000)
      let voucher = try folios.issueVoucher(amount(cents))
      vouchers.append(voucher.code)
      try note("voucher", ["voucher": voucher.code, "amount": cents])
    case "share": if groups > 0 { try share() }
    case "meter": try readMeter(of: number(0...sites.count - 1))
    default:
      // Rather those who are here, or have something to get back.
      let isBack = ["refund", "credit", "creditrefund"].contains(kind)
      let guests = try codes.filter { code in
        let stay = try reservations.find(code)
        guard isBack else { return stay.state == .checkedIn }
        return try stay.folio.map { try folios.balance(of: $0).due.amount < 0 } ?? false
      }
      let choice = guests.isEmpty || (!isBack && isLucky(3)) ? codes : guests
      guard let code = choice.randomElement(using: &random) else { return }
      if isBack, guests.isEmpty { try call("pay", of: code) }
      try call(kind, of: code)
    }
  }

  private mutating func call(_ kind: String, of code: String) throws {
    if try !changeStay(kind, code) { try handleMoney(kind, code) }
  }

  // MARK: Stays

  private mutating func booking() throws -> (Booking, [String: Any]) {
    let site = number(0...sites.count - 1)
    let arrival = today.advanced(by: number(0...7))
    let dates = try StayDates(arrival: arrival, nights: isLucky(4) ? number(7...10) : number(1...5))
    let party = party()
    var booking = Booking(sites[site], for: nil, dates: dates, party: party)
    let price: Int? = isLucky(5) ? cents(9_000) : nil
    booking.price = price.map(amount)
    booking.discount = isLucky(2) ? try rates.discounts().filter(\.isActive).first : nil
    return (
      booking,
      [
        "site": "\(site)", "arrival": Int(arrival.dayNumber),
        "departure": Int(dates.departure.dayNumber), "party": words(party),
        "discount": booking.discount?.name as Any? ?? NSNull(),
        "price": price as Any? ?? NSNull(),
      ]
    )
  }

  private mutating func book() throws {
    let (booking, values) = try booking()
    let code = try reservations.book(booking).code
    codes.append(code)
    try note("book", values.merging(["code": code, "group": NSNull()]) { $1 })
  }

  private mutating func bookGroup() throws {
    let pair = try [booking(), booking()]
    let name = "Group \(groups) of \(seed)"
    let changes = try reservations.bookGroup(name, pair.map(\.0))
    groups += 1
    for (change, values) in zip(changes, pair.map(\.1)) {
      codes.append(change.code)
      let call = values.merging(["code": change.code, "group": name]) { $1 }
      try note("book", call)
    }
  }

  /// Makes a call about a stay; false for one about its money.
  private mutating func changeStay(_ kind: String, _ code: String) throws -> Bool {
    let stay = try reservations.find(code)
    switch kind {
    case "dates":
      let dates: StayDates
      if isLucky(3) {
        dates = try StayDates(
          arrival: stay.arrival.advanced(by: number(0...3)), nights: number(1...6))
      } else {
        let nights = stay.numberOfNights + number(-2...3)
        guard nights > 0 else { return true }
        dates = try StayDates(arrival: stay.arrival, nights: nights)
      }
      guard dates != stay.dates else { return true }
      try reservations.changeDates(code, to: dates)
      try note(
        "dates",
        [
          "code": code, "arrival": Int(dates.arrival.dayNumber),
          "departure": Int(dates.departure.dayNumber),
        ])
    case "move":
      let site = number(0...sites.count - 1)
      guard stay.campSite !== sites[site] else { return true }
      try reservations.move(code, to: sites[site])
      try note("move", ["code": code, "site": "\(site)"])
    case "swap":
      guard let other = codes.randomElement(using: &random),
        try reservations.find(other).campSite !== stay.campSite
      else { return true }
      try reservations.swap(code, with: other)
      try note("swap", ["code": code, "with": other])
    case "party":
      let party = party()
      try reservations.edit(code, party: party)
      try note("party", ["code": code, "party": words(party)])
    case "discount":
      let discount = isLucky(3) ? nil : try rates.discounts().filter(\.isActive).last
      guard discount?.name != stay.discount else { return true }
      try reservations.edit(code, discount: discount.map { .chosen($0) } ?? .without)
      try note("discount", ["code": code, "discount": discount?.name as Any? ?? NSNull()])
    case "price":
      let cents = cents(9_000)
      try reservations.edit(code, price: amount(cents))
      try note("price", ["code": code, "price": cents])
    case "reprice":
      try reservations.reprice(code)
      try note("reprice", ["code": code])
    case "checkin":
      try reservations.checkIn(code)
      try note(kind, ["code": code])
    case "checkout":
      try reservations.checkOut(code)
      try note(kind, ["code": code])
    case "cancel":
      try reservations.cancel(code)
      try note(kind, ["code": code])
    case "noshow":
      try reservations.noShow(code)
      try note(kind, ["code": code])
    case "reinstate":
      try reservations.reinstate(code)
      try note(kind, ["code": code])
    default: return false
    }
    return true
  }

  // MARK: Money

  private mutating func handleMoney(_ kind: String, _ code: String) throws {
    let stay = try reservations.find(code)
    var cents = cents(20_000)
    let part: Int? = isLucky(2) ? cents / 4 + 1 : nil
    if kind == "pay", isLucky(2) { cents += 20_000 }
    if ["refund", "creditrefund"].contains(kind), let folio = stay.folio, !isLucky(4) {
      // Rather what there is: all of it, or a part.
      let credit = Int(try folios.balance(of: folio).credit.minorUnits())
      cents = max(1, isLucky(2) ? credit : credit / 3)
    }
    var values: [String: Any] = ["code": code, "amount": cents]
    switch kind {
    case "pay": try folios.pay(amount(cents), by: element([.cash, .card]), for: stay)
    case "refund": try folios.refund(amount(cents), to: stay, reason: "rain")
    case "credit":
      let line = try folios.credit(part.map(amount), to: stay)
      values["amount"] = part as Any? ?? NSNull()
      values["voucher"] = line.voucher?.code ?? ""
    case "creditrefund":
      values["voucher"] =
        try folios.refund(amount(cents), to: stay, by: .voucher, reason: "rain").first?.voucher?
        .code ?? ""
    case "redeem":
      guard let voucher = vouchers.randomElement(using: &random) else { return }
      try folios.redeem(voucher, amount: part.map(amount), for: stay)
      values["amount"] = part as Any? ?? NSNull()
      values["voucher"] = voucher
    case "allowance":
      let group = taxGroup()
      try folios.allow(amount(cents), to: stay, reason: "rain", taxGroup: group)
      values["group"] = group as Any? ?? NSNull()
    case "reverse":
      let lines = try stay.folio.map { try folios.lines(of: $0) } ?? []
      guard let line = lines.filter({ $0.reservation === stay }).randomElement(using: &random)
      else { return }
      try folios.reverse(line, reason: "wrong")
      values["line"] = Int(line.number)
    default:
      let group = taxGroup()
      try folios.charge(amount(cents), for: "firewood", to: stay, taxGroup: group)
      values["group"] = group as Any? ?? NSNull()
    }
    if let voucher = values["voucher"] as? String, !vouchers.contains(voucher) {
      vouchers.append(voucher)
    }
    try note(kind, values)
  }

  private mutating func share() throws {
    let name = "Group \(number(0...groups - 1)) of \(seed)"
    let cents = cents(5_000)
    let shares = try folios.charge(
      amount(cents), for: "fire pit", toGroup: reservations.group(name))
    try note("share", ["group": name, "amount": cents, "codes": shares.map(\.code)])
  }

  private mutating func readMeter(of site: Int) throws {
    let value = meters[site] + number(0...300)
    let day = isLucky(4) ? today.advanced(by: -1) : nil
    var call: [String: Any] = [
      "site": "\(site)", "value": value, "on": day.map { Int($0.dayNumber) } as Any? ?? NSNull(),
      "payer": NSNull(),
    ]
    let read = { (run: HistoryRun, payer: Reservation?) in
      _ = try run.folios.readMeter(
        .electricity, of: run.sites[site], showing: Decimal(value), for: payer, on: day)
    }
    do {
      try read(self, nil)
    } catch let error as CampgroundError
      where error.code == .refused && error.text.contains(" have used it since: ")
    {
      try note("meterrefused", call)
      let code = element(error.meteredStays.map(\.code))
      call["payer"] = code
      try read(self, reservations.find(code))
    }
    meters[site] = value
    try note("meter", call)
  }

  private mutating func runNightly() throws {
    let through = isLucky(4) ? today : today.advanced(by: -1)
    let report = try folios.runNightly(through)
    try note("nightly", ["day": Int(through.dayNumber), "noShows": report.noShows])
  }

  private mutating func close() throws {
    let closed = try folios.closeDay()
    let day = closed.date
    try note("close", ["day": Int(day.dayNumber)])
  }
}
