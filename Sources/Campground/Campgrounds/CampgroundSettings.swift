import Foundation
import ObjectGraph

/// The settings of a campground; nil leaves a value unchanged.
public struct CampgroundSettings: Sendable, Hashable {
  /// The time zone in which its nights are counted.
  public var timeZone: TimeZone?
  /// The currency of its prices.
  public var currency: Currency?
  /// The locale that decides how dates are written and when weeks begin.
  public var locale: Locale?
  /// The postal address, on one line; empty text removes it.
  public var address: String?
  /// The phone number; empty text removes it.
  public var phoneNumber: String?
  /// The e-mail address, which mail is sent from; empty text removes it.
  public var email: String?
  /// The program that sends mail, with its arguments, instead of a folder; empty text removes it.
  public var mailProgram: String?
  /// The absolute path of the folder that mail is put into, instead of a program; empty text removes
  /// it.
  public var mailFolder: String?
  /// How many days before an arrival a reminder is mailed, from 1 to 60; 0 for no reminders.
  public var reminderDays: Int?
  /// Whether a receipt is mailed to guests who left.
  public var mailsReceipts: Bool?
  /// How long a hold lasts, in minutes from 1 to 10,080.
  public var holdMinutes: Int?
  /// How long a campsite offered to someone on the waitlist is held, in hours from 1 to 168.
  public var offerHours: Int?
  /// Whether the prices of nights and fees include percentage taxes.
  public var pricesIncludeTax: Bool?
  /// The time from which guests may check in.
  public var checkIn: TimeOfDay?
  /// The time by which guests must check out.
  public var checkOut: TimeOfDay?
  /// The night after which the night audit makes a stay that is not guaranteed a no-show.
  public var noShowAfter: NoShowNight?
  /// The night after which the night audit makes a guaranteed stay a no-show.
  public var guaranteedNoShowAfter: NoShowNight?
  /// How many months ahead a stay may be booked, from 1 to 120; 0 for no limit.
  public var bookingWindow: Int?

  /// Makes settings.
  public init(
    timeZone: TimeZone? = nil, currency: Currency? = nil, locale: Locale? = nil,
    address: String? = nil, phoneNumber: String? = nil, holdMinutes: Int? = nil,
    offerHours: Int? = nil,
    checkIn: TimeOfDay? = nil, checkOut: TimeOfDay? = nil, noShowAfter: NoShowNight? = nil,
    guaranteedNoShowAfter: NoShowNight? = nil, pricesIncludeTax: Bool? = nil,
    bookingWindow: Int? = nil, email: String? = nil, mailProgram: String? = nil,
    mailFolder: String? = nil, reminderDays: Int? = nil, mailsReceipts: Bool? = nil
  ) {
    self.email = email
    self.mailProgram = mailProgram
    self.mailFolder = mailFolder
    self.reminderDays = reminderDays
    self.mailsReceipts = mailsReceipts
    self.timeZone = timeZone
    self.currency = currency
    self.locale = locale
    self.address = address
    self.phoneNumber = phoneNumber
    self.holdMinutes = holdMinutes
    self.offerHours = offerHours
    self.checkIn = checkIn
    self.checkOut = checkOut
    self.noShowAfter = noShowAfter
    self.guaranteedNoShowAfter = guaranteedNoShowAfter
    self.pricesIncludeTax = pricesIncludeTax
    self.bookingWindow = bookingWindow
  }
}

extension Campground {
  /// The name of the stay rule that stores `CampgroundSettings.bookingWindow`.
  static let bookingWindowName = "Booking window"

  /// The booking-window rules that apply to all campsites and dates.
  private var bookingWindows: [StayRule] {
    stayRules.filter { $0.isInForce && $0.kind == .bookingWindow && $0.scope == .all }
  }

  /// How many months ahead a stay may be booked, on any site and date; nil for no limit.
  ///
  /// It is stored as a stay rule of the kind `StayRuleKind.bookingWindow`.
  public var bookingWindow: Int? {
    bookingWindows.filter(\.isActive).compactMap { $0.value.map { Int($0) } }.min()
  }

  /// Applies settings, in a context that is discarded on an error.
  ///
  /// - Throws: `CampgroundError.outOfRange`; `.inUse` for another currency once there are amounts,
  ///   and for another way to calculate taxes once stays are priced; `.invalidValue` for a text
  ///   that is too long or not one line; `.nameTaken` for the booking window.
  func take(_ settings: CampgroundSettings) throws {
    if let currency = settings.currency, currency != self.currency {
      guard currency.isKnown else {
        throw CampgroundError.unknownName(
          of: "currency", name: currency.code, known: Currency.knownCodes)
      }
      try requireNoMoney()
      self.currency = currency
    }
    if let locale = settings.locale { self.locale = locale }
    if let text = settings.address { address = try NameRule.line(text, of: "address") }
    if let text = settings.phoneNumber { phoneNumber = try NameRule.line(text, of: "phone number") }
    try takeMail(settings)
    if let isIncluded = settings.pricesIncludeTax, isIncluded != pricesIncludeTax {
      try requireNoPricedStays()
      pricesIncludeTax = isIncluded
    }
    if let timeZone = settings.timeZone { self.timeZone = timeZone }
    if let minutes = settings.holdMinutes {
      try RuleCheck.range(minutes, "minutes", 1...10_080)
      holdMinutes = Int32(clamping: minutes)
    }
    if let hours = settings.offerHours {
      try RuleCheck.range(hours, "hours", 1...168)
      offerHours = Int16(clamping: hours)
    }
    if let time = settings.checkIn { checkInMinute = Int16(clamping: time.minute) }
    if let time = settings.checkOut { checkOutMinute = Int16(clamping: time.minute) }
    if let night = settings.noShowAfter { noShowAfter = night.rawValue }
    if let night = settings.guaranteedNoShowAfter { guaranteedNoShowAfter = night.rawValue }
    if let months = settings.bookingWindow { try setBookingWindow(months) }
  }

