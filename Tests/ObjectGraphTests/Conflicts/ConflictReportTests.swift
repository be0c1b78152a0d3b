import ObjectGraph
import XCTest

/// Conflicts as values.
@MainActor
final class ConflictReportTests: XCTestCase {
  private func reports(_ context: ManagedObjectContext) -> [ConflictReport] {
    do {
      try context.save()
    } catch let error as ObjectGraphError {
      return error.mergeConflicts
    } catch {
      XCTFail("\(error)")
    }
    return []
  }

  private func conflict(_ pair: PairOfWriters) throws -> (tom: Pet, report: ConflictReport) {
    let (tom, _) = try pair.tomOfAnn()
    try pair.changePet("Tom") { tom, _ in (tom.name, tom.weight) = ("There", 5) }
    (tom.name, tom.owner) = ("Here", nil)
    return (tom, try XCTUnwrap(reports(pair.context).first))
  }

  func testAReportListsWhatWasSeenWhatIsThereAndWhatWasToBeWritten() async throws {
    try await eachPairOfWriters { pair in
      let (tom, report) = try conflict(pair)
      XCTAssertEqual(report.entityName, "Pet")
      XCTAssertEqual(report.objectID, tom.objectID)
      XCTAssertEqual([report.seenVersion, report.storedVersion], [1, 2])
      XCTAssertEqual(report.properties.map(\.name), ["name", "weight", "owner"])
      XCTAssertEqual(report.properties.filter(\.isDisputed).map(\.name), ["name"])
      let (name, weight, owner) = (
        report.properties[0], report.properties[1], report.properties[2]
      )
      XCTAssertEqual(
        [name.seen, name.stored, name.written],
        [.string("Tom"), .string("There"), .string("Here")])
      XCTAssertEqual(
        [weight.seen, weight.stored, weight.written], [.double(4), .double(5), .double(4)])
      XCTAssertEqual(owner.written, .null)
      XCTAssertEqual(owner.seen, owner.stored)
      let lines = report.description.split(separator: "\n")
      XCTAssertEqual(lines.count, 4)
      XCTAssertTrue(lines[0].hasSuffix("was changed by someone else"), "\(lines[0])")
      XCTAssertEqual(lines[1], "! name: was \"Tom\", is \"There\", to be \"Here\"")
      XCTAssertEqual(lines[2], "  weight: was 4.0, is 5.0, to be 4.0")
    }
  }

  func testAReportGoesToAnotherQueue() async throws {
    try await eachPairOfWriters { pair in
      let report = try conflict(pair).report
      let text = await Task.detached { report.description }.value
      XCTAssertEqual(text, report.description)
    }
  }

  func testRefreshingAfterAConflictShowsWhatIsThereNow() async throws {
    try await eachPairOfWriters { pair in
      let tom = try conflict(pair).tom
      pair.context.refresh(tom, mergeChanges: true)
      XCTAssertEqual(tom.name, "Here")
      XCTAssertEqual(tom.weight, 5)
      try pair.context.save()
      XCTAssertEqual(try pair.pets(), ["Here 5.0 -"])
    }
  }

  func testAReportShowsTheMembersOfAJoinTableOnBothSides() async throws {
    try await eachPairOfWriters { pair in
      let (tom, _) = try pair.tomOfAnn()
      let others = ["Ace", "Bix", "Cat", "Dot"].map { name in
        let pet = Pet(context: pair.context)
        pet.name = name
        return pet
      }
      tom.friendOf = [others[0], others[1]]
      try pair.context.save()
      try pair.changePet("Tom") { tom, other in
        tom.weight = 5
        tom.friendOf = Set(
          try other.fetch(FetchRequest<Pet>()).filter { ["Bix", "Cat"].contains($0.name) })
      }
      tom.friendOf = [others[0], others[3]]
      let friends = try XCTUnwrap(
        reports(pair.context).first?.properties.first { $0.name == "friendOf" })
      func names(_ value: AttributeValue) -> [String] {
        guard case .list(let members) = value else { return [] }
        return members.map { id in
          others.first { .objectID($0.objectID) == id }?.name ?? "?"
        }
      }
      XCTAssertEqual(names(friends.seen), ["Ace", "Bix"])
      XCTAssertEqual(names(friends.stored), ["Bix", "Cat"])
      XCTAssertEqual(names(friends.written), ["Ace", "Dot"])
      // They are put together, so that there is nothing to choose.
      XCTAssertFalse(friends.isDisputed)
    }
  }

  private func taken(_ pair: PairOfWriters) throws -> (Owner, ConstraintConflictReport) {
    _ = try pair.tomOfAnn()
    let ann = Owner(context: pair.context)
    (ann.name, ann.age) = ("Ann", 40)
    do {
      try pair.context.save()
    } catch let error as ObjectGraphError {
      return (ann, try XCTUnwrap(error.constraintConflicts.first))
    }
    throw ObjectGraphError(.coreData, "saved two of one name")
  }

  func testAReportOfATakenValueNamesTheObjectsAndTheRow() async throws {
    try await eachPairOfWriters { pair in
      let (ann, report) = try taken(pair)
      XCTAssertEqual(report.objectIDs, [ann.objectID])
      XCTAssertEqual(report.constraint, ["name"])
      XCTAssertEqual(report.values, ["name": .string("Ann")])
      XCTAssertEqual(report.databaseValues?["age"], .integer(18))
    }
  }
}
