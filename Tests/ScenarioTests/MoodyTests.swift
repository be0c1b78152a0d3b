import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Moody: moods as they are recorded around the world, by day, country and continent.
@MainActor
final class MoodyTests: XCTestCase {
  // Codes as the fixture store has them.
  private let (asia, africa): (Int16, Int16) = (10_005, 10_004)
  private let (vietNam, southAfrica, ethiopia): (Int16, Int16, Int16) = (704, 710, 231)

  private func day(_ number: Int) -> Date {
    Date(timeIntervalSinceReferenceDate: 464_400_000 + Double(number) * 86_400)
  }

  @discardableResult
  private func record(
    on number: Int, country: Int16, continent: Int16, in container: PersistentContainer
  ) throws -> Moody.Mood {
    let context = container.viewContext
    context.userInfo["now"] = day(number)
    return try context.performChanges {
      try Moody.Mood.insert(into: context, country: country, continent: continent)
    }
  }

  func testTheModelIsThatOfTheModelFile() async throws {
    // The model file names no class for an entity, which the lines leave out.
    let file = try Fixtures.model("Moody.xcdatamodeld/Moody")
    XCTAssertEqual(Moody.makeModel().lines, file)
  }

  func testTheNewestMoodIsOnTop() async throws {
    try await eachKindOfStore(of: Moody.makeModel()) { container in
      for number in [2, 5, 1, 4] {
        try record(on: number, country: vietNam, continent: asia, in: container)
      }
      let moods = try container.viewContext.fetch(Moody.Mood.sortedFetchRequest)
      XCTAssertEqual(moods.map(\.date), [5, 4, 2, 1].map(day))
      moods[1].markedForDeletionDate = day(6)
      moods[2].markedForRemoteDeletion = true
      XCTAssertEqual(
        try container.viewContext.fetch(Moody.Mood.sortedFetchRequest).map(\.date), [5, 1].map(day))
    }
  }

  func testAMoodKeepsItsColors() async throws {
    try await eachKindOfStore(of: Moody.makeModel()) { container in
      let context = container.viewContext
      let colors = [
        Moody.Color(red: 1, green: 2, blue: 3), Moody.Color(red: 255, green: 0, blue: 128),
      ]
      context.userInfo["now"] = day(1)
      try context.performChanges {
        try Moody.Mood.insert(into: context, country: vietNam, continent: asia, colors: colors)
      }
      context.reset()
      XCTAssertEqual(try Moody.Mood.fetch(in: context).map(\.colors), [colors])
    }
  }

  func testACountryAndAContinentAreMadeOnce() async throws {
    try await eachKindOfStore(of: Moody.makeModel()) { container in
      let context = container.viewContext
      let first = try record(on: 1, country: southAfrica, continent: africa, in: container)
      let second = try record(on: 2, country: southAfrica, continent: africa, in: container)
      XCTAssertTrue(first.country === second.country)
      context.reset()
      let third = try record(on: 3, country: ethiopia, continent: africa, in: container)
      let fourth = try record(on: 4, country: vietNam, continent: asia, in: container)
      XCTAssertEqual(third.country?.continent?.numericISO3166Code, africa)
      XCTAssertEqual(third.country?.continent?.countries.count, 2)
      XCTAssertEqual(fourth.country?.continent?.countries.count, 1)
      XCTAssertEqual(try Moody.Country.count(in: context), 3)
      XCTAssertEqual(try Moody.Continent.count(in: context), 2)
    }
  }

  func testCountriesAndContinentsAreListedTogetherWithTheLatestFirst() async throws {
    try await eachKindOfStore(of: Moody.makeModel()) { container in
      let context = container.viewContext
      try record(on: 1, country: southAfrica, continent: africa, in: container)
      try record(on: 2, country: vietNam, continent: asia, in: container)
      try record(on: 3, country: ethiopia, continent: africa, in: container)
      let request = Moody.GeographicRegion.sortedFetchRequest(
        with: try FetchPredicate(format: "updatedAt > %@", day(1)))
      let regions = try context.fetch(request)
      XCTAssertEqual(regions.first?.numericISO3166Code, ethiopia)
      XCTAssertEqual(Set(regions.dropFirst().map(\.numericISO3166Code)), [vietNam, asia])
      XCTAssertEqual(regions.filter { $0 is Moody.Continent }.map(\.numericISO3166Code), [asia])
    }
  }

  func testThereIsNoRegionThatIsNeitherCountryNorContinent() async throws {
    try await eachKindOfStore(of: Moody.makeModel()) { container in
      XCTAssertThrowsError(try container.viewContext.insertObject(Moody.GeographicRegion.self))
      XCTAssertFalse(container.viewContext.hasChanges)
    }
  }

