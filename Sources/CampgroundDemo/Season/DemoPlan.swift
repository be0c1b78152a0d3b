import Campground

/// All that happens at the demo's campground: who comes when, what becomes of it, and what is sold.
///
/// It is made day by day, as an office would: a wish is granted on the day on which it is uttered,
/// if a campsite is free then. Nothing is stored yet; `DemoOffice` carries the steps out.
struct DemoPlan {
  let seed: UInt64
  let span: DemoSpan
  private(set) var guests: [DemoGuest] = []
  private(set) var stays: [DemoStay] = []
  private(set) var steps: [CalendarDate: [DemoStep]] = [:]

  private var nights: TakenNights
  /// The nights that become free in the course of the day, and are granted from the next day on.
  private var freed: [(place: DemoStay.Place, from: CalendarDate, count: Int)] = []
  private var agenda: [CalendarDate: [Intent]] = [:]
  /// The random numbers of what is not part of a wish.
  private var random: DemoRandom

  /// The last minute that has passed on the demo's day.
  static let lastMinute = 8 * 60 + 50

  /// What is going to happen to a stay.
  private enum Intent {
    case depart(Int)
    case cancel(Int, reason: String)
    case arrive(Int)
    case extend(Int)
    case leaveEarly(Int)
    case move(Int)
  }

  /// Makes the plan.
  ///
  /// - Parameter scenes: the situations to add; their campsites are left out of the rest.
  init(seed: UInt64, span: DemoSpan, scenes: [DemoScene] = []) {
    self.seed = seed
    self.span = span
    nights = TakenNights(from: span.firstArrival, through: span.lastArrival)
    random = DemoRandom(seed: seed, Int(span.day.dayNumber))
    for scene in scenes {
      for use in scene.uses {
        nights.mark(.site(use.site), span.day.advanced(by: use.arrival), use.nights)
      }
      for (offset, minute, action) in scene.steps {
        add(.scene(scene.title, action), on: span.day.advanced(by: offset), at: minute)
      }
    }
    if let history = DemoHistory.text(seed: seed, span: span) {
      add(.importHistory(history), on: span.firstArrival, at: 7 * 60 + 45)
    }
    let wishes = wishesByDay()
    for day in span.opening...span.day { plan(day, wishes[day] ?? []) }
    for day in steps.keys { steps[day]?.sort { $0.minute < $1.minute } }
  }

  /// The days on which something happens, in order.
  var days: [CalendarDate] { steps.keys.sorted() }

  // MARK: Days

  private func wishesByDay() -> [CalendarDate: [DemoWish]] {
    let demand = DemoDemand(seed: seed, span: span)
    var wishes: [CalendarDate: [DemoWish]] = [:]
    for arrival in span.firstArrival...span.lastArrival {
      for siteClass in DemoClass.all.indices {
        for wish in demand.wishes(for: siteClass, on: arrival) {
          wishes[wish.bookedOn, default: []].append(wish)
        }
      }
    }
    return wishes
  }

  private mutating func plan(_ day: CalendarDate, _ wishes: [DemoWish]) {
    if day > span.firstArrival { add(.nightly, on: day, at: 6 * 60 + 30) }
    for intent in agenda[day] ?? [] { carryOut(intent, on: day) }
    for wish in wishes.sorted(by: { $0.minute < $1.minute }) { grant(wish) }
    for (place, from, count) in freed { nights.mark(place, from, count, isTaken: false) }
    freed = []
    guard day >= span.firstArrival else { return }
    add(.clean, on: day, at: 13 * 60 + 30)
    sell(on: day)
    agenda[day] = nil
  }

  /// Adds a step, unless it is still to come on the demo's day.
  private mutating func add(_ action: DemoStep.Action, on day: CalendarDate, at minute: Int) {
    guard day < span.day || (day == span.day && minute <= Self.lastMinute) else { return }
    steps[day, default: []].append(DemoStep(minute: minute, action: action))
  }

  // MARK: Booking

