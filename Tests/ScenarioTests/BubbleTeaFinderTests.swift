import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// BubbleTeaFinder: a list of venues that sell bubble tea, and a screen that filters and sorts it.
///
/// Most tests have a handful of venues whose answers can be worked out by hand; one
/// puts them beside the thirty of the application's own file and lets Python work out
/// the answers from the files.
@MainActor
final class BubbleTeaFinderTests: XCTestCase {
  /// Runs a test on the handful of venues.
  private func eachFinder(
    _ body: @MainActor (VenueFinder, PersistentContainer) async throws -> Void
  ) async throws {
    try await eachKindOfStore(of: BubbleTea.makeModel()) { container in
      try VenueFinder.handful.insert(into: container.viewContext)
      try container.viewContext.save()
      container.forgetAll()
      try await body(VenueFinder(context: container.viewContext), container)
    }
  }

  override func setUp() {
    // What a model file names is found by these names.
    ManagedObjectClasses.register(
      BubbleTea.Venue.self, BubbleTea.Category.self, BubbleTea.Location.self,
      BubbleTea.PriceInfo.self, BubbleTea.Stats.self)
  }

  func testTheModelIsThatOfTheModelFile() async throws {
    let file = try Fixtures.model("BubbleTeaFinder.xcdatamodeld/BubbleTeaFinder")
    XCTAssertEqual(BubbleTea.makeModel().lines, file)
  }

  // MARK: The template

  func testTheTemplateOfTheApplicationsModelFileFetchesAllVenues() async throws {
    let file = try Fixtures.url("models/BubbleTeaFinder.xcdatamodeld")
    let model = try ManagedObjectModel(contentsOf: file)
    try await eachKindOfStore(of: model) { container in
      try VenueFinder.handful.insert(into: container.viewContext)
      try container.viewContext.save()
      try checkTemplate("FetchRequest", in: container, finds: VenueFinder.handfulNames)
    }
  }

  func testATemplateThatWasWrittenToAModelFileIsFetchedByItsName() async throws {
    let folder = try temporaryFolder("tea")
    let designed = BubbleTea.makeModel()
    try designed.setFetchRequestTemplate(
      FetchRequestDescription(entityName: "Venue"), forName: "FetchRequest")
    try designed.setFetchRequestTemplate(
      FetchRequestDescription(
        entityName: "Venue", predicate: FetchPredicate(format: "specialCount >= $LEAST")),
      forName: "Offers")
    let file = folder.file("BubbleTeaFinder.xcdatamodel")
    try designed.write(toModelAt: file)
    let model = try ManagedObjectModel(contentsOf: file)
    try await eachKindOfStore(of: model) { container in
      try VenueFinder.handful.insert(into: container.viewContext)
      try container.viewContext.save()
      try checkTemplate("FetchRequest", in: container, finds: VenueFinder.handfulNames)
      let offers = try container.managedObjectModel.fetchRequestFromTemplate(
        withName: "Offers", substitutionVariables: ["LEAST": 3])
      XCTAssertEqual(
        Set(try container.viewContext.fetch(FetchRequest<BubbleTea.Venue>(offers)).map(\.name)),
        ["Äpfel Tee", "Bare Cart"])
    }
  }

  private func checkTemplate(
    _ name: String, in container: PersistentContainer, finds names: [String]
  ) throws {
    let template = try XCTUnwrap(
      container.managedObjectModel.fetchRequestTemplate(forName: name), "no template \(name)")
    XCTAssertEqual(template.entityName, "Venue")
    let venues = try container.viewContext.fetch(FetchRequest<BubbleTea.Venue>(template))
    XCTAssertEqual(venues.compactMap(\.name).sorted(), names.sorted())
    XCTAssertNil(container.managedObjectModel.fetchRequestTemplate(forName: "Nothing"))
  }

  // MARK: The labels of the filter screen

  func testTheVenuesOfAPriceAreCountedInTheStore() async throws {
    try await eachFinder { finder, container in
      for (price, count) in [("$", 2), ("$$", 2), ("$$$", 1), ("$$$$", 0)] {
        try assertStatements(1, on: container) {
          XCTAssertEqual(try finder.countByResultType(price: price), count, price)
        }
        try assertStatements(1, on: container) {
          XCTAssertEqual(try finder.count(price: price), count, price)
        }
      }
      XCTAssertTrue(finder.context.registeredObjects.isEmpty, "no venue was made for a number")
    }
  }

  func testTheDealsAreSummedUpInTheStore() async throws {
    try await eachFinder { finder, container in
      // 2 + 5 + 1 + 3, and three without.
      try assertStatements(1, on: container) { XCTAssertEqual(try finder.sumOfDeals(), 11) }
      XCTAssertTrue(finder.context.registeredObjects.isEmpty)
    }
  }

