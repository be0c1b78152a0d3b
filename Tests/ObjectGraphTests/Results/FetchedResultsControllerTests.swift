import Foundation
import ObjectGraph
import XCTest

/// The facts K of Core Data's fetched results controller.
@MainActor
final class FetchedResultsControllerTests: XCTestCase {
  private func withStage(_ body: (TeamStage) throws -> Void) throws {
    let stage = try TeamStage()
    stage.add("Africa Ghana 1", "Africa Algeria 2", "Europe Spain 3", "Europe France 5")
    try stage.context.save()
    try body(stage)
  }

  private func following(
    _ stage: TeamStage, batchSize: Int = 0, sectionedBy keyPath: String? = "qualifyingZone"
  ) throws -> (FetchedResultsController<Team>, ChangeNotes) {
    let controller = stage.controller(batchSize: batchSize, sectionedBy: keyPath)
    let notes = ChangeNotes()
    controller.delegate = notes
    try controller.performFetch()
    return (controller, notes)
  }

  func testASectionStaysWhileAllItsMembersChangeAndAnotherComesBeforeIt() async throws {
    let stage = try TeamStage()
    let teams = stage.add("10 b 2", "10 c 1", "20 a 3")
    try stage.context.save()
    let (controller, notes) = try following(stage)
    teams[0].qualifyingZone = "11"
    teams[2].wins = 4
    stage.context.processPendingChanges()
    XCTAssertEqual(
      notes.take(),
      ["will", "insert section 1 11 of 1", "move b 0.0 1.0", "update a 1.0 2.0", "did"])
    XCTAssertEqual(controller.lines, ["10: c", "11: b", "20: a"])
  }

