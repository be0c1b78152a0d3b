import Campground
import Foundation
import ObjectGraph
import TestSupport

/// What a store has about the stays on some campsites, as values.
struct SegmentPicture: Equatable {
  struct Stay: Equatable {
    let code: String
    let status: ReservationStatus?
    let arrival: CalendarDate
    let departure: CalendarDate
    /// The campsite that the reservation names.
    let site: String
    /// The nights of its segments, `1a on 2026-06-15`.
    let segmentNights: [SiteNight]
    /// The campsites of its segments in their order.
    let segmentSites: [String]
    /// The nights that it keeps from others.
    let nights: [SiteNight]
    let totalMinor: Int64?
    /// What was agreed and stands.
    let agreedMinor: Int64
    /// What the bill comes to, posted or to come.
    let billMinor: Int64

    var isLive: Bool { status == .reserved || status == .checkedIn || status == .checkedOut }
    var nightCount: Int { arrival.distance(to: departure) }
  }

  private(set) var stays: [Stay] = []

  var codes: [String] { stays.map(\.code) }

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
    stays = try context.fetch(request).map { stay in
      let balance = try folios.balance(of: stay)
      let segments = stay.segments.filter { !$0.isGivenUp }.sorted { $0.arrival < $1.arrival }
      return Stay(
        code: stay.code, status: stay.state, arrival: stay.arrival, departure: stay.departure,
        site: stay.campSite?.name ?? "",
        segmentNights: segments.flatMap { segment in
          let first = segment.arrival
          return (0..<first.distance(to: segment.departure)).map {
            SiteNight(site: segment.campSite?.name ?? "", date: first.advanced(by: $0))
          }
        },
        segmentSites: segments.map { $0.campSite?.name ?? "" },
        nights: stay.nights.map { SiteNight(site: $0.campSite?.name ?? "", date: $0.date) }
          .sorted(),
        totalMinor: stay.totalMinor,
        agreedMinor: try folios.bill(of: stay).totalMinor,
        billMinor: try balance.charged.minorUnits() + balance.toCome.minorUnits())
    }
  }

  private subscript(code: String) -> Stay? { stays.first { $0.code == code } }

  // MARK: What has to be true

  /// What does not agree; nil for nothing.
  func fault(on today: CalendarDate) -> String? {
    let taken = stays.flatMap(\.nights)
    if Set(taken).count != taken.count { return "a night is taken twice" }
    return stays.lazy.compactMap { stay in
      (self.faultOfNights(stay) ?? self.faultOfBill(stay)).map { "\(stay.code): \($0)" }
    }.first
  }

  /// The segments have each night of the dates once, on one campsite after the other, and what keeps
  /// nights has just those.
  private func faultOfNights(_ stay: Stay) -> String? {
    let dates = (0..<stay.nightCount).map { stay.arrival.advanced(by: $0) }
    if stay.segmentNights.map(\.date) != dates { return "its segments are not its dates" }
    if zip(stay.segmentSites, stay.segmentSites.dropFirst()).contains(where: ==) {
      return "two segments in a row are on one campsite"
    }
    if stay.segmentSites.last != stay.site { return "its campsite is not the last one" }
    if stay.nights != (stay.isLive ? stay.segmentNights : []) {
      return "its nights are not those of its segments"
    }
    return nil
  }

  /// The bill comes to 40.00 for each night and 8.00 once.
  private func faultOfBill(_ stay: Stay) -> String? {
    if stay.agreedMinor != stay.totalMinor { return "its total is not the sum of its charges" }
    let owed = Int64(stay.isLive ? stay.nightCount : 0) * 4_000 + 800
    if stay.billMinor != owed { return "its bill is \(stay.billMinor) and not \(owed)" }
    return stay.agreedMinor == owed ? nil : "its charges are not its bill"
  }

  /// What an error says that is not so; nil for nothing.
  func fault(in error: CampgroundError) -> String? {
    guard error.code == .siteTaken, case .site(let site)? = error.about.first else { return nil }
    let stays = error.takenStays
    let isWrong = stays.contains { stay in
      self[stay.code]?.nights.contains { $0.site == site } != true
    }
    return stays.isEmpty || isWrong ? "the campsite is not taken" : nil
  }
}

extension SegmentPicture: CustomStringConvertible {
  /// A line for each stay.
  var description: String {
    stays.map { stay in
      "\(stay.code) \(stay.status?.rawValue ?? "?") \(stay.arrival) to \(stay.departure) "
        + "\(stay.segmentSites), agreed \(stay.agreedMinor) of \(stay.totalMinor ?? -1), "
        + "bill \(stay.billMinor), nights \(stay.nights)"
    }.joined(separator: "\n")
  }
}
