import Campground

/// A stay of the demo, from the wish to what became of it.
struct DemoStay {
  /// What was booked.
  enum Place {
    /// The place of a campsite in `DemoSite.all`.
    case site(Int)
    /// The place of a class in `DemoClass.all`.
    case siteClass(Int)
  }

  /// How the guest pays.
  struct Paying {
    /// Whether the deposit is paid at booking.
    var deposit: Bool
    /// Whether the rest is paid on arrival, rather than on departure.
    var onArrival: Bool
    let method: PaymentMethod
    /// The number of the card slip or check; nil for cash.
    let reference: String?
  }

  /// The place of the guest in `DemoPlan.guests`.
  let guest: Int
  /// Where it is now, and how long; `booked` is what was agreed first.
  var place: Place
  let arrival: CalendarDate
  var nights: Int
  let booked: (place: Place, nights: Int)
  let party: Party
  var paying: Paying
  let isSenior: Bool

  var departure: CalendarDate { arrival.advanced(by: nights) }
}

extension DemoStay.Paying {
  /// How a guest pays.
  ///
  /// - Parameter lead: how many days before the arrival the stay is booked.
  init(using random: inout DemoRandom, lead: Int) {
    let isWalkIn = lead == 0
    let ways: [(value: PaymentMethod, weight: Double)] =
      isWalkIn ? [(.card, 70), (.cash, 30)] : [(.card, 84), (.cash, 11), (.check, 5)]
    method = random.pick(weighted: ways)
    // The office does not wait for months.
    deposit = isWalkIn || !random.happens(lead < 20 ? 0.08 : 0.01)
    onArrival = isWalkIn || random.happens(0.78)
    switch method {
    case .card: reference = "slip \(random.number(100_000...999_999))"
    case .check: reference = "\(random.number(1_001...4_899))"
    default: reference = nil
    }
  }
}

/// Something that happens at the campground at a minute of a day.
struct DemoStep {
  /// What happens; numbers are places in the lists of the plan.
  enum Action {
    case book(Int)
    case walkIn(Int)
    case checkIn(Int)
    case checkOut(Int)
    case cancel(Int, reason: String)
    case extend(Int)
    case move(Int, to: Int, note: String)
    case sell(item: Int, quantity: Int, PaymentMethod)
    case clean
    /// The stays of earlier years come in, as CSV.
    case importHistory(String)
    case nightly
    /// A situation of its own.
    case scene(String, @MainActor (DemoOffice) throws -> Void)
  }

  let minute: Int
  let action: Action
}
