import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// WorldCup: 32 teams by qualifying zone and wins; a tap on a team is a win.
@MainActor
final class WorldCupTests: XCTestCase {
  final class Team: ManagedObject, ManagedEntity {
    @Managed("imageName") var imageName: String?
    @Managed("losses") var losses: Int32
    @Managed("qualifyingZone") var qualifyingZone: String?
    @Managed("teamName") var teamName: String?
    @Managed("wins") var wins: Int32
  }

  private nonisolated static func makeModel() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Team", class: Team.self) {
        AttributeDescription("imageName", .string)
        AttributeDescription("losses", .integer32, default: .integer(0))
        AttributeDescription("qualifyingZone", .string)
        AttributeDescription("teamName", .string)
        AttributeDescription("wins", .integer32, default: .integer(0))
      }
    }
  }

  /// The teams of 2014.
  private static let zones = [
    "Africa": ["Algeria", "Cameroon", "Ivory Coast", "Ghana", "Nigeria"],
    "Asia": ["Australia", "Iran", "Japan", "Korea"],
    "Europe": [
      "Belgium", "Bosnia and Herzegovina", "Croatia", "England", "France", "Germany", "Greece",
      "Italy", "Netherlands", "Portugal", "Russia", "Spain", "Switzerland",
    ],
    "North, Central America & Caribbean": ["Costa Rica", "Honduras", "Mexico", "USA"],
    "South America": ["Argentina", "Brazil", "Chile", "Colombia", "Ecuador", "Uruguay"],
  ]

  /// What the application shows: a table whose rows follow the controller.
  private final class Screen: FetchedResultsControllerDelegate {
    var sections: [(name: String, teams: [String])] = []
    var log: [String] = []

    func reload(_ controller: FetchedResultsController<Team>) {
      sections = (controller.sections ?? []).map { section in
        (section.name, (section.objects as? [Team] ?? []).compactMap(\.teamName))
      }
    }

    func controllerWillChangeContent(_ controller: FetchedResultsController<Team>) {
      log.append("begin")
    }

    func controller(
      _ controller: FetchedResultsController<Team>,
      didChange sectionInfo: FetchedResultsSectionInfo, atSectionIndex index: Int,
      for type: FetchedResultsChangeType
    ) { log.append("\(type) section \(sectionInfo.name) \(index)") }

    func controller(
      _ controller: FetchedResultsController<Team>, didChange team: Team,
      at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
      let places = [indexPath, newIndexPath].compactMap { $0.map { "\($0.section)/\($0.row)" } }
      log.append("\(type) \(team.teamName ?? "") \(places.joined(separator: " → "))")
    }

    func controllerDidChangeContent(_ controller: FetchedResultsController<Team>) {
      log.append("end")
      reload(controller)
    }
  }

  private func launch(
    on store: PersistentStoreDescription = .inMemory()
  ) throws -> PersistentContainer {
    let container = try PersistentContainer(
      name: "WorldCup", managedObjectModel: Self.makeModel(), descriptions: [store])
    try container.loadPersistentStores()
    let context = container.viewContext
    guard try context.count(for: FetchRequest<Team>()) == 0 else { return container }
    for (zone, names) in Self.zones.sorted(by: { $0.key < $1.key }) {
      for name in names {
        let team = Team(context: context)
        (team.qualifyingZone, team.teamName) = (zone, name)
      }
    }
    try context.save()
    return container
  }

  private func makeController(
    _ container: PersistentContainer, sortedBy keys: [String]
  ) -> FetchedResultsController<Team> {
    let request = Team.fetchRequest()
    request.sortDescriptors = keys.map { FetchSortDescriptor(key: $0, ascending: $0 != "wins") }
    return FetchedResultsController(
      fetchRequest: request, managedObjectContext: container.viewContext,
      sectionNameKeyPath: "qualifyingZone", cacheName: "worldCup")
  }

  private func show(
    _ container: PersistentContainer
  ) throws -> (FetchedResultsController<Team>, Screen) {
    let controller = makeController(container, sortedBy: ["qualifyingZone", "wins", "teamName"])
    let screen = Screen()
    controller.delegate = screen
    try controller.performFetch()
    screen.reload(controller)
    return (controller, screen)
  }

  /// What a tap on a row does.
  private func tap(
    _ row: Int, _ section: Int, _ controller: FetchedResultsController<Team>
  ) throws {
    try controller.object(at: IndexPath(row: row, section: section)).wins += 1
    try controller.managedObjectContext.save()
  }

  func testTheModelIsThatOfTheModelFile() async throws {
    let file = try Fixtures.model("WorldCup.xcdatamodeld/WorldCup")
    XCTAssertEqual(Self.makeModel().lines, file)
  }

  func testTheTeamsAreThoseOfTheSeed() async throws {
    let text = try String(contentsOf: Fixtures.url("seeds/WorldCup-seed.json"), encoding: .utf8)
    // It has commas too many, as published.
    let json = text.replacing(#/,\s*(?<end>[}\]])/#) { String($0.output.end) }
    let seed = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]] ?? []
    let lines = seed.map { "\($0["qualifyingZone"] ?? "") \($0["teamName"] ?? "")" }
    XCTAssertEqual(
      lines.sorted(), Self.zones.flatMap { zone, names in names.map { "\(zone) \($0)" } }.sorted())
  }

  func testAFirstSortThatDoesNotGroupTheSectionsIsRefused() async throws {
    let container = try launch()
    let controller = makeController(container, sortedBy: ["teamName"])
    XCTAssertThrowsError(try controller.performFetch()) { error in
      XCTAssertTrue("\(error)".contains("sort first by the section name key path"), "\(error)")
    }
    XCTAssertNil(controller.sections)
  }

  func testTeamsAreShownByZone() async throws {
    let (controller, screen) = try show(launch())
    XCTAssertEqual(screen.sections.map(\.name), Self.zones.keys.sorted())
    for (name, teams) in screen.sections { XCTAssertEqual(teams, Self.zones[name]?.sorted(), name) }
    XCTAssertEqual(controller.fetchedObjects?.count, 32)
    XCTAssertEqual(controller.sectionIndexTitles, ["A", "E", "N", "S"])
  }

  func testAWinMovesATeamUpInItsZone() async throws {
    let (controller, screen) = try show(launch())
    // Spain is the twelfth of Europe.
    XCTAssertEqual(screen.sections[2].teams[11], "Spain")
    try tap(11, 2, controller)
    XCTAssertEqual(screen.log, ["begin", "move Spain 2/11 → 2/0", "end"])
    screen.log = []
    try tap(0, 2, controller)
    XCTAssertEqual(screen.log, ["begin", "update Spain 2/0 → 2/0", "end"])
    try tap(11, 2, controller)
    XCTAssertEqual(screen.sections[2].teams.prefix(3), ["Spain", "Russia", "Belgium"])
  }

  func testTheUnderdogComesInAZoneOfItsOwn() async throws {
    let container = try launch()
    let (controller, screen) = try show(container)
    let underdog = Team(context: container.viewContext)
    underdog.teamName = "Wenderland"
    underdog.qualifyingZone = "Internets"
    underdog.imageName = "wenderland-flag"
    try container.viewContext.save()
    XCTAssertEqual(
      screen.log, ["begin", "insert section Internets 3", "insert Wenderland 3/0", "end"])
    XCTAssertEqual(
      screen.sections.map(\.name),
      [
        "Africa", "Asia", "Europe", "Internets", "North, Central America & Caribbean",
        "South America",
      ])
    screen.log = []
    underdog.qualifyingZone = "Europe"
    try container.viewContext.save()
    XCTAssertEqual(
      screen.log, ["begin", "delete section Internets 3", "move Wenderland 3/0 → 2/13", "end"])
    screen.log = []
    container.viewContext.delete(underdog)
    try container.viewContext.save()
    XCTAssertEqual(screen.log, ["begin", "delete Wenderland 2/13", "end"])
    withExtendedLifetime(controller) {}
  }

  func testWinsAreThereAgainAfterARelaunch() async throws {
    let file = try temporaryFolder().file("WorldCup.sqlite")
    let first = try launch(on: PersistentStoreDescription(url: file))
    let (controller, _) = try show(first)
    try tap(3, 4, controller)
    for store in first.persistentStoreCoordinator.persistentStores {
      try first.persistentStoreCoordinator.remove(store)
    }
    let (_, screen) = try show(launch(on: PersistentStoreDescription(url: file)))
    XCTAssertEqual(screen.sections[4].teams.first, "Colombia")
  }
}