  // MARK: Filters and orders

  func testEachFilterLeavesTheVenuesThatItSays() async throws {
    try await eachFinder { finder, _ in
      let expected: [VenueFilter: Set<String>] = [
        .price("$"): ["Tea 2 Go", "Äpfel Tee"],
        .price("$$"): ["Tea 10 Go", "Zen Cup"],
        .price("$$$"): ["tea 9 go"],
        .offeringADeal: ["Tea 10 Go", "Äpfel Tee", "apple milk", "Bare Cart"],
        // 500 metres are too far, and nobody walks to a venue without a location.
        .withinWalkingDistance: ["Tea 2 Go", "Tea 10 Go", "Zen Cup"],
        .hasUserTips: ["Tea 10 Go", "Äpfel Tee", "Zen Cup", "apple milk"],
      ]
      for (filter, names) in expected {
        XCTAssertEqual(Set(try finder.names(filter)), names, "\(filter)")
      }
      XCTAssertEqual(Set(try finder.names(nil)), Set(VenueFinder.handfulNames))
    }
  }

  func testFiltersCanBePutTogether() async throws {
    try await eachFinder { finder, _ in
      let request = FetchRequest<BubbleTea.Venue>()
      let filters: [VenueFilter] = [.price("$$"), .withinWalkingDistance, .hasUserTips]
      request.predicate = CompoundPredicate(
        andPredicateWithSubpredicates: try filters.map { try $0.predicate })
      XCTAssertEqual(
        Set(try finder.context.fetch(request).map(\.name)), ["Tea 10 Go", "Zen Cup"])
    }
  }

  func testNamesAreSortedAsPeopleDo() async throws {
    try await eachFinder { finder, _ in
      let names = [
        "Äpfel Tee", "apple milk", "Bare Cart", "Tea 2 Go", "tea 9 go", "Tea 10 Go", "Zen Cup",
      ]
      XCTAssertEqual(try finder.names(nil, .nameAToZ), names)
      XCTAssertEqual(try finder.names(nil, .nameZToA), names.reversed())
      XCTAssertEqual(
        try finder.names(.offeringADeal, .nameZToA),
        ["Tea 10 Go", "Bare Cart", "apple milk", "Äpfel Tee"])
    }
  }

  func testVenuesAreSortedByDistanceAndByPrice() async throws {
    try await eachFinder { finder, _ in
      // What has none comes first.
      XCTAssertEqual(
        try finder.names(nil, .distance),
        ["Bare Cart", "Zen Cup", "Tea 2 Go", "Tea 10 Go", "tea 9 go", "Äpfel Tee", "apple milk"])
      XCTAssertEqual(
        try finder.names(nil, .price),
        ["Bare Cart", "apple milk", "Tea 2 Go", "Äpfel Tee", "Zen Cup", "Tea 10 Go", "tea 9 go"])
    }
  }

  func testAVenueThatIsNotSavedIsFilteredAndSortedLikeOthers() async throws {
    try await eachFinder { finder, _ in
      try VenueFile([VenueFinder.venue("Corner", "$", 10, tips: 1)]).insert(into: finder.context)
      XCTAssertEqual(
        try finder.names(.withinWalkingDistance, .distance),
        ["Corner", "Zen Cup", "Tea 2 Go", "Tea 10 Go"])
      XCTAssertEqual(
        try finder.names(.price("$"), .nameZToA), ["Tea 2 Go", "Corner", "Äpfel Tee"])
      XCTAssertEqual(try finder.count(price: "$"), 3)
      // Dictionaries are what the store has.
      XCTAssertEqual(try finder.sumOfDeals(), 11)
    }
  }

  // MARK: Later, and all at once

  func testTheListIsEmptyUntilTheAsynchronousFetchIsThrough() async throws {
    try await eachFinder { finder, _ in
      let done = expectation(description: "the venues")
      var shown: [String] = []
      let result = try finder.context.execute(
        AsynchronousFetchRequest(fetchRequest: finder.request(nil, .nameAToZ)) { result in
          MainActor.assertIsolated()
          shown = (result.finalResult ?? []).compactMap(\.name)
          done.fulfill()
        })
      XCTAssertEqual(shown, [])
      XCTAssertNil(result.finalResult)
      await fulfillment(of: [done], timeout: 60)
      XCTAssertEqual(shown.count, 7)
      XCTAssertEqual(shown.first, "Äpfel Tee")
      XCTAssertNil(result.operationError)
      let again = try await finder.context.fetchAsynchronously(finder.request(.hasUserTips, .price))
      XCTAssertEqual(again.map(\.name), ["apple milk", "Äpfel Tee", "Zen Cup", "Tea 10 Go"])
    }
  }