  func testAnObjectFindsItsPlaceBesideRowsThatVanished() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("teams.sqlite")
    let first = try TeamStage(PersistentStoreDescription(url: file))
    first.add("Z A 9", "Z B 7", "Z C 5", "Z D 3", "Z E 1")
    try first.context.save()
    for missing in ["A", "B", "C", "D"] {
      let stage = try TeamStage(PersistentStoreDescription(url: file))
      let controller = stage.controller(batchSize: 20)
      let notes = ChangeNotes()
      controller.delegate = notes
      try controller.performFetch()
      _ = try sqlite3(file, "DELETE FROM ZTEAM WHERE ZTEAMNAME = '\(missing)'")
      defer {
        _ = try? sqlite3(
          file,
          "INSERT INTO ZTEAM (Z_ENT, Z_OPT, ZTEAMNAME, ZQUALIFYINGZONE, ZWINS) VALUES "
            + "((SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Team'), 1, '\(missing)', 'Z', "
            + "\(["A": 9, "B": 7, "C": 5, "D": 3][missing] ?? 0))")
      }
      try stage.team("E").wins = 8
      stage.context.processPendingChanges()
      let names = (controller.sections?.first?.objects as? [Team] ?? []).map { $0.teamName ?? "?" }
      let known = names.filter { ["A", "B", "C", "D", "E"].contains($0) }
      XCTAssertEqual(known, ["A", "E", "B", "C", "D"].filter { $0 != missing }, missing)
    }
  }

  // MARK: Reading

  func testItHasNothingBeforeTheFirstFetch() async throws {
    try withStage { stage in
      let controller = stage.controller()
      XCTAssertNil(controller.fetchedObjects)
      XCTAssertNil(controller.sections)
      XCTAssertThrowsError(try controller.object(at: IndexPath(row: 0, section: 0)))
    }
  }

  func testResultsAreFoundByTheirPlacesAndPlacesByTheirResults() async throws {
    for batchSize in [0, 2, 20] {
      try withStage { stage in
        let controller = stage.controller(batchSize: batchSize)
        try controller.performFetch()
        XCTAssertEqual(controller.lines, ["Africa: Algeria Ghana", "Europe: France Spain"])
        XCTAssertEqual(
          controller.fetchedObjects?.map(\.teamName), ["Algeria", "Ghana", "France", "Spain"])
        XCTAssertEqual(controller.numberOfObjects, 4)
        let spain = try stage.team("Spain")
        XCTAssertEqual(controller.indexPath(forObject: spain), IndexPath(row: 1, section: 1))
        XCTAssertIdentical(try controller.object(at: IndexPath(row: 1, section: 1)), spain)
        for path in [IndexPath(row: 2, section: 1), IndexPath(row: 0, section: 2), [0], [-1, 0]] {
          XCTAssertThrowsError(try controller.object(at: path), "\(path)")
        }
        XCTAssertNil(controller.indexPath(forObject: stage.add("Asia Iran 0")[0]))
      }
    }
  }

  func testWithoutSectionsThereIsOneAndWithThemNoneWhenThereIsNoResult() async throws {
    let stage = try TeamStage()
    let plain = stage.controller(sectionedBy: nil)
    try plain.performFetch()
    XCTAssertEqual(plain.lines, [":"])
    let sectioned = stage.controller()
    try sectioned.performFetch()
    XCTAssertEqual(sectioned.lines, [])
  }

  // Fact 155.
  func testTheIndexHasFirstLettersAndANilSectionAnEmptyName() async throws {
    try withStage { stage in
      stage.add("asia Japan 0", "- Atlantis 9", "Asia Iran 1")
      let controller = stage.controller()
      try controller.performFetch()
      XCTAssertEqual(
        controller.lines,
        [
          ": Atlantis", "Africa: Algeria Ghana", "Asia: Iran", "Europe: France Spain",
          "asia: Japan",
        ])
      XCTAssertEqual(controller.sectionIndexTitles, ["A", "E"])
      XCTAssertEqual(controller.sections?.map(\.indexTitle), [nil, "A", "A", "E", "A"])
      XCTAssertEqual(try controller.section(forSectionIndexTitle: "E", at: 1), 3)
      XCTAssertThrowsError(try controller.section(forSectionIndexTitle: "E", at: 0))
      XCTAssertThrowsError(try controller.section(forSectionIndexTitle: "X", at: 2))
    }
  }

  // Fact 141.
  func testAMissingOrUnsuitableOrderIsAnError() async throws {
    try withStage { stage in
      let request = stage.request(sortedBy: [])
      let unsorted = FetchedResultsController(
        fetchRequest: request, managedObjectContext: stage.context)
      XCTAssertThrowsError(try unsorted.performFetch()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument)
      }
      for batchSize in [0, 2] {
        let byWins = FetchedResultsController(
          fetchRequest: stage.request(batchSize: batchSize, sortedBy: ["wins"]),
          managedObjectContext: stage.context, sectionNameKeyPath: "qualifyingZone")
        stage.add("Africa Nigeria 4")
        XCTAssertThrowsError(try byWins.performFetch()) { error in
          XCTAssertTrue("\(error)".contains("\"Africa\""), "\(error)")
        }
        XCTAssertNil(byWins.fetchedObjects)
      }
    }
  }

  func testSectionsMayBeWhatARelatedObjectOrTheClassSays() async throws {
    try withStage { stage in
      let coach = Coach(context: stage.context)
      coach.name = "Didier"
      try stage.team("France").coach = coach
      let byCoach = FetchedResultsController(
        fetchRequest: stage.request(sortedBy: ["coach.name", "teamName"]),
        managedObjectContext: stage.context, sectionNameKeyPath: "coach.name")
      try byCoach.performFetch()
      XCTAssertEqual(byCoach.lines, [": Algeria Ghana Spain", "Didier: France"])
      for batchSize in [0, 3] {
        let byInitial = FetchedResultsController(
          fetchRequest: stage.request(batchSize: batchSize, sortedBy: ["teamName"]),
          managedObjectContext: stage.context, sectionNameKeyPath: "initial")
        try byInitial.performFetch()
        XCTAssertEqual(byInitial.lines, ["A: Algeria", "F: France", "G: Ghana", "S: Spain"])
        let byLength = FetchedResultsController(
          fetchRequest: stage.request(batchSize: batchSize, sortedBy: ["teamName"]),
          managedObjectContext: stage.context
        ) { ($0.teamName ?? "").hasSuffix("a") ? "with a" : "without" }
        XCTAssertThrowsError(try byLength.performFetch(), "Algeria, France, Ghana")
        byLength.fetchRequest.sortDescriptors?.insert(
          FetchSortDescriptor(key: "qualifyingZone", ascending: true), at: 0)
        try byLength.performFetch()
        XCTAssertEqual(byLength.lines, ["with a: Algeria Ghana", "without: France Spain"])
      }
    }
  }

  // MARK: Changes

  // Facts 142, 143.
  func testNothingIsFollowedWithoutADelegateAndNothingToldWithoutAChange() async throws {
    try withStage { stage in
      let controller = stage.controller()
      try controller.performFetch()
      stage.add("Asia Iran 0")
      stage.context.processPendingChanges()
      XCTAssertEqual(controller.numberOfObjects, 4)
      let notes = ChangeNotes()
      controller.delegate = notes
      _ = Coach(context: stage.context)
      stage.context.processPendingChanges()
      try stage.context.save()
      XCTAssertEqual(notes.take(), [])
      controller.delegate = nil
      try stage.team("Spain").wins = 9
      stage.context.processPendingChanges()
      XCTAssertEqual(notes.take(), [])
    }
  }

  // Facts 143, 144, 147, 148.
  func testABatchIsToldInOrderBeforeItIsSaved() async throws {
    for batchSize in [0, 2] {
      try withStage { stage in
        let (controller, notes) = try following(stage, batchSize: batchSize)
        stage.add("Asia Iran 0")
        stage.context.delete(try stage.team("Ghana"))
        stage.context.delete(try stage.team("Algeria"))
        try stage.team("Spain").wins = 4
        stage.context.processPendingChanges()
        XCTAssertEqual(
          notes.take(),
          [
            "will", "delete section 0 Africa of 0", "insert section 0 Asia of 1",
            "delete Ghana 0.1 -", "delete Algeria 0.0 -", "insert Iran - 0.0",
            "update Spain 1.1 1.1", "did",
          ])
        XCTAssertEqual(controller.lines, ["Asia: Iran", "Europe: France Spain"])
        try stage.context.save()
        XCTAssertEqual(notes.take(), [])
        let iran = try stage.team("Iran")
        XCTAssertFalse(iran.objectID.isTemporaryID)
        XCTAssertEqual(controller.indexPath(forObject: iran), IndexPath(row: 0, section: 0))
      }
    }
  }

  // Fact 145.
  func testAMoveIsNoUpdateAndAnotherSectionIsAMove() async throws {
    try withStage { stage in
      let (controller, notes) = try following(stage)
      try stage.team("Spain").wins = 6
      stage.context.processPendingChanges()
      XCTAssertEqual(notes.take(), ["will", "move Spain 1.1 1.0", "did"])
      try stage.team("Ghana").qualifyingZone = "Asia"
      try stage.team("Algeria").wins = 3
      stage.context.processPendingChanges()
      XCTAssertEqual(
        notes.take(),
        [
          "will", "insert section 1 Asia of 1", "move Ghana 0.1 1.0", "update Algeria 0.0 0.0",
          "did",
        ])
      // The same row of another section.
      try stage.team("Algeria").qualifyingZone = "Asia"
      stage.context.processPendingChanges()
      XCTAssertEqual(
        notes.take(), ["will", "delete section 0 Africa of 0", "move Algeria 0.0 0.0", "did"])
      XCTAssertEqual(controller.lines, ["Asia: Algeria Ghana", "Europe: Spain France"])
    }
  }

  func testOfTwoThatChangePlacesOneMoves() async throws {
    try withStage { stage in
      let (controller, notes) = try following(stage)
      defer { withExtendedLifetime(controller) {} }
      try stage.team("Spain").wins = 5
      try stage.team("France").wins = 3
      stage.context.processPendingChanges()
      XCTAssertEqual(notes.take(), ["will", "move Spain 1.1 1.0", "update France 1.0 1.1", "did"])
    }
  }

  // Fact 146.
  func testEnteringAndLeavingThePredicateIsComingAndGoing() async throws {
    try withStage { stage in
      let request = stage.request()
      request.predicate = try FetchPredicate(format: "wins > 2")
      let controller = FetchedResultsController(
        fetchRequest: request, managedObjectContext: stage.context)
      let notes = ChangeNotes()
      controller.delegate = notes
      try controller.performFetch()
      try stage.team("Ghana").wins = 3
      try stage.team("France").wins = 1
      stage.context.processPendingChanges()
      XCTAssertEqual(
        notes.take(), ["will", "delete France 0.0 -", "insert Ghana - 0.0", "did"])
      stage.context.rollback()
      XCTAssertEqual(notes.take(), ["will", "delete Ghana 0.0 -", "insert France - 0.0", "did"])
    }
  }

  // Fact 149.
  func testRefreshingAllObjectsUpdatesThem() async throws {
    try withStage { stage in
      let (controller, notes) = try following(stage)
      defer { withExtendedLifetime(controller) {} }
      stage.context.refreshAllObjects()
      stage.context.processPendingChanges()
      XCTAssertEqual(
        notes.take(),
        [
          "will", "update Algeria 0.0 0.0", "update Ghana 0.1 0.1", "update France 1.0 1.0",
          "update Spain 1.1 1.1", "did",
        ])
    }
  }

  // Fact 151.
  func testAfterAResetItIsSilentUntilItFetchesAgain() async throws {
    try withStage { stage in
      let (controller, notes) = try following(stage)
      stage.context.reset()
      stage.add("Asia Iran 0")
      stage.context.processPendingChanges()
      XCTAssertEqual(notes.take(), [])
      try controller.performFetch()
      XCTAssertEqual(
        controller.lines, ["Africa: Algeria Ghana", "Asia: Iran", "Europe: France Spain"])
      try stage.team("Iran").wins = 1
      stage.context.processPendingChanges()
      XCTAssertEqual(notes.take(), ["will", "update Iran 1.0 1.0", "did"])
    }
  }

  // Fact 151.
  func testResultsGoWithTheirStore() async throws {
    for batchSize in [0, 2] {
      let stage = try TeamStage()
      let second = try stage.coordinator.addPersistentStore(with: .inMemory())
      for team in stage.add("Asia Iran 1", "Europe Spain 3", "Asia Japan 2") {
        stage.context.assign(team, to: second)
      }
      stage.add("Europe France 5")
      try stage.context.save()
      stage.context.reset()
      let (controller, notes) = try following(stage, batchSize: batchSize)
      XCTAssertEqual(controller.numberOfObjects, 4)
      let spain = try stage.team("Spain")
      XCTAssertEqual(spain.wins, 3)
      try stage.coordinator.remove(second)
      // The context notices when it is used.
      XCTAssertEqual(try stage.team("France").wins, 5)
      XCTAssertEqual(controller.lines, ["Europe: France"])
      XCTAssertEqual(
        notes.take().filter { !$0.hasPrefix("delete ?") },
        ["will", "delete section 0 Asia of 0", "did"])
      withExtendedLifetime(spain) {}
    }
  }

  // Fact 153.
  func testALimitDoesNotKeepOthersOutLater() async throws {
    try withStage { stage in
      let request = stage.request()
      request.fetchLimit = 2
      let controller = FetchedResultsController(
        fetchRequest: request, managedObjectContext: stage.context,
        sectionNameKeyPath: "qualifyingZone")
      let notes = ChangeNotes()
      controller.delegate = notes
      try controller.performFetch()
      XCTAssertEqual(controller.lines, ["Africa: Algeria Ghana"])
      stage.add("Asia Iran 0")
      stage.context.processPendingChanges()
      XCTAssertEqual(controller.lines, ["Africa: Algeria Ghana", "Asia: Iran"])
      let coach = Coach(context: stage.context)
      try stage.team("Ghana").coach = coach
      stage.context.processPendingChanges()
      _ = notes.take()
      coach.name = "Otto"
      stage.context.processPendingChanges()
      XCTAssertEqual(notes.take(), [], "a related object is another one")
    }
  }

  // MARK: What others save

  // Fact 152.
  func testWhatOthersSaveArrivesAndFaultsReportNoUpdates() async throws {
    for batchSize in [0, 2] {
      let stage = try TeamStage()
      stage.add("Africa Ghana 1", "Africa Algeria 2", "Europe Spain 3", "Europe France 5")
      try stage.context.save()
      stage.context.reset()
      stage.context.automaticallyMergesChangesFromParent = true
      let (controller, notes) = try following(stage, batchSize: batchSize)
      let spain = try stage.team("Spain")
      XCTAssertEqual(spain.wins, 3)
      let other = ManagedObjectContext(mainQueueFor: stage.coordinator)
      try stage.team("Spain", in: other).wins = 4
      try stage.team("Ghana", in: other).teamName = "Gold Coast"
      let iran = Team(context: other)
      (iran.qualifyingZone, iran.teamName) = ("Asia", "Iran")
      try other.save()
      await mainQueueTurn()
      XCTAssertEqual(
        controller.lines, ["Africa: Algeria Gold Coast", "Asia: Iran", "Europe: France Spain"])
      let told = notes.take()
      XCTAssertTrue(told.contains("insert section 1 Asia of 1"), "\(told)")
      XCTAssertTrue(told.contains("insert Iran - 1.0"), "\(told)")
      XCTAssertTrue(told.contains { $0.hasPrefix("update Spain") }, "\(told)")
      if batchSize > 0 {
        XCTAssertFalse(told.contains { $0.contains("Gold Coast") }, "it was a fault: \(told)")
      }
      try stage.team("Gold Coast", in: other).qualifyingZone = "Past"
      other.delete(try stage.team("Algeria", in: other))
      try other.save()
      await mainQueueTurn()
      XCTAssertEqual(
        controller.lines, ["Asia: Iran", "Europe: France Spain", "Past: Gold Coast"])
    }
  }

  func testAFaultIsMatchedByItsRelationshipsToo() async throws {
    let stage = try TeamStage()
    let otto = Coach(context: stage.context)
    otto.name = "Otto"
    stage.add("Europe Greece 1")[0].coach = otto
    try stage.context.save()
    stage.context.reset()
    stage.context.automaticallyMergesChangesFromParent = true
    let request = FetchRequest<Coach>()
    request.predicate = try FetchPredicate(format: "ANY teams.wins > 0")
    request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
    request.fetchBatchSize = 2
    let controller = FetchedResultsController(
      fetchRequest: request, managedObjectContext: stage.context)
    try controller.performFetch()
    let snapshots = controller.snapshots
    let other = ManagedObjectContext(mainQueueFor: stage.coordinator)
    try XCTUnwrap(try other.fetch(FetchRequest<Coach>()).first).name = "Rehhagel"
    try other.save()
    await mainQueueTurn()
    XCTAssertEqual(controller.fetchedObjects?.map(\.name), ["Rehhagel"])
    withExtendedLifetime(snapshots) {}
  }

  func testAChildsSaveArrivesBeforeItIsInTheStore() async throws {
    try withStage { stage in
      let (controller, notes) = try following(stage)
      let child = stage.context.makeChild()
      try stage.team("Ghana", in: child).wins = 9
      let iran = Team(context: child)
      (iran.qualifyingZone, iran.teamName) = ("Asia", "Iran")
      try child.save()
      stage.context.processPendingChanges()
      XCTAssertEqual(
        controller.lines, ["Africa: Ghana Algeria", "Asia: Iran", "Europe: France Spain"])
      XCTAssertTrue(notes.take().contains("insert Iran - 1.0"))
    }
  }

  func testRefetchingTellsWhatNoNotificationNames() async throws {
    for batchSize in [0, 2] {
      try withStage { stage in
        let (controller, notes) = try following(stage, batchSize: batchSize)
        let other = ManagedObjectContext(mainQueueFor: stage.coordinator)
        other.delete(try stage.team("Ghana", in: other))
        try stage.team("Spain", in: other).wins = 7
        let iran = Team(context: other)
        (iran.qualifyingZone, iran.teamName) = ("Asia", "Iran")
        try other.save()
        XCTAssertEqual(notes.take(), [])
        stage.context.refreshAllObjects()
        stage.context.processPendingChanges()
        _ = notes.take()
        try controller.refetch()
        XCTAssertEqual(
          controller.lines, ["Africa: Algeria", "Asia: Iran", "Europe: Spain France"])
        let told = notes.take()
        XCTAssertTrue(told.contains("insert Iran - 1.0"), "\(told)")
        try controller.refetch()
        XCTAssertEqual(notes.take(), [])
        controller.fetchRequest.sortDescriptors?[0] =
          FetchSortDescriptor(key: "qualifyingZone", ascending: false)
        try controller.refetch()
        XCTAssertEqual(
          controller.lines, ["Europe: Spain France", "Asia: Iran", "Africa: Algeria"])
      }
    }
  }
}
