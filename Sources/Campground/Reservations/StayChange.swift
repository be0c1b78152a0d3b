import Foundation

/// What a call makes, or would make, of a stay.
///
/// Each call that changes a stay gives one back; `ReservationService.preview(_:)` makes the call
/// without saving, so that the change can be shown before it is accepted:
///
///     let change = try service.preview { try $0.extend("R-1", by: 2) }
///     print(change.difference)
///     try service.accepting(change).extend("R-1", by: 2)
public struct StayChange: Sendable, Hashable {
  /// A stay as it is at one time.
  public struct Stay: Sendable, Hashable {
    /// The state.
    public let status: ReservationStatus?
    /// The name of the guest.
    public let guest: String?
    /// The name of who pays its bill, where there is one by now and that is not the guest.
    public let otherPayer: String?
    /// The dates.
    public let dates: StayDates?
    /// The name of the campsite that it is on.
    public let site: String?
    /// The campsites with the days of changing, where the guest was moved on the way: `15, from
    /// 2026-07-03 16`; else as `site`.
    public let siteWords: String?
    /// The name of the class that was booked; nil where a campsite was.
    public let siteClass: String?
    /// How far the campsite is promised.
    public let promise: SitePromise
    /// Whether the campsite is booked by the day.
    public let isByDay: Bool
    /// Who comes.
    public let party: Party
    /// The price of the stay; nil where there is none.
    public let total: Money?
    /// What a night costs by an agreement at the desk; nil where the rates say it.
    public let price: Money?
    /// The name of the cancellation policy; nil where none was agreed.
    public let policy: String?
    /// When a hold ends, as the campground's wall clock shows it; nil in any other state.
    public let heldUntil: WallTime?
  }

  /// The reservation's code.
  public internal(set) var code: String

  /// The stay before; nil for a new one.
  public let before: Stay?

  /// The stay afterwards.
  public let after: Stay

  /// The bill before, line by line; none of a stay without a price.
  public let oldLines: [Bill.Line]

  /// The bill from now on, line by line; none of a stay without a price.
  public let newLines: [Bill.Line]

  /// The nights that leave the stay without a price, though others of its nights have one; nil for
  /// a stay with a price, and for one on which no night has one.
  public internal(set) var unpricedNights: UnpricedNights?

  /// Whether the next night audit makes a no-show of it, as of a guest who was late, whose stay was
  /// reinstated and is not guaranteed.
  public internal(set) var isNextNoShow = false

  /// The currency of all amounts.
  public let currency: Currency

  /// What is asked for on booking, afterwards; nil where nothing is.
  public let deposit: Deposit?

  /// Under which terms money is kept where the stay is canceled or left early, in
  /// words: `Standard, 2 to 6 days before: keeps the first night`. Nil where none is kept
  /// and no policy was agreed.
  public internal(set) var keptUnder: String?

  /// What the stay would cost if all its nights that are not posted had the prices of now; nil
  /// where nothing was asked about them, or where that is what it does cost.
  public internal(set) var totalAtCurrentPrices: Money?

  /// The name of the discount that the change gives and that is for none of the nights to come; nil
  /// where it is for one, or none is given.
  public internal(set) var discountForNoNight: String?

  /// The meters of the campsites that guests leave by it and that were not read on that day.
  public internal(set) var unreadMeters: [UnreadMeter] = []

  /// The nights that a guest who leaves by it stayed beyond the departure and that are not billed;
  /// nil where there are none.
  public internal(set) var overstay: Overstay?

  /// Tonight, where a guest leaves on the date of arrival: it is used, and the site stays taken; nil
  /// where no guest does.
  public internal(set) var usedNight: CalendarDate?

  /// What was charged, is still to be charged and was paid, afterwards.
  public let balance: Balance

  /// The same of all stays on the bill, where the stay shares it with
  /// others; nil where it does not.
  public var groupBill: GroupBill?

  /// The nights that become free, in order.
  public let freedNights: [SiteNight]

  /// The nights that are taken again, in order.
  public let takenNights: [SiteNight]

  /// The stays that move within their class to make room, by arrival.
  public internal(set) var moves: [StayMove] = []

  /// To whom of the waitlist the nights that become free are offered, in order.
  public internal(set) var offers: [WaitlistOffer] = []

  /// Who of the waitlist could have had nights that are taken again, the longest waiting first: the
  /// nights of a hold that was over were free for everybody, and the change took them.
  public internal(set) var passedOver: [WaitingCamper] = []
}

extension StayChange {
  /// The stay as it is afterwards, and whose it is: `R-1 · Ann Lee · site 15 · …`.
  public var headline: String {
    [code, after.guest, "\(after)"].compactMap { $0 }.joined(separator: " · ")
  }

  /// By how much the bill of the stay changes: negative where it becomes cheaper.
  public var difference: Money {
    // The lines of a bill can be added up.
    func total(_ lines: [Bill.Line]) -> Decimal {
      Money(minorUnits: lines.reduce(0) { $0 + $1.amountMinor }, currency).amount
    }
    return Money(total(newLines) - total(oldLines), currency)
  }

  /// What the change itself costs, as one to dates without a common night does.
  public var fee: Money {
    func sum(_ lines: [Bill.Line]) -> Decimal {
      let fees = lines.lazy.filter { $0.kind == .changeFee }
      return Money(minorUnits: fees.reduce(0) { $0 + $1.amountMinor }, currency).amount
    }
    return Money(sum(newLines) - sum(oldLines), currency)
  }

