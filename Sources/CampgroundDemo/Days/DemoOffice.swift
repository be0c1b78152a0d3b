import Campground
import Foundation
import ObjectGraph

/// The office of the demo's campground: it carries out the steps of a plan with the desk's own
/// commands, each at its minute, by whoever works then.
@MainActor
final class DemoOffice {
  let plan: DemoPlan
  let desk: Desk
  private let clock: DemoClock
  private let stack: CampgroundStack

  /// The rows of the campsites, classes and items, in the order of `DemoSite.all` and so on.
  private var siteIDs: [ManagedObjectID] = []
  private var classIDs: [ManagedObjectID] = []
  private var itemIDs: [ManagedObjectID] = []
  private var staffIDs: [String: ManagedObjectID] = [:]
  /// The rows of the plan's guests that have booked.
  private var guestIDs: [Int: ManagedObjectID] = [:]
  /// The codes of the plan's stays.
  private var codes: [Int: String] = [:]
  /// The campsites that guests have left since the last cleaning.
  private var left: Set<String> = []
  /// The rows of the guests of scenes by name, and the codes that scenes remember.
  var sceneGuests: [String: ManagedObjectID] = [:]
  var sceneCodes: [String: String] = [:]

  init(_ plan: DemoPlan, on stack: CampgroundStack) {
    self.plan = plan
    self.stack = stack
    clock = DemoClock(WallTime(plan.span.opening, minute: 9 * 60).instant(in: Demo.timeZone))
    desk = Desk(
      on: stack, clock: clock, timeZone: Demo.timeZone, voucherCodes: .seeded(plan.seed))
  }

  /// Plays all days.
  ///
  /// - Parameter progress: is told the completed fraction after each write transaction, and throws
  ///   to stop.
  /// - Throws: `DemoError`, which names the step that failed; what `progress` throws.
  func run(progress: (Double) throws -> Void) throws {
    try desk.inOneTransaction { try open() }
    let all = plan.steps.values.reduce(0) { $0 + $1.count }
    var days = plan.days[...]
    var done = 0
    while !days.isEmpty {
      var count = 0
      try desk.inOneTransaction {
        while count < Self.stepsTogether, let day = days.popFirst() {
          for step in plan.steps[day] ?? [] { try carryOut(step, on: day) }
          count += plan.steps[day]?.count ?? 0
        }
      }
      done += count
      try progress(Double(done) / Double(all))
    }
  }

  /// From how many steps on a day is the last one of its write transaction: quiet days share one.
  private static let stepsTogether = 150

  private func open() throws {
    desk.actor = DemoStaff.all[0].name
    let opening = DemoOpening(desk: desk, day: plan.span.day)
    try opening.run()
    siteIDs = opening.siteIDs
    classIDs = opening.classIDs
    itemIDs = opening.itemIDs
    staffIDs = opening.staffIDs
  }

  // MARK: Things

  var services: Services { desk.services }

  private func object<Object: ManagedObject>(_ id: ManagedObjectID) throws -> Object {
    guard let object = try desk.managedObjectContext.existingObject(with: id) as? Object else {
      throw DemoError("the demo lost one of its objects: \(id)")
    }
    return object
  }

  func site(_ place: Int) throws -> CampSite { try object(siteIDs[place]) }

  func site(_ name: String) throws -> CampSite { try site(DemoSite.place(name)) }

  func siteClass(_ place: Int) throws -> SiteClass { try object(classIDs[place]) }

  func item(_ place: Int) throws -> Item { try object(itemIDs[place]) }

  func camper(_ id: ManagedObjectID) throws -> Camper { try object(id) }

  private func employee(_ name: String) throws -> Employee? {
    try staffIDs[name].map { try object($0) }
  }

  // MARK: Steps

  /// Performs a command as the one who works at the office now.
  @discardableResult
  func perform<Result>(
    _ command: String, _ body: @escaping @MainActor (Services) throws -> Result
  ) throws -> Result {
    do {
      return try desk.perform(command, body)
    } catch {
      throw DemoError("\(clock.now): \(command): \(error)")
    }
  }

