import Campground
import ObjectGraph

/// A situation around the demo's day that chance alone would not bring about: a group, a waitlist,
/// a broken water line. Days are counted from the demo's day.
struct DemoScene {
  /// A campsite kept free of others.
  struct Use {
    let site: Int
    let arrival: Int
    let nights: Int
  }

  typealias Action = @MainActor (DemoOffice) throws -> Void

  let title: String
  private(set) var uses: [Use] = []
  private(set) var steps: [(day: Int, minute: Int, action: Action)] = []

  init(_ title: String) { self.title = title }

  /// Keeps a campsite free of others for some nights.
  func using(_ site: String, _ arrival: Int, nights: Int) -> Self {
    var scene = self
    scene.uses.append(Use(site: DemoSite.place(site), arrival: arrival, nights: nights))
    return scene
  }

  /// Adds what happens on a day at a time.
  func on(_ day: Int, _ hour: Int, _ minute: Int, _ action: @escaping Action) -> Self {
    var scene = self
    scene.steps.append((day, hour * 60 + minute, action))
    return scene
  }

  /// All situations.
  ///
  /// - Parameter day: the demo's day.
  static func all(on day: CalendarDate) -> [DemoScene] {
    papers + endings + house + groups(on: day) + waiting + money + grounds
  }
}

/// The words of scenes: days counted from the demo's day, guests by name, stays by a word for each.
extension DemoOffice {
  func day(_ offset: Int) -> CalendarDate { plan.span.day.advanced(by: offset) }

  func dates(_ offset: Int, _ nights: Int) throws -> StayDates {
    try StayDates(arrival: day(offset), nights: nights)
  }

  /// The camper with a name, added with the first use.
  func guest(_ name: String, rig: Int? = nil) throws -> Camper {
    if let known = sceneGuests[name] { return try camper(known) }
    var random = DemoRandom(seed: plan.seed, sceneGuests.count, -1)
    var guest = DemoGuest(hasRig: false, longest: 0, using: &random)
    guest.name = name
    guest.rigLength = rig
    guest.email = name.lowercased().replacing(" ", with: ".") + "@example.com"
    let id = try add(guest)
    sceneGuests[name] = id
    return try camper(id)
  }

  func code(_ word: String) throws -> String {
    guard let code = sceneCodes[word] else { throw DemoError("no stay is called \(word)") }
    return code
  }

  /// Books a stay, and remembers its code by a word.
  func book(
    _ word: String, _ site: String, for name: String, from offset: Int, nights: Int,
    _ party: Party = Party(adults: 2), as status: ReservationStatus = .reserved,
    minutes: Int? = nil, note: String? = nil
  ) throws {
    let verb =
      switch status {
      case .draft: "draft"
      case .hold: "hold"
      case .requested: "request"
      default: "reserve"
      }
    _ = try guest(name, rig: party.vehicleLength)
    sceneCodes[word] = try perform(
      "\(verb) \(site) for \"\(name)\" from \(day(offset)) nights \(nights)"
    ) { services in
      try services.reservations.book(
        Booking(
          self.site(site), for: self.guest(name), dates: self.dates(offset, nights), party: party,
          note: note), as: status, minutes: minutes
      ).code
    }
  }

  /// Pays the deposit of a stay by card.
  func payDeposit(_ word: String) throws {
    try pay(code(word), reference: "slip 204417") {
      try $0.folios.duePayments(for: $1).first?.amount.amount ?? 0
    }
  }

  func payAll(_ word: String, by method: PaymentMethod = .card, _ reference: String? = nil) throws {
    try pay(code(word), by: method, reference: reference)
  }

  func checkIn(_ word: String) throws {
    let code = try code(word)
    try perform("checkin \(code)") { try $0.reservations.checkIn(code) }
  }
}