  /// The first night that got another price with another campsite, and that campsite; nil where
  /// none did.
  public var priceOfOtherSite: (night: CalendarDate, site: String)? {
    let agreed = Set(oldLines)
    let left = Set(freedNights.map(\.date))
    let repriced = Set(
      newLines.lazy.filter { $0.kind == .lodging && !agreed.contains($0) }.map(\.day))
    return takenNights.first { left.contains($0.date) && repriced.contains($0.date) }
      .map { ($0.date, $0.site) }
  }

  /// Whether another change comes to the same, whatever the code that a new reservation
  /// gets, who waits for what becomes free, whatever else it could have cost,
  /// whatever meter was read, and whatever others on the bill pay.
  func isSame(as other: StayChange) -> Bool {
    var copy = other
    copy.code = code
    copy.offers = offers
    copy.passedOver = passedOver
    copy.totalAtCurrentPrices = totalAtCurrentPrices
    copy.unreadMeters = unreadMeters
    copy.overstay = overstay
    copy.groupBill = groupBill
    return self == copy
  }
}

/// A stay before it is changed, to be compared with what it is then.
struct StaySnapshot {
  private let stay: StayChange.Stay?
  private let nights: Set<SiteNight>
  private let lines: [Bill.Line]
  private let agreed: AgreedStay?

  /// The state of no reservation at all.
  static let nothing = StaySnapshot()

  private init() {
    stay = nil
    nights = []
    lines = []
    agreed = nil
  }

  init(_ reservation: Reservation, of book: StayBook) throws {
    stay = StayChange.Stay(reservation)
    nights = SiteNight.nights(of: reservation)
    lines = try book.bill(of: reservation)?.lines ?? []
    agreed = try book.agreedBefore(reservation)
  }

  /// What has become of the stay since.
  ///
  /// - Throws: what a fetch throws; `CampgroundError.invalidAmount` for sums that are too large.
  func change(to reservation: Reservation, of book: StayBook) throws -> StayChange {
    try book.noteChange(of: reservation, since: agreed)
    let now = SiteNight.nights(of: reservation)
    let balance = try Ledger.balance(of: reservation, in: book.context, at: book.now)
    var change = StayChange(
      code: reservation.code, before: stay, after: StayChange.Stay(reservation),
      oldLines: lines, newLines: try book.bill(of: reservation)?.lines ?? [],
      currency: reservation.campground?.currency ?? .usd,
      deposit: Deposit(of: reservation, paid: balance.paid), balance: balance,
      freedNights: nights.subtracting(now).sorted(), takenNights: now.subtracting(nights).sorted())
    if reservation.state == .reserved, stay?.status?.isCalledOff == true {
      let today = CalendarDate(book.now, in: reservation.campground?.timeZone ?? .gmt)
      change.isNextNoShow = try book.isNoShow(
        reservation, after: NoShowRule.lastNightOver(on: today))
    }
    if reservation.lacksPrice {
      change.unpricedNights = try book.unpricedNights(of: reservation)
    }
    change.groupBill = try GroupBill(of: reservation, in: book.context, at: book.now)
    return change
  }
}

extension SiteNight {
  /// The nights that a reservation keeps from others.
  static func nights(of reservation: Reservation) -> Set<SiteNight> {
    Set(
      reservation.nights.lazy.filter { !$0.isDeleted }.map {
        SiteNight(site: $0.campSite?.name ?? "", date: $0.date)
      })
  }
}

extension StayChange.Stay: CustomStringConvertible {
  /// `site 15 · Wed 2026-07-01 to Sat 2026-07-04 · 3 nights · $135.00`, or `· no price`; by a class `class
  /// RV 50A · site 15 · …`, and `site 15, locked` once that is promised.
  public var description: String {
    let parts: [String?] = [
      siteClass.map { "class \($0)" }, siteWithPromise, dates.map { $0.words(byDay: isByDay) },
      priceWords,
      heldUntil.map { "held until \($0)" },
    ]
    return parts.compactMap { $0 }.joined(separator: " · ")
  }

  private var siteWithPromise: String? {
    switch promise {
    case .chosen, .floating: siteWords.map { "site \($0)" }
    case .locked: siteWords.map { "site \($0), locked" }
    case .open: nil
    }
  }

  /// What it costs; nil for what came to nothing.
  private var priceWords: String? {
    if let total { return "\(total)" }
    return status?.isOwedFor == true ? Reservation.noPrice : nil
  }
}

extension StayChange {
  /// What somebody else changed since this was shown: the stay, or what its price depends on.
  func difference(from now: StayChange) -> MeanwhileChange {
    if let then = before, let before = now.before, then != before {
      return MeanwhileChange(label: code, shown: then.words, now: before.words)
    }
    return MeanwhileChange(
      label: "something \(code) depends on", shown: after.words, now: now.after.words)
  }
}

extension StayChange.Stay {
  /// The stay with its state.
  var words: String { (status.map { "\($0.words) · " } ?? "") + description }

  init(_ reservation: Reservation) {
    self.init(
      status: reservation.state, guest: reservation.camper?.fullName,
      otherPayer: reservation.folio?.payer.flatMap {
        $0 === reservation.camper ? nil : $0.fullName
      },
      dates: reservation.dates, site: reservation.siteName,
      siteWords: reservation.siteWords, siteClass: reservation.className,
      promise: reservation.promise,
      isByDay: reservation.campSite?.siteType == .dayUse,
      party: reservation.party, total: reservation.total, price: reservation.nightPrice,
      policy: reservation.policy,
      heldUntil: reservation.holdExpiresAt.map {
        WallTime($0, in: reservation.campground?.timeZone ?? .gmt)
      })
  }
}