  private mutating func grant(_ wish: DemoWish) {
    var wish = wish
    let isWalkIn = wish.lead == 0
    let minute = isWalkIn ? max(wish.minute, 13 * 60) + 60 : wish.minute
    guard wish.bookedOn < span.day || (wish.bookedOn == span.day && minute <= Self.lastMinute)
    else { return }
    let guest = guest(for: &wish)
    let party = party(&wish, guest: guests[guest])
    guard let place = place(for: &wish, party) else { return }
    let number = stays.count
    stays.append(
      DemoStay(
        guest: guest, place: place, arrival: wish.arrival, nights: wish.nights,
        booked: (place, wish.nights), party: party,
        paying: .init(using: &wish.random, lead: wish.lead),
        isSenior: wish.random.happens(0.08)))
    nights.mark(place, wish.arrival, wish.nights)
    add(isWalkIn ? .walkIn(number) : .book(number), on: wish.bookedOn, at: minute)
    if isWalkIn {
      intend(.depart(number), on: stays[number].departure)
    } else {
      decideFate(of: number, &wish)
    }
  }

  /// A guest: sometimes one who has been here before.
  private mutating func guest(for wish: inout DemoWish) -> Int {
    let isRV = DemoClass.rvClasses.contains(wish.siteClass)
    if guests.count > 60, wish.random.happens(0.34) {
      for _ in 0..<4 {
        let known = wish.random.number(0...(guests.count - 1))
        if (guests[known].rigLength != nil) == isRV { return known }
      }
    }
    let longest = wish.siteClass == 0 ? 65 : 36
    guests.append(DemoGuest(hasRig: isRV, longest: longest, using: &wish.random))
    return guests.count - 1
  }

  private func party(_ wish: inout DemoWish, guest: DemoGuest) -> Party {
    let adults: Int
    let children: Int
    switch wish.siteClass {
    case DemoClass.groupClass:
      adults = wish.random.number(8...18)
      children = wish.random.number(0...12)
    default:
      adults = wish.random.pick(weighted: [(1, 14), (2, 70), (3, 8), (4, 8)])
      children = adults >= 2 && wish.random.happens(0.36) ? wish.random.number(1...(5 - adults)) : 0
    }
    let takesPets = wish.siteClass != DemoClass.cabinClass && wish.random.happens(0.3)
    let vehicles =
      wish.siteClass == DemoClass.groupClass
      ? wish.random.number(4...9) : wish.random.happens(0.16) ? 2 : 1
    return Party(
      adults: adults, children: children, vehicles: vehicles, vehicleLength: guest.rigLength,
      pets: takesPets ? wish.random.number(1...2) : 0,
      amperage: wish.siteClass == 0 && (guest.rigLength ?? 0) > 33 ? 50 : nil)
  }

  private func place(for wish: inout DemoWish, _ party: Party) -> DemoStay.Place? {
    guard !DemoClass.all[wish.siteClass].isBookedByClass else {
      return nights.hasRoom(wish.siteClass, wish.arrival, wish.nights)
        ? .siteClass(wish.siteClass) : nil
    }
    var best: (site: Int, fit: Double)?
    for site in DemoSite.places(ofClass: wish.siteClass) {
      guard nights.isFree(site, wish.arrival, wish.nights),
        DemoSite.all[site].takes(party.vehicleLength)
      else { continue }
      let fit = Double(nights.fit(site, wish.arrival, wish.nights)) + 1.4 * wish.random.fraction()
      if fit > best?.fit ?? -1 { best = (site, fit) }
    }
    return best.map { .site($0.site) }
  }

  // MARK: What becomes of a stay

  private mutating func intend(_ intent: Intent, on day: CalendarDate) {
    agenda[day, default: []].append(intent)
  }

