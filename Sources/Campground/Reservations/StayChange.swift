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
    /// The dates.
    public let dates: StayDates?
    /// The name of the campsite that it is on.
    public let site: String?
    /// The campsites with the days of changing, where the guest was moved on the way: `15, from
    /// 2026-07-03 16`; else as `site`.
    public let siteWords: String?
    /// Whether the campsite is let by the day.
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

  /// What was agreed before, line by line.
  public let oldLines: [QuoteLine]

  /// What is agreed from now on, line by line.
  public let newLines: [QuoteLine]

  /// What the change itself costs, beside the price of the stay.
  public let fee: Money

  /// What is asked for on booking, afterwards; nil where nothing is.
  public let deposit: Deposit?

  /// Under which terms money is kept where the stay is called off or left early, in
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

  /// By how much less is taken off the bill by hand afterwards, in minor units: above zero where
  /// an allowance is taken back, below zero where it is valid again.
  var allowanceMinor: Int64 = 0

  /// What was charged, is still to be charged and was paid, afterwards.
  public let balance: Balance

  /// The same of all stays on the bill, where the stay shares it with
  /// others; nil where it does not.
  public var groupBill: GroupBill?

  /// The nights that become free, in order.
  public let freedNights: [SiteNight]

  /// The nights that are taken anew, in order.
  public let takenNights: [SiteNight]

  /// To whom of the waitlist the nights that become free are offered, in order.
  public internal(set) var offers: [WaitlistOffer] = []

  /// Who of the waitlist could have had nights that are taken anew, the longest waiting first: the
  /// nights of a hold that was over were free for everybody, and the change took them.
  public internal(set) var passedOver: [WaitingCamper] = []
}

extension StayChange {
  /// By how much the price of this reservation changes, less what is taken off its bill by hand:
  /// below zero where it becomes cheaper.
  public var difference: Money {
    func total(_ lines: [QuoteLine]) -> Decimal { lines.reduce(0) { $0 + $1.amount.amount } }
    return Money(
      total(newLines) - total(oldLines) + (allowanceTakenBack?.amount ?? 0), fee.currency)
  }

  /// What is taken back of an allowance, its taxes included, since the bill does not come to it any
  /// more; below zero for what was taken back before and is valid again. Nil where neither is so.
  public var allowanceTakenBack: Money? {
    allowanceMinor == 0 ? nil : Money(minorUnits: allowanceMinor, fee.currency)
  }

  /// The first night that got another price with another campsite, and that campsite; nil where none
  /// did.
  public var priceOfOtherSite: (night: CalendarDate, site: String)? {
    let agreed = Set(oldLines)
    let left = Set(freedNights.map(\.date))
    let repriced = Set(
      newLines.lazy.filter { $0.kind == .lodging && !agreed.contains($0) }.map(\.day))
    return takenNights.first { left.contains($0.date) && repriced.contains($0.date) }
      .map { ($0.date, $0.site) }
  }

  /// Whether another change comes to the same, whatever the code that a new reservation
  /// gets, whoever waits for what becomes free, whatever else it could have cost,
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
  private let lines: [QuoteLine]

  /// The state of no reservation at all.
  static let nothing = StaySnapshot()

  private init() {
    stay = nil
    nights = []
    lines = []
  }

  init(_ reservation: Reservation) {
    stay = StayChange.Stay(reservation)
    nights = SiteNight.nights(of: reservation)
    lines = Agreement.lines(of: reservation)
  }

  /// What has become of the stay since.
  ///
  /// - Parameter feeMinor: what the change cost beside the price of the stay.
  /// - Throws: what a fetch throws; `CampgroundError.invalidAmount` for sums that are too large.
  func change(
    to reservation: Reservation, feeMinor: Int64 = 0, at instant: Date
  ) throws -> StayChange {
    guard let context = reservation.managedObjectContext else {
      throw CampgroundError.gone(reservation.code)
    }
    let now = SiteNight.nights(of: reservation)
    let balance = try Ledger.balance(of: reservation, in: context, at: instant)
    var change = StayChange(
      code: reservation.code, before: stay, after: StayChange.Stay(reservation),
      oldLines: lines, newLines: Agreement.lines(of: reservation),
      fee: Money(minorUnits: feeMinor, reservation.campground?.currency ?? .usd),
      deposit: Deposit(of: reservation, paid: balance.paid), balance: balance,
      freedNights: nights.subtracting(now).sorted(), takenNights: now.subtracting(nights).sorted())
    change.groupBill = try GroupBill(of: reservation, in: context, at: instant)
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
  /// `site 15 · 2026-07-01 to 2026-07-04 · 3 nights · $135.00`, or `· no price`.
  public var description: String {
    let parts: [String?] = [
      siteWords.map { "site \($0)" }, dates.map { $0.words(byDay: isByDay) }, priceWords,
      heldUntil.map { "held until \($0)" },
    ]
    return parts.compactMap { $0 }.joined(separator: " · ")
  }

  /// What it costs; nil for what came to nothing.
  private var priceWords: String? {
    if let total { return "\(total)" }
    return status?.isOwedFor == true ? Reservation.noPrice : nil
  }
}

extension StayChange.Stay {
  /// The stay with its state.
  var words: String { (status.map { "\($0.rawValue) · " } ?? "") + description }

  init(_ reservation: Reservation) {
    self.init(
      status: reservation.state, dates: reservation.dates, site: reservation.siteName,
      siteWords: reservation.siteWords,
      isByDay: reservation.campSite?.siteType == .dayUse,
      party: reservation.party, total: reservation.total, price: reservation.nightPrice,
      policy: reservation.cancellationPolicy?.name,
      heldUntil: reservation.holdExpiresAt.map {
        WallTime($0, in: reservation.campground?.timeZone ?? .gmt)
      })
  }
}
