import Campground

/// A guest's wish for a stay: where, when, how long, and how early it is asked for.
struct DemoWish {
  let siteClass: Int
  let arrival: CalendarDate
  var nights: Int
  let lead: Int
  /// The minute of the day on which it is asked for.
  let minute: Int
  /// Its own random numbers.
  var random: DemoRandom

  var bookedOn: CalendarDate { arrival.advanced(by: -lead) }
}

/// How many guests want to stay when: by month, weekday and holiday, with lengths and lead times.
struct DemoDemand {
  let seed: UInt64
  let span: DemoSpan

  /// The wishes for arrivals on a day in a class. The same seed, day and class give the same
  /// wishes, whatever the span.
  func wishes(for siteClass: Int, on arrival: CalendarDate) -> [DemoWish] {
    var random = DemoRandom(seed: seed, siteClass, Int(arrival.dayNumber))
    let plan = DemoClass.all[siteClass]
    let sites = Double(DemoSite.places(ofClass: siteClass).count)
    let season = (1 - plan.seasonality) * 0.62 + plan.seasonality * Self.season(of: arrival)
    let taken = sites * plan.demand * season * Self.holiday(arrival) * growth(on: arrival)
    let count = random.rounded(taken / Self.meanNights * Self.arrivals(arrival.weekday))
    return (0..<count).map { index in
      var own = DemoRandom(seed: seed, siteClass, Int(arrival.dayNumber), index + 1)
      let range = own.pick(weighted: Self.leads)
      let lead = own.number(range)
      let nights = own.pick(weighted: Self.lengths(arrival.weekday))
      let hour = own.pick(weighted: [
        (8, 1), (9, 3), (10, 4), (11, 4), (12, 2), (13, 3), (14, 3), (15, 3), (16, 3), (17, 2),
      ])
      let minute = hour * 60 + own.number(0...59)
      return DemoWish(
        siteClass: siteClass, arrival: arrival,
        nights: Self.allowed(nights, from: arrival), lead: lead, minute: minute, random: own)
    }
  }

  /// The nights of a stay that keeps the rule of two nights on summer weekends.
  static func allowed(_ nights: Int, from arrival: CalendarDate) -> Int {
    let isWeekend = (0..<nights).contains { offset in
      let night = arrival.advanced(by: offset)
      return DemoPrices.isSummer(night) && Weekdays.weekend.covers(night.weekday)
    }
    return isWeekend ? max(nights, 2) : nights
  }

  /// The campground had fewer guests in its earlier year.
  private func growth(on date: CalendarDate) -> Double {
    span.daysBefore(date) > 365 ? 0.82 : 1
  }

  private static let meanNights = 2.9

  /// The middle of each month, compared with a middling day.
  private static let months = [
    0.12, 0.16, 0.28, 0.42, 0.64, 1.05, 1.40, 1.38, 0.92, 0.46, 0.20, 0.14,
  ]

  /// The demand of a date, halfway between the middles of months.
  private static func season(of date: CalendarDate) -> Double {
    let (_, month, day) = date.components
    let offset = Double(day) / 30.5 - 0.5
    let here = months[month - 1]
    let other = months[(month - 1 + (offset < 0 ? 11 : 1)) % 12]
    return here + (other - here) * abs(offset)
  }

  private static func holiday(_ date: CalendarDate) -> Double {
    let (_, month, day) = date.components
    switch (month, day) {
    case (7, 1...3): return 1.5
    case (5, 21...28) where date.weekday == .friday: return 1.7
    case (8, 28...31) where date.weekday == .friday: return 1.6
    case (9, 1...3) where date.weekday == .friday: return 1.6
    case (12, 27...30): return 1.8
    default: return 1
    }
  }

  private static func arrivals(_ weekday: Weekday) -> Double {
    switch weekday {
    case .monday: 0.78
    case .tuesday: 0.72
    case .wednesday: 0.82
    case .thursday: 1.12
    case .friday: 1.82
    case .saturday: 1.12
    case .sunday: 0.62
    }
  }

  private static func lengths(_ weekday: Weekday) -> [(value: Int, weight: Double)] {
    switch weekday {
    case .friday: [(2, 50), (3, 24), (1, 5), (4, 7), (7, 9), (10, 2), (14, 1)]
    case .thursday: [(3, 36), (4, 20), (2, 22), (1, 7), (7, 9), (10, 3), (14, 2)]
    case .saturday: [(1, 32), (2, 28), (3, 14), (5, 6), (7, 15), (14, 3)]
    default: [(1, 25), (2, 28), (3, 18), (4, 10), (5, 7), (7, 8), (12, 2), (14, 1), (28, 0.5)]
    }
  }

  private static let leads: [(value: ClosedRange<Int>, weight: Double)] = [
    (0...0, 9), (1...3, 13), (4...10, 17), (11...30, 23), (31...75, 21), (76...150, 12),
    (151...DemoSpan.longestLead, 5),
  ]
}