  private func carryOut(_ step: DemoStep, on day: CalendarDate) throws {
    clock.set(WallTime(day, minute: step.minute).instant(in: Demo.timeZone))
    desk.actor = DemoStaff.clerk(on: day, minute: step.minute)
    switch step.action {
    case .book(let number):
      let deposit = try book(number)
      if plan.stays[number].paying.deposit { try pay(number) { _, _ in deposit } }
    case .walkIn(let number):
      _ = try book(number)
      try pay(all: number)
      try checkIn(number)
    case .checkIn(let number):
      if plan.stays[number].paying.onArrival { try pay(all: number) }
      try checkIn(number)
    case .checkOut(let number): try checkOut(number)
    case .cancel(let number, let reason): try cancel(number, reason)
    case .extend(let number):
      let code = try code(number)
      try perform("extend \(code) nights 1") { try $0.reservations.extend(code, by: 1) }
    case .move(let number, let site, let note):
      let code = try code(number)
      left.insert(
        try perform("move \(code) to \(DemoSite.all[site].name) note \"\(note)\"") { services in
          let site = try self.site(site)
          let change = try services.reservations.move(code, to: site)
          try services.reservations.edit(code, note: note)
          return change.before?.site ?? site.name
        })
    case .sell(let item, let quantity, let method):
      try sell(item, quantity, method, on: day)
    case .clean: try clean(on: day)
    case .importHistory(let text):
      try perform("import reservations former.csv") { services in
        let summary = try services.reservationImporter.importReservations(from: Data(text.utf8))
        if let reject = summary.rejects.first { throw DemoError("\(reject)") }
      }
    case .nightly:
      let night = day.advanced(by: -1)
      try perform("nightly close yes") { try $0.folios.runNightly(night, closing: true) }
    case .scene(_, let action): try action(self)
    }
  }

  private func code(_ number: Int) throws -> String {
    guard let code = codes[number] else {
      throw DemoError("the demo's stay \(number) was never booked")
    }
    return code
  }

  private func guest(_ number: Int) throws -> ManagedObjectID {
    if let known = guestIDs[number] { return known }
    let id = try add(plan.guests[number])
    guestIDs[number] = id
    return id
  }

  /// Adds a camper.
  func add(_ guest: DemoGuest) throws -> ManagedObjectID {
    try perform("camper add \"\(guest.name)\" phone \(guest.phone)") { services in
      try services.campers.addCamper(
        guest.name, phoneNumber: guest.phone, email: guest.email,
        details: CamperDetails(
          address: guest.address, plates: guest.plates, rigLength: guest.rigLength)
      ).objectID
    }
  }

  /// Books a stay.
  ///
  /// - Returns: The deposit.
  private func book(_ number: Int) throws -> Decimal {
    let stay = plan.stays[number]
    let guestID = try guest(stay.guest)
    let dates = try StayDates(arrival: stay.arrival, nights: stay.booked.nights)
    let place =
      switch stay.booked.place {
      case .site(let site): DemoSite.all[site].name
      case .siteClass(let siteClass): "class \"\(DemoClass.all[siteClass].name)\""
      }
    let change = try perform(
      "reserve \(place) for \"\(plan.guests[stay.guest].name)\" from \(stay.arrival) nights "
        + "\(dates.nightCount)" + (stay.isSenior ? " discount Senior" : "")
    ) { services in
      let camper = try self.camper(guestID)
      var booking =
        switch stay.booked.place {
        case .site(let site):
          Booking(try self.site(site), for: camper, dates: dates, party: stay.party)
        case .siteClass(let siteClass):
          Booking(
            try self.siteClass(siteClass), for: camper, dates: dates, party: stay.party)
        }
      if stay.isSenior { booking.discount = try services.rates.findDiscount("Senior") }
      return try services.reservations.book(booking)
    }
    codes[number] = change.code
    return change.deposit?.amount.amount ?? 0
  }