  private mutating func decideFate(of number: Int, _ wish: inout DemoWish) {
    let stay = stays[number]
    if wish.lead > 2, wish.random.happens(0.095) {
      // Most cancel either soon or shortly before.
      let days = wish.lead - 1
      let after =
        wish.random.happens(0.5)
        ? wish.random.number(1...days) : days - min(days - 1, wish.random.number(0...9))
      return intend(
        .cancel(number, reason: wish.random.pick(Self.reasons)),
        on: wish.bookedOn.advanced(by: after))
    }
    if !stay.paying.deposit, wish.random.happens(0.22) { return }
    intend(.arrive(number), on: stay.arrival)
    let isChosen = if case .site = stay.place { true } else { false }
    if stay.nights >= 3, wish.random.happens(0.025) {
      let stayed = wish.random.number(1...(stay.nights - 1))
      return intend(.leaveEarly(number), on: stay.arrival.advanced(by: stayed))
    }
    if isChosen, stay.nights >= 3, wish.random.happens(0.02) {
      intend(.move(number), on: stay.arrival.advanced(by: 1))
    } else if isChosen, wish.random.happens(0.04) {
      intend(.extend(number), on: stay.departure.advanced(by: -1))
    }
    intend(.depart(number), on: stay.departure)
  }

  private static let reasons = [
    "change of plans", "illness", "the weather", "work", "found another place", "car trouble",
    "no time off", "family",
  ]

  private mutating func carryOut(_ intent: Intent, on day: CalendarDate) {
    switch intent {
    case .cancel(let number, let reason):
      let stay = stays[number]
      guard day < span.day else { return }
      freed.append((stay.place, stay.arrival, stay.nights))
      add(.cancel(number, reason: reason), on: day, at: 9 * 60 + random.number(0...420))
    case .arrive(let number):
      add(.checkIn(number), on: day, at: 15 * 60 + random.number(0...290))
    case .depart(let number):
      guard stays[number].departure == day else { return }
      add(.checkOut(number), on: day, at: 8 * 60 + random.number(0...170))
    case .leaveEarly(let number):
      guard day < span.day else { return intend(.depart(number), on: stays[number].departure) }
      let left = day.distance(to: stays[number].departure)
      freed.append((stays[number].place, day, left))
      stays[number].nights -= left
      add(.checkOut(number), on: day, at: 8 * 60 + random.number(0...170))
    case .extend(let number): extend(number, on: day)
    case .move(let number): move(number, on: day)
    }
  }

  private mutating func extend(_ number: Int, on day: CalendarDate) {
    let stay = stays[number]
    guard day < span.day, case .site(let site) = stay.place,
      nights.isFree(site, stay.departure, 1)
    else { return }
    nights.mark(stay.place, stay.departure, 1)
    add(.extend(number), on: day, at: 20 * 60 + random.number(0...30))
    stays[number].nights += 1
    intend(.depart(number), on: stays[number].departure)
  }

  private mutating func move(_ number: Int, on day: CalendarDate) {
    let stay = stays[number]
    let left = day.distance(to: stay.departure)
    guard day < span.day, left > 0, case .site(let from) = stay.place,
      let site = DemoSite.places(ofClass: DemoSite.all[from].siteClass).first(where: {
        nights.isFree($0, day.advanced(by: -1), left + 1)
          && DemoSite.all[$0].takes(stay.party.vehicleLength)
      })
    else { return }
    freed.append((stay.place, day, left))
    nights.mark(.site(site), day, left)
    stays[number].place = .site(site)
    add(
      .move(
        number, to: site, note: random.pick(["more shade", "closer to friends", "a level site"])),
      on: day, at: 11 * 60 + 30 + random.number(0...40))
  }

  // MARK: The shop

  /// The items by how often they are bought.
  private static let wares: [(value: Int, weight: Double)] = DemoItem.all.indices.map {
    (value: $0, weight: DemoItem.all[$0].demand)
  }

  private mutating func sell(on day: CalendarDate) {
    let here = Double(guestsHere(on: day))
    for _ in 0..<random.rounded(1 + here * 0.09) {
      let item = random.pick(weighted: Self.wares)
      let quantity = random.number(1...DemoItem.all[item].most)
      let method: PaymentMethod = random.happens(0.55) ? .card : .cash
      add(
        .sell(item: item, quantity: quantity, method), on: day,
        at: 7 * 60 + 40 + random.number(0...770))
    }
  }

  /// How many campsites are taken tonight.
  private func guestsHere(on day: CalendarDate) -> Int {
    DemoSite.all.indices.count { !nights.isFree($0, day, 1) }
  }
}
