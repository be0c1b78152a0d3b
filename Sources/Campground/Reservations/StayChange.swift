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
    /// The price of the whole stay; nil where there is none, and where a part of it has none.
    public let total: Money?
    /// What the parts with a price cost of a stay of which others have none; else nil.
    public internal(set) var pricedTotal: Money?
    /// The dates of the parts without a price of a stay of which others have one, by arrival.
    public internal(set) var unpriced: [StayDates] = []
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

  /// What becomes of the other parts of a stay on several campsites, by arrival; those included
  /// that stay as they are, and those that are no part any more.
  public internal(set) var otherParts: [StayChange] = []
}

extension StayChange {
  /// The reservation and the other parts of the stay, by arrival.
  public var parts: [StayChange] {
    guard !otherParts.isEmpty else { return [self] }
    var own = self
    own.otherParts = []
    return (otherParts + [own]).sorted {
      // A date that makes no stay is nobody's.
      guard let left = $0.after.dates?.arrival, let right = $1.after.dates?.arrival else {
        return $0.code < $1.code
      }
      return left < right
    }
  }

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

  /// The first night that got another price with another campsite; nil where none did.
  public var firstNightOfOtherSitePrice: CalendarDate? {
    guard let former = before?.site, former != after.site else { return nil }
    let agreed = Set(oldLines)
    return newLines.first { $0.kind == .lodging && !agreed.contains($0) }?.day
  }

  /// Whether another change comes to the same, whatever the code that a new reservation
  /// gets, whoever waits for what becomes free, whatever else it could have cost,
  /// whatever meter was read, and whatever others on the bill pay.
  func isSame(as other: StayChange) -> Bool {
    var copy = other
    copy.code = code
    copy.offers = offers
    guard otherParts.count == other.otherParts.count,
      zip(otherParts, other.otherParts).allSatisfy({ $0.isSame(as: $1) })
    else { return false }
    copy.otherParts = otherParts
    copy.passedOver = passedOver
    copy.totalAtCurrentPrices = totalAtCurrentPrices
    copy.unreadMeters = unreadMeters
    copy.overstay = overstay
    copy.groupBill = groupBill
    return self == copy
  }

  /// Takes the codes that the store gave a reservation, and new parts of its stay.
  mutating func takeCodes(of reservation: Reservation) {
    code = reservation.code
    guard otherParts.contains(where: { $0.before == nil }) else { return }
    let parts = StayChain(of: reservation).parts
    for index in otherParts.indices where otherParts[index].before == nil {
      let part = parts.first { $0.dates == otherParts[index].after.dates }
      otherParts[index].code = part?.code ?? otherParts[index].code
    }
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

  /// What has become of a reservation and of the other parts of its stay since.
  ///
  /// - Parameters:
  ///   - before: what there was of the stay before, also of what was no part of it then; nothing of
  ///     a new one.
  ///   - parts: the parts of the stay before.
  static func change(
    to reservation: Reservation, since before: [(Reservation, StaySnapshot)] = [],
    of parts: [Reservation] = [], feeMinor: Int64 = 0, at now: Date
  ) throws -> StayChange {
    func change(to part: Reservation, feeMinor: Int64) throws -> StayChange {
      let former = before.first { $0.0 === part }?.1 ?? .nothing
      return try former.change(to: part, feeMinor: feeMinor, at: now)
    }
    var others = StayChain(of: reservation).parts.filter { $0 !== reservation }
    others += parts.filter { part in
      part !== reservation && !others.contains { $0 === part }
    }
    var all = try change(to: reservation, feeMinor: feeMinor)
    all.groupBill = try reservation.managedObjectContext.flatMap {
      try GroupBill(of: reservation, in: $0, at: now)
    }
    all.otherParts = try others.sorted { ($0.dateFrom, $0.number) < ($1.dateFrom, $1.number) }
      .map { try change(to: $0, feeMinor: 0) }
    return all
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
    return StayChange(
      code: reservation.code, before: stay, after: StayChange.Stay(reservation),
      oldLines: lines, newLines: Agreement.lines(of: reservation),
      fee: Money(minorUnits: feeMinor, reservation.campground?.currency ?? .usd),
      deposit: Deposit(of: reservation, paid: balance.paid), balance: balance,
      freedNights: nights.subtracting(now).sorted(), takenNights: now.subtracting(nights).sorted())
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
  /// `site 15 · 2026-07-01 to 2026-07-04 · 3 nights · $135.00`, or `· no price`; where a part has
  /// none, `· $40.00 · no price for 2026-07-02 to 2026-07-04`.
  public var description: String {
    let parts: [String?] = [
      siteWords.map { "site \($0)" }, dates.map { $0.words(byDay: isByDay) }, priceWords,
      heldUntil.map { "held until \($0)" },
    ]
    return parts.compactMap { $0 }.joined(separator: " · ")
  }

  /// What it costs, and what of it has no price; nil for what came to nothing.
  private var priceWords: String? {
    if let total { return "\(total)" }
    guard status?.isOwedFor == true else { return nil }
    guard let pricedTotal else { return Reservation.noPrice }
    return "\(pricedTotal) · " + Reservation.noPrice(for: unpriced, byDay: isByDay)
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
