import Foundation

/// The effect of a call on a stay.
///
/// Each call that changes a stay returns one; `ReservationService.preview(_:)` makes the call
/// without saving, so that the change can be shown before it is accepted:
///
///     let change = try service.preview { try $0.extend("R-1", by: 2) }
///     print(change.difference)
///     try service.accepting(change).extend("R-1", by: 2)
public struct StayChange: Sendable, Hashable {
  /// A stay at one point in time.
  public struct Stay: Sendable, Hashable {
    /// The status.
    public let status: ReservationStatus?
    /// The name of the guest.
    public let guest: String?
    /// The name of the payer, if the bill has one other than the guest.
    public let otherPayer: String?
    /// The dates.
    public let dates: StayDates?
    /// The name of its campsite.
    public let site: String?
    /// The campsites with the dates of the changes, `15, then 16 from 2026-07-03`, if there are
    /// several; otherwise the same as `site`.
    public let siteWords: String?
    /// The name of the class that was booked; nil where a campsite was.
    public let siteClass: String?
    /// Whether the campsite is promised.
    public let promise: SitePromise
    /// Whether the campsite is booked by the day.
    public let isByDay: Bool
    /// The party.
    public let party: Party
    /// The price of the stay, and how many nights have none.
    public let stayPrice: StayPrice
    /// The price of a night agreed at the desk; nil where the rates apply.
    public let price: Money?
    /// The name of the cancellation policy; nil where none was agreed.
    public let policy: String?
    /// The agreed deposit, which may exceed the price; nil for none.
    public let agreedDeposit: Money?
    /// When a hold expires, by the campground's wall clock; nil in any other status.
    public let heldUntil: WallTime?
  }

  /// What a change of a stay has to say besides the stay, its bill and its nights.
  public struct Remarks: Sendable, Hashable {
    /// The terms under which money is kept after a cancellation or an early departure, in words:
    /// `Standard, 2 to 6 days before: keeps the first night`. Nil where none is kept and no policy
    /// was agreed.
    public internal(set) var keptUnder: String?

    /// The price of the stay if all nights not yet posted had current rates; nil where that equals
    /// its price or does not matter.
    public internal(set) var totalAtCurrentPrices: StayPrice?

    /// The name of a discount that the change adds but that applies to no night to come; nil
    /// otherwise.
    public internal(set) var discountForNoNight: String?

    /// The meters of the campsites that guests leave by the change and that were not read on that
    /// day.
    public internal(set) var unreadMeters: [UnreadMeter] = []

    /// The unbilled nights that a departing guest stayed beyond the departure date; nil for none.
    public internal(set) var overstay: Overstay?

    /// Tonight, if a guest leaves on the date of arrival: it has been used, and the site stays
    /// taken. Nil otherwise.
    public internal(set) var usedNight: CalendarDate?
  }

  /// The reservation's code.
  public internal(set) var code: String

  /// The stay before; nil for a new one.
  public let before: Stay?

  /// The stay afterwards.
  public let after: Stay

  /// The bill before, line by line.
  public let oldLines: [Bill.Line]

  /// The bill from now on, line by line.
  public let newLines: [Bill.Line]

  /// The nights that no rate prices, in order.
  public internal(set) var unpricedNights: [CalendarDate] = []

  /// Whether the next night audit will make it a no-show, such as a reinstated stay of a late guest
  /// without a guarantee.
  public internal(set) var isNextNoShow = false

  /// The currency of all amounts.
  public let currency: Currency

  /// The deposit afterwards; nil for none.
  public let deposit: Deposit?

  /// What the change has to say besides.
  public internal(set) var remarks = Remarks()

  /// The charges and payments of the stay afterwards.
  public let balance: Balance

  /// The same for all stays on the bill, if the stay shares it with others; nil otherwise.
  public var groupBill: GroupBill?

  /// The nights that become free, in order.
  public let freedNights: [SiteNight]

  /// The nights that are taken again, in order.
  public let takenNights: [SiteNight]

  /// The stays that move within their class to make room, by arrival.
  public internal(set) var moves: [StayMove] = []

  /// The offers made to the waitlist for the nights that become free, in order.
  public internal(set) var offers: [WaitlistOffer] = []

  /// The offers that waitlisted campers could have had for nights that are taken again, the longest
  /// wait first: the nights of an expired hold were free for everybody, and the change took them.
  public internal(set) var passedOver: [WaitlistOffer] = []
}

extension StayChange {
  /// The code, the guest and the stay afterwards: `R-1 · Ann Lee · site 15 · …`.
  public var headline: String {
    [code, after.guest, "\(after)"].compactMap { $0 }.joined(separator: " · ")
  }

  /// The change in the stay's bill; negative where it becomes cheaper.
  public var difference: Money { difference { _ in true } }

  /// The fee for the change itself, as for new dates that share no night with the old ones.
  public var fee: Money { difference { $0.kind == .changeFee } }

