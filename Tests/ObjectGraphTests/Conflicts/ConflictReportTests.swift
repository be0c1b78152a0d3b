import ObjectGraph
import XCTest

/// Conflicts as values, and choices made from them.
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
      XCTAssertEqual(report.disputedProperties.map(\.name), ["name"])
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

  func testEachConflictIsSettledAsItWasChosen() async throws {
    let cases: [(ConflictChoice, String)] = [
      (.mine, "Here 5.0 -"), (.theirs, "There 5.0 -"), (.mineOnly(["name"]), "Here 5.0 -"),
      (.mineOnly(["weight"]), "There 5.0 -"),
    ]
    for (choice, expected) in cases {
      try await eachPairOfWriters { pair in
        let report = try conflict(pair).report
        pair.context.mergePolicy = ChosenMergePolicy([(report, choice)])
        try pair.context.save()
        XCTAssertEqual(try pair.pets(), [expected])
      }
    }
  }

  func testAChoiceDoesNotHoldForARowThatChangedAgain() async throws {
    try await eachPairOfWriters { pair in
      let (tom, report) = try conflict(pair)
      try pair.changePet("There") { tom, _ in tom.name = "Later" }
      pair.context.mergePolicy = ChosenMergePolicy([(report, .mine)])
      let again = reports(pair.context)
      XCTAssertEqual(again.map(\.storedVersion), [3])
      XCTAssertEqual(again.first?.properties.first?.stored, .string("Later"))
      XCTAssertEqual(tom.name, "Here")
      XCTAssertEqual(try pair.pets(), ["Later 5.0 Ann"])
      pair.context.mergePolicy = ChosenMergePolicy(again.map { ($0, .mine) })
      try pair.context.save()
      XCTAssertEqual(try pair.pets(), ["Here 5.0 -"])
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

  func testADeletionIsNoChangeOfValues() async throws {
    try await eachPairOfWriters { pair in
      let (tom, _) = try pair.tomOfAnn()
      try pair.changePet("Tom") { tom, _ in tom.weight = 5 }
      pair.context.delete(tom)
      let report = try XCTUnwrap(reports(pair.context).first)
      XCTAssertTrue(report.isDeletedHere)
      XCTAssertFalse(report.isDeletedInStore)
      XCTAssertFalse(report.isAgreed)
      XCTAssertEqual(report.changedValues.map(\.name), ["weight"])
    }
    try await eachPairOfWriters { pair in
      let (tom, _) = try pair.tomOfAnn()
      try pair.changePet("Tom") { tom, other in other.delete(tom) }
      tom.weight = 5
      let report = try XCTUnwrap(reports(pair.context).first)
      XCTAssertTrue(report.isDeletedInStore)
      XCTAssertFalse(report.isAgreed)
      XCTAssertEqual(report.changedValues.map(\.name), ["weight"])
    }
  }

  func testBothSidesAgreeOnADeletionAndOnARowThatWasOnlyTouched() async throws {
    try await eachPairOfWriters { pair in
      let (tom, _) = try pair.tomOfAnn()
      try pair.changePet("Tom") { tom, other in other.delete(tom) }
      pair.context.delete(tom)
      XCTAssertEqual(reports(pair.context).map(\.isAgreed), [true])
    }
    try await eachPairOfWriters { pair in
      let (tom, _) = try pair.tomOfAnn()
      try pair.changePet("Tom") { tom, _ in tom.weight = 5 }
      try pair.changePet("Tom") { tom, _ in tom.weight = 4 }
      tom.name = "Here"
      XCTAssertEqual(reports(pair.context).map(\.isAgreed), [true])
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

  func testAReportOfATakenValueComparesTheObjectWithTheRow() async throws {
    try await eachPairOfWriters { pair in
      let (ann, report) = try taken(pair)
      XCTAssertEqual(report.objectIDs, [ann.objectID])
      let claim = try XCTUnwrap(report.claims.first)
      XCTAssertTrue(claim.isNew)
      let age = try XCTUnwrap(claim.properties.first { $0.name == "age" })
      XCTAssertEqual([age.seen, age.stored, age.written], [.null, .integer(18), .integer(40)])
    }
  }

  func testATakenValueIsSettledAsItWasChosen() async throws {
    for (choice, expected) in [(ConflictChoice.mine, "Ann 40 Tom"), (.theirs, "Ann 18 Tom")] {
      try await eachPairOfWriters { pair in
        let (_, report) = try taken(pair)
        pair.context.mergePolicy = ChosenMergePolicy(constraints: [(report, choice)])
        try pair.context.save()
        XCTAssertEqual(try pair.owners(), [expected])
      }
    }
  }

  func testAChoiceAboutATakenValueDoesNotHoldForARowThatChangedAgain() async throws {
    try await eachPairOfWriters { pair in
      let (_, report) = try taken(pair)
      try pair.changeOwner("Ann") { ann, _ in ann.age = 30 }
      pair.context.mergePolicy = ChosenMergePolicy(constraints: [(report, .mine)])
      XCTAssertThrowsError(try pair.context.save()) { error in
        let again = (error as? ObjectGraphError)?.constraintConflicts.first
        XCTAssertEqual(again?.databaseValues?["age"], .integer(30))
      }
      XCTAssertEqual(try pair.owners(), ["Ann 30 Tom"])
    }
  }
}
