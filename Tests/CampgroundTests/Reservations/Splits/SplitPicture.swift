import Campground
import Foundation
import ObjectGraph
import TestSupport

/// What a store has about the stays on some campsites, as values.
struct SplitPicture: Equatable {
  struct Part: Equatable {
    let code: String
    let status: ReservationStatus?
    let arrival: CalendarDate
    let departure: CalendarDate
    let site: String
    /// The nights that it has, `1a on 2026-06-15`.
    let nights: [SiteNight]
    /// The codes of the parts of its stay, in their order.
    let stay: [String]
    /// The codes of all that its bill is for.
    let billed: [String]
    let folio: String?
    let totalMinor: Int64?
    /// What was agreed and stands.
    let agreedMinor: Int64
    /// What the bill of the whole stay comes to, posted or to come.
    let billMinor: Int64
    /// What its lines come to.
    let linesMinor: Int64

    var isLive: Bool { status == .reserved || status == .checkedIn || status == .checkedOut }
    var nightCount: Int { arrival.distance(to: departure) }
  }

  private(set) var parts: [Part] = []

  var codes: [String] { parts.map(\.code) }

  /// Nothing.
  init() {}

  /// Reads it in a context of its own.
  @MainActor
  init(of sites: [String], at stack: TestStoreStack) throws {
    let context = ManagedObjectContext(mainQueueFor: stack.persistentStoreCoordinator)
    let folios = FolioService(
      managedObjectContext: context, storeStack: stack, clock: stack.clock)
    let request = Reservation.fetchRequest()
    request.predicate = try FetchPredicate(format: "campSite.name IN %@", sites)
    request.sortDescriptors = [FetchSortDescriptor(key: "number", ascending: true)]
    parts = try context.fetch(request).map { stay in
      let balance = try folios.balance(of: stay)
      let family = Self.linked(to: stay)
      return Part(
        code: stay.code, status: stay.state, arrival: stay.arrival, departure: stay.departure,
        site: stay.siteName ?? "",
        nights: stay.nights.map { SiteNight(site: $0.campSite?.name ?? "", date: $0.date) }
          .sorted(),
        stay: StayChain(of: stay).parts.map(\.code), billed: family.map(\.code),
        folio: stay.folio?.code, totalMinor: stay.totalMinor,
        agreedMinor: stay.charges.filter { $0.entry?.reversedBy == nil }.map(\.amountMinor)
          .reduce(0, +),
        billMinor: try balance.charged.minorUnits() + balance.toCome.minorUnits(),
        linesMinor: stay.entries.filter { $0.kind != .payment }.map(\.amountMinor).reduce(0, +))
    }
  }

  /// All that are linked with a reservation as parts of one stay, by number.
  private static func linked(to stay: Reservation) -> [Reservation] {
    var found = [stay]
    var index = 0
    while index < found.count {
      for next in [found[index].previousPart, found[index].nextPart].compactMap({ $0 })
      where !found.contains(next) {
        found.append(next)
      }
      index += 1
    }
    return found.sorted { $0.number < $1.number }
  }

  private subscript(code: String) -> Part? { parts.first { $0.code == code } }

  // MARK: What has to be true

  /// What does not agree; nil for nothing.
  func fault(on today: CalendarDate) -> String? {
    let taken = parts.flatMap(\.nights)
    if Set(taken).count != taken.count { return "a night is taken twice" }
    return parts.lazy.compactMap { part in
      (self.faultOfNights(part, today) ?? self.faultOfStay(part) ?? self.faultOfBill(part)).map {
        "\(part.code): \($0)"
      }
    }.first
  }

  /// Each night of what keeps nights is there once, those to come on its own campsite; what
  /// was called off has none.
  private func faultOfNights(_ part: Part, _ today: CalendarDate) -> String? {
    let dates = part.isLive ? (0..<part.nightCount).map { part.arrival.advanced(by: $0) } : []
    if part.nights.map(\.date).sorted() != dates { return "its nights are not those of its dates" }
    let isAway = part.nights.contains { night in
      night.site != part.site && (part.status == .reserved || night.date >= today)
    }
    return isAway ? "a night to come is on another campsite" : nil
  }

  /// The live parts of a stay follow each other without a gap, on one campsite after the other.
  private func faultOfStay(_ part: Part) -> String? {
    let stay = part.stay.compactMap { self[$0] }
    if stay.contains(where: { $0.stay != part.stay }) { return "its parts do not know each other" }
    for (earlier, later) in zip(stay, stay.dropFirst()) {
      if earlier.departure != later.arrival { return "a gap or an overlap behind \(earlier.code)" }
      let isToCome = later.status == .reserved || later.status == .checkedIn
      if isToCome, earlier.site == later.site { return "\(later.code) is on the same campsite" }
    }
    let live = part.billed.filter { self[$0]?.isLive == true }
    if part.isLive, Set(live) != Set(part.stay) { return "the stay is in pieces: \(live)" }
    let here = live.filter { self[$0]?.status == .checkedIn }
    return here.count > 1 ? "the guest is on two campsites" : nil
  }

  /// There is one bill for all parts, which comes to 40.00 for each night and 8.00 once.
  private func faultOfBill(_ part: Part) -> String? {
    let family = part.billed.compactMap { self[$0] }
    if Set(family.map(\.folio)).count > 1 { return "its parts are on several bills" }
    if part.agreedMinor != part.totalMinor { return "its total is not the sum of its charges" }
    let nights = family.filter(\.isLive).map(\.nightCount).reduce(0, +)
    let owed = Int64(nights) * 4_000 + 800
    if part.billMinor != owed { return "its bill is \(part.billMinor) and not \(owed)" }
    if family.map(\.agreedMinor).reduce(0, +) != owed { return "its charges are not its bill" }
    return nil
  }

  /// What an error says that is not so; nil for nothing.
  func fault(in error: CampgroundError) -> String? {
    guard case .siteTaken(let site, let stays) = error else { return nil }
    let isWrong = stays.contains { stay in
      self[stay.code]?.nights.contains { $0.site == site } != true
    }
    return stays.isEmpty || isWrong ? "the campsite is not taken" : nil
  }
}

extension SplitPicture: CustomStringConvertible {
  /// A line for each part.
  var description: String {
    parts.map { part in
      "\(part.code) \(part.status?.rawValue ?? "?") \(part.arrival) to \(part.departure) "
        + "\(part.site) \(part.stay) of \(part.billed), agreed \(part.agreedMinor) of "
        + "\(part.totalMinor ?? -1), bill \(part.billMinor), nights \(part.nights)"
    }.joined(separator: "\n")
  }
}
