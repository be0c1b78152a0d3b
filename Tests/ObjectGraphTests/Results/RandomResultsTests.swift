import Foundation
import TestSupport
import XCTest

@testable import ObjectGraph

/// Whatever happens in a context, the reported changes make the new list of the old one.
@MainActor
final class RandomResultsTests: XCTestCase {
  private let zones = ["Africa", "Asia", "CONCACAF", "Europe", "Oceania", "South America"]

  func testTheReportedChangesMakeTheNewListOfTheOldOne() async throws {
    for seed in Campaign.seeds(4, full: 4_000) { try run(seed: seed, batches: 250) }
  }

  private func run(seed: UInt64, batches: Int) throws {
    var random = SplitMix(state: seed)
    let stage = try TeamStage()
    let isSectioned = random.below(4) > 0
    let controller = stage.controller(
      batchSize: [0, 3][random.below(2)], sectionedBy: isSectioned ? "qualifyingZone" : nil)
    if random.below(2) == 0 {
      controller.fetchRequest.predicate = try FetchPredicate(format: "wins != 3")
    }
    let notes = ChangeNotes()
    controller.delegate = notes
    for _ in 0..<random.below(40) { change(stage.context, &random) }
    if random.below(2) == 0 { try stage.context.save() }
    try controller.performFetch()
    var shown = table(controller)
    notes.didChange = {
      XCTAssertEqual(shown.apply(notes), [], "seed \(seed)")
      XCTAssertEqual(shown, self.table(controller), "seed \(seed)")
    }
    for batch in 0..<batches {
      for _ in 0...random.below(8) { change(stage.context, &random) }
      switch random.below(12) {
      case 0: try stage.context.save()
      case 1: stage.context.rollback()
      case 2: stage.context.refreshAllObjects()
      case 3:
        let other = ManagedObjectContext(mainQueueFor: stage.coordinator)
        try stage.context.save()
        for _ in 0...random.below(4) { change(other, &random) }
        let context = stage.context
        let observation = other.addContextDidSaveNotificationObserver { saved in
          func ids(_ objects: Set<ManagedObject>) -> Set<ManagedObjectID> {
            Set(objects.map(\.objectID))
          }
          context.mergeChanges(
            from: ChangedObjectIDs(
              inserted: ids(saved.insertedObjects), updated: ids(saved.updatedObjects),
              deleted: ids(saved.deletedObjects)))
        }
        try other.save()
        observation.cancel()
      default: break
      }
      stage.context.processPendingChanges()
      guard batch % 10 == 0 else { continue }
      try check(controller, shown, "seed \(seed), batch \(batch)")
    }
    try check(controller, shown, "seed \(seed)")
  }

  /// The list is as a fetch finds it, and finds each of its objects.
  private func check(
    _ controller: FetchedResultsController<Team>, _ shown: Table, _ message: String
  ) throws {
    XCTAssertEqual(controller.results?.index.checkInvariants(), [], message)
    XCTAssertEqual(shown, table(controller), message)
    let request = controller.fetchRequest
    let found = try controller.managedObjectContext.fetch(request)
    // Objects that differ in nothing but their keys change places when they are saved.
    XCTAssertEqual(
      (controller.fetchedObjects ?? []).map(\.line), found.map(\.line), message)
    for section in shown.sections.indices {
      for (row, object) in shown.sections[section].enumerated() {
        let path = IndexPath(row: row, section: section)
        XCTAssertEqual(controller.indexPath(forObject: object), path, message)
        XCTAssertIdentical(try controller.object(at: path), object, message)
      }
    }
  }

  private func table(_ controller: FetchedResultsController<Team>) -> Table {
    Table(sections: (controller.sections ?? []).map { $0.objects as? [Team] ?? [] })
  }

  private func change(_ context: ManagedObjectContext, _ random: inout SplitMix) {
    let teams = (try? context.fetch(FetchRequest<Team>())) ?? []
    let kind = random.below(10)
    guard kind > 2, !teams.isEmpty else {
      guard teams.count < 60 else { return }
      let team = Team(context: context)
      team.teamName = "T\(random.below(1000))"
      team.qualifyingZone = zones[random.below(zones.count)]
      team.wins = Int32(random.below(5))
      return
    }
    let team = teams[random.below(teams.count)]
    switch kind {
    case 3, 4: context.delete(team)
    case 5: team.qualifyingZone = zones[random.below(zones.count)]
    case 6: team.qualifyingZone = nil
    case 7: team.teamName = "T\(random.below(1000))"
    default: team.wins = Int32(random.below(5))
    }
  }
}

extension Team {
  fileprivate var line: String { "\(qualifyingZone ?? "-") \(wins) \(teamName ?? "-")" }
}

/// Rows on a screen, which change as a controller tells.
private struct Table: Equatable {
  var sections: [[Team]]

  /// Applies a batch as a table view does: what goes by the places before, what comes by those after.
  ///
  /// - Returns: what is wrong with it.
  mutating func apply(_ notes: ChangeNotes) -> [String] {
    var problems: [String] = []
    let old = sections
    func object(_ path: IndexPath) -> Team? {
      old.indices.contains(path.section) && old[path.section].indices.contains(path.row)
        ? old[path.section][path.row] : nil
    }
    var going: Set<IndexPath> = []
    var coming: [(path: IndexPath, team: Team)] = []
    var named: Set<Team> = []
    for change in notes.changes {
      if !named.insert(change.team).inserted { problems.append("two changes of one team") }
      if let path = change.old, object(path) !== change.team {
        problems.append("another team was at \(path)")
      }
      guard change.type != .update else { continue }
      if let path = change.old { going.insert(path) }
      if let path = change.new { coming.append((path, change.team)) }
    }
    var kept = old.indices.map { section in
      old[section].indices.filter { !going.contains(IndexPath(row: $0, section: section)) }
        .map { old[section][$0] }
    }
    let gone = notes.sectionChanges.filter { $0.type == .delete }.map(\.index)
    for index in gone.sorted(by: >) {
      if !kept[index].isEmpty { problems.append("section \(index) goes with its rows") }
      kept.remove(at: index)
    }
    for change in notes.sectionChanges.filter({ $0.type == .insert }).sorted(by: {
      $0.index < $1.index
    }) {
      guard change.index <= kept.count else { return problems + ["no section \(change.index)"] }
      kept.insert([], at: change.index)
    }
    for (path, team) in coming.sorted(by: { $0.path < $1.path }) {
      guard kept.indices.contains(path.section), path.row <= kept[path.section].count else {
        return problems + ["no room at \(path)"]
      }
      kept[path.section].insert(team, at: path.row)
    }
    for change in notes.changes where change.type == .update {
      guard let path = change.new, kept.indices.contains(path.section),
        kept[path.section].indices.contains(path.row), kept[path.section][path.row] === change.team
      else {
        problems.append("an update is not where it says")
        continue
      }
    }
    sections = kept
    return problems
  }
}