  private func pay(all number: Int) throws {
    try pay(number) { services, stay in
      try services.folios.balance(of: stay).due.amount
    }
  }

  /// Pays an amount for a stay the guest's way; nothing where it is zero or less.
  private func pay(
    _ number: Int, _ amount: @escaping @MainActor (Services, Reservation) throws -> Decimal
  ) throws {
    let paying = plan.stays[number].paying
    try pay(code(number), by: paying.method, reference: paying.reference, amount)
  }

  /// Pays an amount for a stay; nothing where it is zero or less.
  func pay(
    _ code: String, by method: PaymentMethod = .card, reference: String? = nil,
    _ amount: @escaping @MainActor (Services, Reservation) throws -> Decimal = {
      try $0.folios.balance(of: $1).due.amount
    }
  ) throws {
    let stay = try services.reservations.find(code)
    let money = try amount(services, stay)
    guard money > 0 else { return }
    let words = "pay \(code) \(money) \(method.rawValue)" + (reference.map { " \"\($0)\"" } ?? "")
    try perform(words) { services in
      try services.folios.pay(
        money, by: method, for: services.reservations.find(code), reference: reference)
    }
  }

  private func checkIn(_ number: Int) throws {
    let code = try code(number)
    try perform("checkin \(code)") { try $0.reservations.checkIn(code) }
  }

  private func checkOut(_ number: Int) throws {
    let code = try code(number)
    let stay = plan.stays[number]
    // The bill of a guest who leaves early is known afterwards.
    let isEarly = stay.nights < stay.booked.nights
    if !isEarly { try pay(all: number) }
    let change = try perform("checkout \(code)") { try $0.reservations.checkOut(code) }
    if let site = change.after.site { left.insert(site) }
    if isEarly { try settle(code, by: stay.paying.method) }
  }

  /// Takes what is left to pay, or gives back what was paid too much.
  func settle(_ code: String, by method: PaymentMethod) throws {
    let stay = try services.reservations.find(code)
    let due = try services.folios.balance(of: stay).due.amount
    if due > 0 { return try pay(code, by: method) }
    guard due < 0 else { return }
    try perform("refund \(code) \(-due)") { services in
      try services.folios.refund(-due, to: services.reservations.find(code))
    }
  }

  private func cancel(_ number: Int, _ reason: String) throws {
    let code = try code(number)
    try perform("cancel \(code) reason \"\(reason)\"") {
      try $0.reservations.cancel(code, reason: reason)
    }
    let stay = try services.reservations.find(code)
    // Who paid nothing pays no fee either, as it turns out.
    guard try services.folios.balance(of: stay).due.amount < 0 else { return }
    try settle(code, by: plan.stays[number].paying.method)
  }

  private func sell(
    _ place: Int, _ quantity: Int, _ method: PaymentMethod, on day: CalendarDate
  ) throws {
    let seller = DemoStaff.seller(on: day)
    desk.actor = seller
    let item = DemoItem.all[place]
    if let full = item.stock, let left = try self.item(place).stock, left < quantity {
      try perform("item edit \"\(item.name)\" stock \(full)") { services in
        try services.sales.edit(self.item(place)) { $0.stock = full }
      }
    }
    try perform("sale add item \"\(item.name)\" quantity \(quantity) by \"\(seller)\"") {
      services in
      try services.sales.addSale(
        of: .item(self.item(place)), quantity: quantity, by: self.employee(seller),
        settledBy: .payment(method))
    }
  }

  private func clean(on day: CalendarDate) throws {
    guard !left.isEmpty else { return }
    desk.actor = DemoStaff.cleaner(on: day)
    let places = DemoSite.all.indices.filter { left.contains(DemoSite.all[$0].name) }
    left = []
    try perform("housekeeping clean " + places.map { DemoSite.all[$0].name }.joined(separator: ","))
    { services in try services.housekeeping.mark(places.map { try self.site($0) }, as: .clean) }
  }
}

/// Why a demo could not be made.
struct DemoError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
