import Campground
import Foundation

/// The stays of the time before the office moved to this program, as the former one saved them:
/// they are imported on the first day with guests, when all of them are over.
struct DemoHistory {
  private let seed: UInt64
  private let span: DemoSpan
  private var nights: TakenNights
  private var rows: [String] = []

  /// - Returns: The file's text, as CSV; nil for a span without such a time.
  static func text(seed: UInt64, span: DemoSpan) -> String? {
    guard let oldest = span.oldestArrival else { return nil }
    var history = DemoHistory(
      seed: seed, span: span, nights: TakenNights(from: oldest, through: span.firstArrival))
    let demand = DemoDemand(seed: seed, span: span)
    for arrival in oldest..<span.firstArrival {
      for siteClass in DemoClass.all.indices {
        for wish in demand.wishes(for: siteClass, on: arrival) { history.add(wish) }
      }
    }
    return ([heading] + history.rows).joined(separator: "\n") + "\n"
  }

  private init(seed: UInt64, span: DemoSpan, nights: TakenNights) {
    self.seed = seed
    self.span = span
    self.nights = nights
  }

  private static let heading =
    "confirmation number,site,arrival,nights,guest,phone,adults,children,status,total,paid"

  private mutating func add(_ wish: DemoWish) {
    var random = wish.random
    let left = wish.arrival.distance(to: span.firstArrival)
    guard wish.nights <= left,
      let site = DemoSite.places(ofClass: wish.siteClass).filter({
        nights.isFree($0, wish.arrival, wish.nights)
      }).max(by: {
        nights.fit($0, wish.arrival, wish.nights) < nights.fit($1, wish.arrival, wish.nights)
      })
    else { return }
    let guest = DemoGuest(hasRig: false, longest: 0, using: &random)
    let status = random.pick(weighted: Self.endings)
    if status == "departed" { nights.mark(.site(site), wish.arrival, wish.nights) }
    let adults =
      wish.siteClass == DemoClass.groupClass ? random.number(8...18) : random.number(1...3)
    let total = status == "departed" ? Self.total(of: wish) : 0
    rows.append(
      "H\(10_001 + rows.count),\(DemoSite.all[site].name),\(wish.arrival),\(wish.nights),"
        + "\(guest.name),\(guest.phone),\(adults),\(random.number(0...2)),\(status),\(total),\(total)"
    )
  }

  private static let endings: [(value: String, weight: Double)] = [
    ("departed", 90), ("canceled", 9), ("no-show", 1),
  ]

  /// The price of a stay with its taxes: the present rates less what they have risen since.
  private static func total(of wish: DemoWish) -> Decimal {
    let prices = DemoClass.all[wish.siteClass].prices
    let nights = (0..<wish.nights).reduce(Decimal(0)) { sum, offset in
      let night = wish.arrival.advanced(by: offset)
      return sum + prices.price(of: night) - 3
    }
    return (nights * Decimal(1.113) * 100).whole / 100
  }
}

extension DemoClass.Prices {
  /// The price of a single night.
  func price(of night: CalendarDate) -> Decimal {
    let isWeekend = Weekdays.weekend.covers(night.weekday)
    if DemoPrices.isSummer(night) { return isWeekend ? summerWeekend : summer }
    return isWeekend ? weekend : base
  }
}

extension Decimal {
  /// The nearest whole number.
  fileprivate var whole: Decimal {
    var (exact, result) = (self, Decimal())
    NSDecimalRound(&result, &exact, 0, .plain)
    return result
  }
}
