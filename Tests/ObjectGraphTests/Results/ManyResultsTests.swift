import Foundation
import ObjectGraph
import XCTest

/// What a controller over many results reads.
@MainActor
final class ManyResultsTests: XCTestCase {
  private func stage(_ count: Int) throws -> TeamStage {
    let stage = try TeamStage()
    for number in 0..<count {
      let team = Team(context: stage.context)
      team.teamName = "T\(number)"
      team.qualifyingZone = ["Africa", "Asia", "Europe"][number % 3]
      team.wins = Int32(number * 7919 % 1000)
    }
    try stage.context.save()
    stage.context.reset()
    stage.coordinator.forgetRows()
    return stage
  }

  private func statements(_ stage: TeamStage, _ body: () throws -> Void) rethrows -> Int {
    try stage.coordinator.measure(body).1.statementCount
  }

  func testWithABatchSizeItOpensInTwoStatementsAndScrollsByTheBatch() async throws {
    let stage = try stage(3000)
    let controller = stage.controller(batchSize: 20)
    let opening = try stage.coordinator.measure { try controller.performFetch() }.1.statements
    // One for the keys and one for the sections, of one moment.
    XCTAssertEqual(opening.map { $0.sql.prefix(6) }, ["BEGIN", "SELECT", "SELECT", "COMMIT"])
    XCTAssertEqual(controller.sections?.map(\.numberOfObjects), [1000, 1000, 1000])
    XCTAssertEqual(controller.sections?.map(\.name), ["Africa", "Asia", "Europe"])
    let read = try statements(stage) {
      for row in 500..<560 {
        let team = try controller.object(at: IndexPath(row: row, section: 1))
        XCTAssertEqual(team.qualifyingZone, "Asia")
      }
    }
    XCTAssertEqual(read, 3)
    let unsectioned = stage.controller(batchSize: 20, sectionedBy: nil)
    XCTAssertEqual(try statements(stage) { try unsectioned.performFetch() }, 1)
  }

  func testOneChangeReadsAsManyRowsAsHalvingTakes() async throws {
    let stage = try stage(3000)
    let controller = stage.controller(batchSize: 20)
    let notes = ChangeNotes()
    controller.delegate = notes
    try controller.performFetch()
    let team = try controller.object(at: IndexPath(row: 999, section: 1))
    XCTAssertEqual(team.wins, 0)
    // 3,000 rows are halved twelve times.
    let read = statements(stage) {
      team.wins = 500
      stage.context.processPendingChanges()
    }
    XCTAssertLessThanOrEqual(read, 13)
    let path = try XCTUnwrap(controller.indexPath(forObject: team))
    let above = try controller.object(at: IndexPath(row: path.row - 1, section: 1))
    let below = try controller.object(at: IndexPath(row: path.row + 1, section: 1))
    XCTAssertGreaterThanOrEqual(above.wins, 500)
    XCTAssertLessThanOrEqual(below.wins, 500)
    XCTAssertEqual(notes.changes.map(\.type), [.move])
    XCTAssertEqual(notes.changes.first?.new, path)
  }

  func testManyChangesAtOnceComeOut() async throws {
    for batchSize in [0, 50] {
      let stage = try stage(2000)
      let controller = stage.controller(batchSize: batchSize)
      let notes = ChangeNotes()
      controller.delegate = notes
      try controller.performFetch()
      let teams = try stage.context.fetch(FetchRequest<Team>())
      for (number, team) in teams.enumerated() where number % 2 == 0 {
        if number % 10 == 0 {
          stage.context.delete(team)
        } else {
          team.wins = Int32(number * 31 % 997)
        }
      }
      for number in 0..<700 {
        stage.add("Oceania N\(number) \(number * 13 % 600)")
      }
      stage.context.processPendingChanges()
      let found = try stage.context.fetch(controller.fetchRequest)
      XCTAssertEqual(controller.fetchedObjects, found)
      XCTAssertEqual(controller.sections?.map(\.name), ["Africa", "Asia", "Europe", "Oceania"])
      XCTAssertEqual(notes.changes.count, 1000 + 700)
    }
  }
}