  func testTwoRegionsOfOneCodeCannotBeSaved() async throws {
    try await eachKindOfStore(of: Moody.makeModel()) { container in
      let context = container.viewContext
      try record(on: 1, country: vietNam, continent: asia, in: container)
      // A second country of the code, which nobody looked for first.
      let double = try context.insertObject(Moody.Country.self)
      double.numericISO3166Code = vietNam
      let mood = try context.insertObject(Moody.Mood.self)
      mood.date = day(2)
      mood.country = double
      XCTAssertThrowsError(try context.saveRollingBackOnError()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code.rawValue, 133_021)
      }
      XCTAssertEqual(try Moody.Mood.count(in: context), 1)
    }
  }

  func testACountryGoesWithItsLastMoodAndAContinentWithItsLastCountry() async throws {
    try await eachKindOfStore(of: Moody.makeModel()) { container in
      let context = container.viewContext
      let first = try record(on: 1, country: southAfrica, continent: africa, in: container)
      let second = try record(on: 2, country: southAfrica, continent: africa, in: container)
      let third = try record(on: 3, country: ethiopia, continent: africa, in: container)
      func regions() throws -> [Int16] {
        try Moody.GeographicRegion.fetch(in: context).map(\.numericISO3166Code).sorted()
      }
      try context.performChanges { context.delete(first) }
      XCTAssertEqual(try regions(), [ethiopia, southAfrica, africa])
      try context.performChanges { context.delete(second) }
      XCTAssertEqual(try regions(), [ethiopia, africa])
      try context.performChanges { context.delete(third) }
      XCTAssertEqual(try regions(), [])
    }
  }

  func testTheScreenOfAMoodClosesWhenTheMoodIsDeleted() async throws {
    try await eachKindOfStore(of: Moody.makeModel()) { container in
      let mood = try record(on: 1, country: vietNam, continent: asia, in: container)
      let other = try record(on: 2, country: vietNam, continent: asia, in: container)
      let screen = MoodScreen(mood)
      try container.viewContext.performChanges { mood.creatorID = "Ann" }
      XCTAssertEqual(screen.title, "Ann")
      try container.viewContext.performChanges { container.viewContext.delete(other) }
      XCTAssertTrue(screen.isOpen)
      try container.viewContext.performChanges { container.viewContext.delete(mood) }
      XCTAssertFalse(screen.isOpen)
    }
  }

  func testTheScreenOfAMoodClosesWhenTheMoodIsDeletedElsewhere() async throws {
    try await eachKindOfStore(of: Moody.makeModel()) { container in
      container.viewContext.automaticallyMergesChangesFromParent = true
      let mood = try record(on: 1, country: vietNam, continent: asia, in: container)
      let screen = MoodScreen(mood)
      let id = mood.objectID
      try await container.newBackgroundContext().performChanges { $0.delete($0.object(with: id)) }
      await withCheckedContinuation { turn in DispatchQueue.main.async { turn.resume() } }
      XCTAssertFalse(screen.isOpen)
    }
  }

  // MARK: A store that Core Data wrote

  private func openFixture(in folder: TemporaryFolder) throws -> PersistentContainer {
    let file = try Fixtures.copyStore("Moody/Moody1", to: folder)
    let container = try PersistentContainer(
      name: "Moody", managedObjectModel: Moody.makeModel(),
      descriptions: [PersistentStoreDescription(url: file)])
    try container.loadPersistentStores()
    return container
  }

  func testTheMoodsThatCoreDataSavedAreListed() async throws {
    let folder = try temporaryFolder()
    let container = try openFixture(in: folder)
    let moods = try container.viewContext.fetch(Moody.Mood.sortedFetchRequest)
    // SELECT ... FROM ZMOOD ORDER BY ZDATE DESC
    XCTAssertEqual(
      moods.map(\.remoteIdentifier),
      [
        "83922344-ED0B-4ABE-B8B0-E00F4E7E1D94", "64C6E1D4-7C2E-4F04-B867-1A9E2941F9FF",
        "47300BAD-DE7D-4B54-B94C-04A3EE4CD0C5", "3A9BAEFD-7716-41C0-9FFF-A7C4BCE32679",
      ])
    XCTAssertEqual(
      moods.map { $0.country?.numericISO3166Code }, [ethiopia, vietNam, southAfrica, southAfrica])
    XCTAssertEqual(
      moods.map { $0.country?.continent?.numericISO3166Code }, [africa, asia, africa, africa])
    // hex(ZCOLORS) of the newest is F1F3F8 615B43 … 7C795F.
    XCTAssertEqual(moods[0].colors?.count, 8)
    XCTAssertEqual(moods[0].colors?.first, Moody.Color(red: 0xF1, green: 0xF3, blue: 0xF8))
    XCTAssertEqual(moods[0].colors?.last, Moody.Color(red: 0x7C, green: 0x79, blue: 0x5F))
    XCTAssertEqual(moods[1].colors, moods[2].colors)
    XCTAssertEqual(moods[2].date.timeIntervalSinceReferenceDate, 464_369_360.73439)
  }

  func testTheRegionsThatCoreDataSavedAreFoundAndNoneIsMadeTwice() async throws {
    let folder = try temporaryFolder()
    let container = try openFixture(in: folder)
    let context = container.viewContext
    XCTAssertEqual(
      try context.fetch(Moody.GeographicRegion.sortedFetchRequest).map(\.numericISO3166Code),
      [asia, southAfrica, vietNam, ethiopia, africa])
    XCTAssertEqual(
      try Moody.Continent.fetch(in: context) {
        $0.sortDescriptors = [FetchSortDescriptor(key: "numericISO3166Code", ascending: true)]
      }.map { [$0.numberOfMoods, $0.numberOfCountries] }, [[8, 4], [8, 6]])
    let mood = try record(on: 9, country: southAfrica, continent: africa, in: container)
    XCTAssertEqual(mood.country?.moods.count, 3)
    XCTAssertEqual(try Moody.GeographicRegion.count(in: context), 5)
  }
}

/// The screen that shows one mood and closes by itself.
@MainActor
private final class MoodScreen {
  private(set) var title: String?
  private(set) var isOpen = true
  private var observer: ManagedObjectObserver?

  init(_ mood: Moody.Mood) {
    observer = ManagedObjectObserver(object: mood) { [unowned self] change in
      switch change {
      case .update: title = mood.creatorID
      case .delete: isOpen = false
      }
    }
  }
}