  func testAllVenuesBecomeFavouritesInTheStoreAndThenInTheContext() async throws {
    try await eachFinder { finder, container in
      let venues = try finder.context.fetch(finder.request(nil, .nameAToZ))
      XCTAssertEqual(venues.map(\.favorite), Array(repeating: false, count: 7))
      let update = BatchUpdateRequest(entityName: "Venue")
      update.propertiesToUpdate = ["favorite": true]
      update.resultType = .updatedObjectIDsResultType
      let result = try finder.context.execute(update)
      XCTAssertEqual(Set(result.objectIDs ?? []), Set(venues.map(\.objectID)))
      XCTAssertEqual(result.objectIDs?.count, 7)
      XCTAssertTrue(venues.allSatisfy { !$0.favorite }, "nobody told the context yet")
      ManagedObjectContext.mergeChanges(
        fromRemoteContextSave: result.changes, into: [finder.context])
      XCTAssertEqual(venues.map(\.favorite), Array(repeating: true, count: 7))
      XCTAssertFalse(finder.context.hasChanges)

      // The merged version is the store's: the next save finds no conflict.
      venues[0].favorite = false
      try finder.context.save()
      container.forgetAll()
      let favourites = FetchRequest<BubbleTea.Venue>()
      favourites.predicate = try FetchPredicate(format: "favorite == YES")
      XCTAssertEqual(try finder.context.count(for: favourites), 6)
      update.resultType = .updatedObjectsCountResultType
      XCTAssertEqual(try finder.context.execute(update).count, 7)
      XCTAssertEqual(try finder.context.count(for: favourites), 7)
    }
  }

  // MARK: The application's own venues

  func testThirtyRealVenuesAndTheHandfulAreFoundAsPythonFindsThem() async throws {
    let seed = try Fixtures.url("seeds/BubbleTeaFinder-seed.json")
    let folder = try temporaryFolder("tea")
    let handful = folder.file("handful.json")
    try JSONEncoder().encode(VenueFinder.handful).write(to: handful)
    let expected: VenueOracle = try Python.answer(of: VenueOracle.script, about: [seed, handful])
    XCTAssertEqual(expected.count, 37)
    try await eachKindOfStore(of: BubbleTea.makeModel()) { container in
      let context = container.viewContext
      try VenueFile(contentsOf: seed).insert(into: context)
      try VenueFinder.handful.insert(into: context)
      try context.save()
      container.forgetAll()
      let finder = VenueFinder(context: context)
      XCTAssertEqual(try context.count(for: finder.request(nil)), expected.count)
      for (price, count) in expected.prices {
        XCTAssertEqual(try finder.count(price: price), count, price)
        XCTAssertEqual(try finder.countByResultType(price: price), count, price)
      }
      XCTAssertEqual(try finder.sumOfDeals(), expected.deals)
      let filters: [VenueFilter] = [.offeringADeal, .withinWalkingDistance, .hasUserTips]
      for filter in filters + ["$", "$$", "$$$"].map(VenueFilter.price) {
        XCTAssertEqual(
          try finder.names(filter).sorted(), expected.names[filter.label]?.sorted(), filter.label)
      }
      XCTAssertEqual(try finder.names(nil, .distance), expected.byDistance)
      XCTAssertEqual(try finder.names(nil, .price), expected.byPriceAndDistance)
      let sorted = try finder.names(nil, .nameAToZ)
      XCTAssertEqual(sorted.sorted(), expected.byDistance.sorted())
      for (name, next) in zip(sorted, sorted.dropFirst()) {
        XCTAssertNotEqual(
          name.localizedStandardCompare(next), .orderedDescending, "\(name) before \(next)")
      }
    }
  }
}

/// What can be asked for on the filter screen.
private enum VenueFilter: Hashable {
  case price(String)
  case offeringADeal
  case withinWalkingDistance
  case hasUserTips

  var predicate: FetchPredicate {
    get throws {
      switch self {
      case .price(let category):
        try FetchPredicate(format: "priceInfo.priceCategory == %@", category)
      case .offeringADeal: try FetchPredicate(format: "specialCount > 0")
      case .withinWalkingDistance: try FetchPredicate(format: "location.distance < 500")
      case .hasUserTips: try FetchPredicate(format: "stats.tipCount > 0")
      }
    }
  }

  /// What the oracle calls it.
  var label: String {
    switch self {
    case .price(let category): category
    case .offeringADeal: "deal"
    case .withinWalkingDistance: "near"
    case .hasUserTips: "tips"
    }
  }
}

/// In which order the list can be.
private enum VenueOrder {
  case nameAToZ
  case nameZToA
  case distance
  /// Of one price the nearest first.
  case price