  private func difference(of isCounted: (Bill.Line) -> Bool) -> Money {
    // The lines of a bill can always be added up.
    func sum(_ lines: [Bill.Line]) -> Decimal {
      let amounts = lines.filter(isCounted).map(\.amountMinor)
      return Money(minorUnits: amounts.reduce(0, +), currency).amount
    }
    return Money(sum(newLines) - sum(oldLines), currency)
  }

  /// The first night whose price changed with its campsite, and that campsite; nil where none did.
  public var priceOfOtherSite: (night: CalendarDate, site: String)? {
    let agreed = Set(oldLines)
    let left = Set(freedNights.map(\.date))
    let repriced = Set(
      newLines.lazy.filter { $0.kind == .lodging && !agreed.contains($0) }.map(\.day))
    return takenNights.first { left.contains($0.date) && repriced.contains($0.date) }
      .map { ($0.date, $0.site) }
  }

  /// Whether another change has the same effect, apart from the code of a new reservation, waitlist
  /// offers, alternative prices, meters, and payments by others on the bill.
  func isSame(as other: StayChange) -> Bool {
    var copy = other
    copy.code = code
    copy.offers = offers
    copy.passedOver = passedOver
    copy.remarks.totalAtCurrentPrices = remarks.totalAtCurrentPrices
    copy.remarks.unreadMeters = remarks.unreadMeters
    copy.remarks.overstay = remarks.overstay
    copy.groupBill = groupBill
    return self == copy
  }
}

/// A stay before a change, to be compared with the result.
struct StaySnapshot {
  private var stay: StayChange.Stay?
  private var nights: Set<SiteNight> = []
  private var lines: [Bill.Line] = []

  /// The snapshot of a stay that does not exist yet.
  init() {}

  init(_ reservation: Reservation, of book: StayBook) throws {
    stay = StayChange.Stay(reservation)
    nights = SiteNight.nights(of: reservation)
    lines = try book.bill(of: reservation).lines
  }

  /// The change of the stay since the snapshot.
  ///
  /// - Throws: what a fetch throws; `CampgroundError.invalidValue` for sums that are too large.
  func change(to reservation: Reservation, of book: StayBook) throws -> StayChange {
    let now = SiteNight.nights(of: reservation)
    let bill = try book.bill(of: reservation)
    let balance = try Ledger.balance(of: reservation, in: book.context, at: book.now)
    var change = StayChange(
      code: reservation.code, before: stay, after: StayChange.Stay(reservation),
      oldLines: lines, newLines: bill.lines,
      currency: reservation.campground?.currency ?? .usd,
      deposit: Deposit(of: reservation, paid: balance.paid), balance: balance,
      freedNights: nights.subtracting(now).sorted(), takenNights: now.subtracting(nights).sorted())
    if reservation.state == .reserved, stay?.status?.isCalledOff == true {
      let today = CalendarDate(book.now, in: reservation.campground?.timeZone ?? .gmt)
      change.isNextNoShow = try book.isNoShow(
        reservation, after: NoShowRule.lastNightOver(on: today))
    }
    // The ledger, which has the bill of a settled stay, does not know them.
    if reservation.unpricedNights > 0 {
      change.unpricedNights = try book.billByFacts(of: reservation).unpricedNights
    }
    change.groupBill = try GroupBill(of: reservation, in: book.context, at: book.now)
    return change
  }
}

extension SiteNight {
  /// The nights that a reservation occupies.
  static func nights(of reservation: Reservation) -> Set<SiteNight> {
    Set(
      reservation.nights.lazy.filter { !$0.isDeleted }.map {
        SiteNight(site: $0.campSite?.name ?? "", date: $0.date)
      })
  }
}

extension StayChange.Stay: CustomStringConvertible {
  /// `site 15 · Wed 2026-07-01 to Sat 2026-07-04 · 3 nights · $135.00`, or `· no price`; for a stay
  /// booked by class `class RV 50A · site 15 · …`, and `site 15, locked` once it is promised.
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

  /// The price of the stay without the nights that no rate prices; nil where nothing is priced yet.
  public var total: Money? { stayPrice.total }

  /// The price; nil for a stay that nothing prices and whose bill is no longer due.
  private var priceWords: String? {
    total == nil && status?.isOwedFor != true ? nil : "\(stayPrice)"
  }
}

extension StayChange {
  /// What somebody else has changed since this was shown: the stay, or something that its price
  /// depends on.
  func difference(from now: StayChange) -> MeanwhileChange {
    if let then = before, let before = now.before, then != before {
      return MeanwhileChange(label: code, shown: then.words, now: before.words)
    }
    return MeanwhileChange(
      label: "something \(code) depends on", shown: after.words, now: now.after.words)
  }
}

extension StayChange.Stay {
  /// The stay with its status.
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
      party: reservation.party, stayPrice: reservation.price, price: reservation.nightPrice,
      policy: reservation.policy,
      agreedDeposit: reservation.depositMinor.map {
        Money(minorUnits: $0, reservation.campground?.currency ?? .usd)
      },
      heldUntil: reservation.holdExpiresAt.map {
        WallTime($0, in: reservation.campground?.timeZone ?? .gmt)
      })
  }
}