  private func takeMail(_ settings: CampgroundSettings) throws {
    if let text = settings.email {
      let address = try NameRule.line(text, of: "e-mail address")
      try refuse(
        unless: address.map(MailMessage.isAddress) ?? true, .invalidValue,
        about: [.property("email")], "no mail can come from \"\(text)\"",
        fix: .advice("write a single address, like office@example.com"))
      email = address
    }
    let program = try NameRule.line(settings.mailProgram, of: "mail program")
    let folder = try NameRule.line(settings.mailFolder, of: "outbox folder")
    try refuse(
      unless: program == nil || folder == nil, .invalidValue, about: [.property("outbox")],
      "mail is sent by a program or put into a folder, not both",
      fix: .advice("leave out one of them"))
    if settings.mailProgram != nil {
      mailProgram = program
      if program != nil { mailFolder = nil }
    }
    if settings.mailFolder != nil {
      mailFolder = folder
      if folder != nil { mailProgram = nil }
    }
    if let days = settings.reminderDays {
      try RuleCheck.range(days, "days", 0...60)
      reminderDays = days == 0 ? nil : Int16(clamping: days)
    }
    if let isWanted = settings.mailsReceipts { mailsReceipts = isWanted }
  }

  private func setBookingWindow(_ months: Int) throws {
    guard let context = managedObjectContext else { return }
    try RuleCheck.range(months, "months", 0...120)
    let rules = bookingWindows
    guard months > 0 else {
      for rule in rules { context.delete(rule) }
      return
    }
    for rule in rules {
      rule.value = Int32(clamping: months)
      rule.isActive = true
    }
    guard rules.isEmpty else { return }
    guard !stayRules.contains(where: { $0.isInForce && $0.name == Self.bookingWindowName }) else {
      throw CampgroundError.nameTaken(of: StayRule.noun, name: Self.bookingWindowName)
    }
    let rule = StayRule(context: context)
    rule.name = Self.bookingWindowName
    rule.kind = .bookingWindow
    rule.value = Int32(clamping: months)
    rule.campground = self
  }

  /// Refuses to change how taxes are calculated once stays are priced, because their prices would
  /// change.
  ///
  /// - Throws: `CampgroundError.inUse`.
  private func requireNoPricedStays() throws {
    guard let context = managedObjectContext else { return }
    let count = try context.count(
      Reservation.self, where: "campground == %@ AND totalMinor != 0", self)
    guard count == 0 else {
      throw CampgroundError(
        .inUse, about: [.property("taxIncluded"), .number(count)],
        (count == 1 ? "1 stay is" : "\(count) stays are") + " already priced and would change",
        fix: .addCampgroundOtherwise(property: "taxIncluded"))
    }
  }

  /// The condition for a campground's rules in force.
  private static let inForce = "campground == %@ AND endRevision == \(Int64.max)"

  /// Refuses another currency once amounts are stored, because they would mean something else.
  ///
  /// - Throws: `CampgroundError.inUse`, which lists the amounts.
  func requireNoMoney() throws {
    guard let context = managedObjectContext else { return }
    let kinds: [(noun: String, plural: String, entity: String, condition: String)] = [
      ("bill line", "bill lines", "FolioEntry", "folio.campground == %@"),
      (
        "reservation with a price", "reservations with a price", "Reservation",
        "campground == %@ AND totalMinor != 0"
      ),
      ("voucher", "vouchers", "Voucher", "campground == %@"),
      (
        "campsite with a price", "campsites with a price", "CampSite",
        "campground == %@ AND rateMinor != nil"
      ),
      ("rate", "rates", "Rate", Self.inForce),
      ("fee", "fees", "Fee", Self.inForce),
      ("tax", "taxes", "Tax", Self.inForce + " AND amountMinor != nil"),
      ("discount", "discounts", "Discount", Self.inForce + " AND amountMinor != nil"),
      (
        "deposit rule", "deposit rules", "DepositRule",
        Self.inForce + " AND amountMinor != nil"
      ),
      ("item", "items", "Item", "campground == %@"),
      ("meter rate", "meter rates", "MeterRate", "campground == %@"),
      (
        "policy with a fee", "policies with a fee", "CancellationPolicy",
        Self.inForce + " AND (changeFeeMinor != 0 OR ANY steps.feeMinor != 0)"
      ),
    ]
    var users: [String] = []
    for kind in kinds {
      let request = FetchRequest<ManagedObject>(entityName: kind.entity)
      request.predicate = try FetchPredicate(format: kind.condition, self)
      let count = try context.count(for: request)
      if count > 0 { users.append("\(count) \(count == 1 ? kind.noun : kind.plural)") }
    }
    guard users.isEmpty else {
      throw CampgroundError(
        .inUse, about: [.property("currency")] + .users(users),
        "amounts are already in \(currency.code): " + users.listed(),
        fix: .addCampgroundOtherwise(property: "currency"))
    }
  }
}