  var sortDescriptors: [FetchSortDescriptor] {
    let byName = FetchSortDescriptor(key: "name", ascending: true, comparison: .localizedStandard)
    let byDistance = FetchSortDescriptor(key: "location.distance", ascending: true)
    return switch self {
    case .nameAToZ: [byName]
    case .nameZToA: [byName.reversedSortDescriptor]
    case .distance: [byDistance]
    case .price:
      [FetchSortDescriptor(key: "priceInfo.priceCategory", ascending: true), byDistance]
    }
  }
}

/// What the two screens of the application ask for.
@MainActor
private struct VenueFinder {
  let context: ManagedObjectContext

  func request(_ filter: VenueFilter?, _ order: VenueOrder? = nil) throws -> FetchRequest<
    BubbleTea.Venue
  > {
    let request = FetchRequest<BubbleTea.Venue>()
    request.predicate = try filter?.predicate
    request.sortDescriptors = order?.sortDescriptors
    return request
  }

  func names(_ filter: VenueFilter?, _ order: VenueOrder? = nil) throws -> [String] {
    try context.fetch(request(filter, order)).compactMap(\.name)
  }

  func countByResultType(price: String) throws -> Int {
    let request = FetchRequest<Int>(entityName: "Venue")
    request.predicate = try VenueFilter.price(price).predicate
    XCTAssertEqual(request.resultType, .countResultType)
    return try XCTUnwrap(context.fetch(request).first)
  }

  func count(price: String) throws -> Int {
    try context.count(for: request(.price(price)))
  }

  func sumOfDeals() throws -> Int64? {
    let request = DictionaryRequest(entityName: "Venue")
    request.propertiesToFetch = [ExpressionDescription.of("sumDeals", "sum:", "specialCount")]
    let found = try context.fetch(request)
    XCTAssertEqual(found.count, 1)
    return found.first?["sumDeals"] as? Int64
  }

  static func venue(
    _ name: String, _ price: String?, _ distance: Float?, tips: Int32 = 0, deals: Int32 = 0
  ) -> VenueFile.Venue {
    VenueFile.Venue(
      name: name, location: distance.map { VenueFile.Venue.Location(distance: $0) },
      price: price.map { VenueFile.Venue.Price(currency: $0) },
      specials: VenueFile.Venue.Specials(count: deals),
      stats: distance.map { _ in
        VenueFile.Venue.Stats(checkinsCount: 0, tipCount: tips, usersCount: 0)
      })
  }

  /// Venues on both sides of every filter; the last is known by its name and its deals alone.
  static let handful = VenueFile([
    venue("Tea 2 Go", "$", 120.5),
    venue("Tea 10 Go", "$$", 499.5, tips: 3, deals: 2),
    venue("tea 9 go", "$$$", 500),
    venue("Äpfel Tee", "$", 501, tips: 1, deals: 5),
    venue("Zen Cup", "$$", 90, tips: 12),
    venue("apple milk", nil, 2500, tips: 7, deals: 1),
    venue("Bare Cart", nil, nil, deals: 3),
  ])

  static var handfulNames: [String] { handful.response.venues.map(\.name) }
}

/// What Python makes of files of venues.
private struct VenueOracle: Decodable {
  let count: Int
  let prices: [String: Int]
  let deals: Int64
  let names: [String: [String]]
  let byDistance: [String]
  let byPriceAndDistance: [String]

  static let script = """
    import json, sys
    venues = []
    for path in sys.argv[1:]:
        with open(path) as file:
            venues += json.load(file)["response"]["venues"]
    price = lambda venue: venue.get("price", {}).get("currency")
    distance = lambda venue: venue.get("location", {}).get("distance")
    tips = lambda venue: venue.get("stats", {}).get("tipCount", 0)
    deals = lambda venue: venue.get("specials", {}).get("count", 0)
    known = ["$", "$$", "$$$"]
    names = {each: [v["name"] for v in venues if price(v) == each] for each in known}
    near = lambda v: distance(v) is not None and distance(v) < 500
    names["deal"] = [v["name"] for v in venues if deals(v) > 0]
    names["near"] = [v["name"] for v in venues if near(v)]
    names["tips"] = [v["name"] for v in venues if tips(v) > 0]
    far = lambda v: -1 if distance(v) is None else distance(v)
    print(json.dumps({
        "count": len(venues),
        "prices": {each: len(names[each]) for each in known},
        "deals": sum(deals(v) for v in venues),
        "names": names,
        "byDistance": [v["name"] for v in sorted(venues, key=far)],
        "byPriceAndDistance": [
            v["name"] for v in sorted(venues, key=lambda v: (price(v) or "", far(v)))],
    }))
    """
}
