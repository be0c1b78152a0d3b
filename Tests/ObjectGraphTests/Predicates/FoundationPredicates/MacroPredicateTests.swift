import Foundation
import ObjectGraph
import XCTest

/// Each `#Predicate` finds the same objects four ways: by Foundation's own evaluation, by ours of
/// each object, and by a fetch in every store, from unsaved and from saved objects.
///
/// The expected labels are derived by hand from `MacroModel`.
@MainActor
final class MacroPredicateTests: XCTestCase {
  typealias Asked = Foundation.Predicate<MacroGuest>

  private struct Answers {
    let container: PersistentContainer
    let stage: String

    @MainActor
    func check(
      _ predicate: Asked, _ expected: String, foundationThrows: Bool = false,
      file: StaticString = #filePath, line: UInt = #line
    ) throws {
      let context = container.viewContext
      let request = MacroGuest.fetchRequest()
      request.sortDescriptors = [FetchSortDescriptor(\MacroGuest.label)]
      let all = try context.fetch(request)
      let converted: FetchPredicate
      do {
        converted = try FetchPredicate(predicate)
      } catch {
        return XCTFail("\(predicate): \(error)", file: file, line: line)
      }
      let note = "\(stage): \(converted) of \(predicate)"
      if foundationThrows {
        XCTAssertThrowsError(try all.filter(predicate.evaluate), note, file: file, line: line)
      } else {
        XCTAssertEqual(
          labels(try all.filter(predicate.evaluate)), expected, "Foundation, \(note)", file: file,
          line: line)
      }
      XCTAssertEqual(
        labels(try all.filter { try converted.evaluate(with: $0) }), expected, "memory, \(note)",
        file: file, line: line)
      request.predicate = converted
      XCTAssertEqual(
        labels(try context.fetch(request)), expected, "store, \(note)", file: file, line: line)
    }

    private func labels(_ guests: [MacroGuest]) -> String { guests.map(\.label).joined() }
  }

  private func eachStage(_ ask: (Answers) throws -> Void) async throws {
    try await eachStore(model: MacroModel.make()) { container in
      let context = container.viewContext
      MacroModel.fill(context)
      try ask(Answers(container: container, stage: "unsaved"))
      try context.save()
      context.reset()
      try ask(Answers(container: container, stage: "saved"))
    }
  }

  func testTextIsCompared() async throws {
    let (ann, same) = ("ann", ComparisonResult.orderedSame)
    let before = ComparisonResult.orderedAscending
    try await eachStage {
      try $0.check(#Predicate { $0.name == "Ann" }, "A")
      try $0.check(#Predicate { $0.name != "Ann" }, "BCD")
      try $0.check(#Predicate { !($0.name == "Ann") }, "BCD")
      try $0.check(#Predicate { $0.name < "B" }, "AC")
      try $0.check(#Predicate { $0.name.contains("n") }, "A")
      try $0.check(#Predicate { $0.name.starts(with: "An") }, "A")
      try $0.check(#Predicate { $0.name.localizedStandardContains(ann) }, "AC")
      try $0.check(#Predicate { $0.name.localizedStandardContains("eva") }, "B")
      try $0.check(#Predicate { $0.name.localizedStandardContains("ZOE") }, "D")
      try $0.check(#Predicate { $0.name.caseInsensitiveCompare("anna") == same }, "C")
      try $0.check(#Predicate { $0.name.caseInsensitiveCompare("anna") != same }, "ABD")
      try $0.check(#Predicate { same == $0.name.caseInsensitiveCompare("ANN") }, "A")
      // "ann" is less than "anna", "zoë" and "éva" are not.
      try $0.check(#Predicate { $0.name.caseInsensitiveCompare("anna") == before }, "A")
      try $0.check(#Predicate { $0.name.isEmpty }, "")
    }
  }

  func testANilTextDiffersFromEveryText() async throws {
    let same = ComparisonResult.orderedSame
    let nothing: String? = nil
    try await eachStage {
      try $0.check(#Predicate { $0.nick == "Ann" }, "D")
      try $0.check(#Predicate { $0.nick != "Ann" }, "ABC")
      try $0.check(#Predicate { $0.nick == nil }, "B")
      try $0.check(#Predicate { $0.nick != nil }, "ACD")
      try $0.check(#Predicate { $0.nick == nothing }, "B")
      try $0.check(#Predicate { $0.nick == $0.host?.nick }, "")
      try $0.check(#Predicate { $0.nick?.isEmpty == true }, "C")
      try $0.check(#Predicate { $0.nick?.isEmpty != false }, "BC")
      try $0.check(#Predicate { $0.nick?.isEmpty == nil }, "B")
      try $0.check(#Predicate { $0.nick?.caseInsensitiveCompare("ann") == same }, "D")
      try $0.check(#Predicate { $0.nick?.caseInsensitiveCompare("ann") != same }, "ABC")
      try $0.check(#Predicate { $0.nick?.localizedStandardContains("ANN") ?? false }, "AD")
      try $0.check(#Predicate { $0.nick.flatMap { $0.contains("nn") } == true }, "AD")
      try $0.check(
        #Predicate { if let nick = $0.nick { nick.contains("nn") } else { false } }, "AD")
      try $0.check(
        #Predicate { if let nick = $0.nick { nick.contains("nn") } else { true } }, "ABD")
    }
  }

  func testAValueStandsInForNil() async throws {
    try await eachStage {
      try $0.check(#Predicate { ($0.nick ?? "none") == "none" }, "B")
      try $0.check(#Predicate { ($0.nick ?? "none") != "none" }, "ACD")
      try $0.check(#Predicate { ($0.nick ?? "Ann") == "Ann" }, "BD")
      try $0.check(#Predicate { ($0.nick ?? "Ann") != "Ann" }, "AC")
      try $0.check(#Predicate { ($0.nick ?? "x") != "Ann" }, "ABC")
      try $0.check(#Predicate { ($0.nick ?? "z") > "m" }, "B")
      try $0.check(#Predicate { ($0.nick ?? $0.name) == "Éva" }, "B")
      try $0.check(#Predicate { ($0.nick ?? "a").contains("a") }, "AB")
      try $0.check(#Predicate { ($0.visits ?? 0) >= 0 }, "ABC")
      try $0.check(#Predicate { ($0.visits ?? 5) > 2 }, "AB")
      try $0.check(#Predicate { ($0.visits ?? 1) + 1 == 2 }, "B")
      try $0.check(#Predicate { $0.wantsShade ?? false }, "A")
      try $0.check(#Predicate { $0.wantsShade ?? true }, "ABD")
      try $0.check(#Predicate { !($0.wantsShade ?? false) }, "BCD")
      try $0.check(#Predicate { ($0.host?.age ?? 0) > 25 }, "BD")
    }
  }

  func testNumbersAreCompared() async throws {
    let limit = 25
    let cents = Decimal(sign: .plus, exponent: -1, significand: 1)
    try await eachStage {
      try $0.check(#Predicate { $0.age > limit }, "AC")
      try $0.check(#Predicate { $0.age >= 20 && $0.age < 40 }, "AB")
      try $0.check(#Predicate { $0.age <= -7 || $0.age == 20 }, "BD")
      try $0.check(#Predicate { $0.visits == 3 }, "A")
      try $0.check(#Predicate { $0.visits != 3 }, "BCD")
      try $0.check(#Predicate { $0.visits == nil }, "B")
      try $0.check(#Predicate { $0.weight == 55.25 }, "C")
      try $0.check(#Predicate { $0.balance == cents }, "D")
      try $0.check(#Predicate { ($0.balance ?? 0) > 0 }, "AD")
      try $0.check(#Predicate { $0.age == -7 }, "D")
    }
  }

  func testNumbersAreReckonedWith() async throws {
    try await eachStage {
      try $0.check(#Predicate { $0.age + 10 == 40 }, "A")
      try $0.check(#Predicate { $0.age * 2 - 1 > 58 }, "AC")
      try $0.check(#Predicate { -$0.age == 7 }, "D")
      // 30, 20, 40 and -7.
      try $0.check(#Predicate { $0.age / 7 == 2 }, "B")
      try $0.check(#Predicate { $0.age % 3 == 2 }, "B")
      try $0.check(#Predicate { $0.age % 3 == -1 }, "D")
      try $0.check(#Predicate { $0.weight / 2.0 > 30 }, "AB")
      try $0.check(#Predicate { $0.balance.flatMap { $0 * 2 } == 21 }, "A")
      try $0.check(#Predicate { $0.visits.flatMap { $0 + 1 } == nil }, "B")
      try $0.check(#Predicate { $0.visits.flatMap { $0 + 1 } != 4 }, "BCD")
    }
  }

  func testValuesOfListsAndRangesAreFound() async throws {
    let (ages, known) = ([20, 40], [3, nil] as [Int32?])
    let (open, closed, from, through) = (20..<40, 20...40, 30..., ...20)
    let ageByName = ["Éva": 20]
    try await eachStage {
      try $0.check(#Predicate { ages.contains($0.age) }, "BC")
      try $0.check(#Predicate { !ages.contains($0.age) }, "AD")
      try $0.check(#Predicate { known.contains($0.visits) }, "AB")
      try $0.check(#Predicate { !known.contains($0.visits) }, "CD")
      try $0.check(#Predicate { guest in ages.contains { $0 > guest.age } }, "ABD")
      try $0.check(#Predicate { guest in ages.allSatisfy { $0 > guest.age } }, "D")
      try $0.check(#Predicate { open.contains($0.age) }, "AB")
      try $0.check(#Predicate { closed.contains($0.age) }, "ABC")
      try $0.check(#Predicate { from.contains($0.age) }, "AC")
      try $0.check(#Predicate { through.contains($0.age) }, "BD")
      try $0.check(#Predicate { (20..<40).contains($0.age) }, "AB")
      try $0.check(#Predicate { ($0.age...50).contains(25) }, "BD")
      try $0.check(#Predicate { ages.min()! < $0.age }, "AC")
      try $0.check(#Predicate { $0.age == ages[1] }, "C")
      try $0.check(#Predicate { $0.age == ageByName["Éva"]! }, "B")
      try $0.check(#Predicate { $0.stays.count == ages.count - 1 }, "BD")
    }
  }

  func testDatesEnumerationsAndUUIDsAreCompared() async throws {
    let moment = Date(timeIntervalSinceReferenceDate: 1)
    let (good, moods, uuid) = (MacroMood.good, [MacroMood.fair, .bad], MacroModel.uuid)
    try await eachStage {
      try $0.check(#Predicate { $0.born == nil }, "B")
      try $0.check(#Predicate { $0.born.flatMap { $0 < moment } ?? false }, "AD")
      try $0.check(#Predicate { ($0.born ?? moment) >= moment }, "BC")
      try $0.check(#Predicate { $0.mood == good }, "AD")
      try $0.check(#Predicate { $0.mood != good }, "BC")
      try $0.check(#Predicate { moods.contains($0.mood) }, "BC")
      try $0.check(#Predicate { $0.uuid == uuid }, "C")
      try $0.check(#Predicate { $0.uuid != uuid }, "ABD")
    }
  }

  func testConditionsAreValues() async throws {
    try await eachStage {
      try $0.check(#Predicate { $0.isRegular }, "AD")
      try $0.check(#Predicate { !$0.isRegular }, "BC")
      try $0.check(#Predicate { $0.isRegular == false }, "BC")
      try $0.check(#Predicate { $0.wantsShade == true }, "A")
      try $0.check(#Predicate { $0.wantsShade != true }, "BCD")
      try $0.check(#Predicate { $0.wantsShade == nil }, "BD")
      try $0.check(#Predicate { $0.isRegular == ($0.age > 25) }, "AB")
      try $0.check(#Predicate { ($0.age > 25) == true }, "AC")
      try $0.check(#Predicate { ($0.age > 25) != true }, "BD")
      try $0.check(#Predicate { $0.isRegular ? $0.age > 0 : $0.age > 30 }, "AC")
      try $0.check(#Predicate { ($0.isRegular ? $0.age : 0) == 0 }, "BC")
      try $0.check(#Predicate { $0.age > 25 || true }, "ABCD")
      try $0.check(#Predicate { $0.age > 25 && false }, "")
      try $0.check(#Predicate { _ in true }, "ABCD")
    }
  }

  // Fact 113.
  func testPathsLeadOverToOneRelationships() async throws {
    try await eachStage {
      try $0.check(#Predicate { $0.host == nil }, "A")
      try $0.check(#Predicate { $0.host != nil }, "BCD")
      try $0.check(#Predicate { $0.host?.name == "Ann" }, "BD")
      try $0.check(#Predicate { $0.host?.name != "Ann" }, "AC")
      try $0.check(#Predicate { $0.host?.nick == nil }, "AC")
      try $0.check(#Predicate { $0.host?.host?.name == "Ann" }, "C")
      try $0.check(#Predicate { $0.host?.isRegular == true }, "BD")
      try $0.check(#Predicate { $0.host.flatMap { $0.age > 25 } ?? true }, "ABD")
      try $0.check(#Predicate { $0.host?.friends.count == 2 }, "BD")
      try $0.check(#Predicate { ($0.host?.friends.count ?? 9) == 9 }, "A")
      try $0.check(#Predicate { $0.host?.friends.isEmpty ?? true }, "AC")
      try $0.check(#Predicate { $0.host?.stays.contains { $0.nights > 6 } ?? false }, "C")
    }
  }

  func testObjectsAreKnownByTheirIDs() async throws {
    try await eachStage { answers in
      let context = answers.container.viewContext
      let request = MacroGuest.fetchRequest().where(\.label == "A" || \.label == "C")
      let ids = try context.fetch(request.sorted(by: \.label)).map(\.objectID)
      let ann = try XCTUnwrap(ids.first)
      try answers.check(#Predicate { $0.objectID == ann }, "A")
      try answers.check(#Predicate { $0.host?.objectID == ann }, "BD")
      try answers.check(#Predicate { $0.host?.objectID != ann }, "AC")
      try answers.check(#Predicate { ids.contains($0.objectID) }, "AC")
      try answers.check(#Predicate { $0.friends.contains { $0.objectID == ann } }, "CD")
    }
  }

  // Facts 114 to 116 and 118.
  func testRelatedObjectsAreAsked() async throws {
    try await eachStage {
      try $0.check(#Predicate { $0.stays.isEmpty }, "C")
      try $0.check(#Predicate { !$0.stays.isEmpty }, "ABD")
      try $0.check(#Predicate { $0.stays.count > 1 }, "A")
      try $0.check(#Predicate { $0.stays.contains { $0.nights > 4 } }, "AB")
      try $0.check(#Predicate { !$0.stays.contains { $0.nights > 4 } }, "CD")
      // Of one and the same stay.
      try $0.check(#Predicate { $0.stays.contains { $0.nights > 3 && $0.isPaid } }, "D")
      try $0.check(#Predicate { $0.stays.allSatisfy { $0.isPaid } }, "CD")
      try $0.check(#Predicate { $0.stays.allSatisfy { $0.nights > 1 && $0.nights < 6 } }, "ACD")
      try $0.check(#Predicate { $0.stays.filter { $0.nights > 1 }.count == 2 }, "A")
      try $0.check(#Predicate { $0.stays.filter { $0.isPaid }.isEmpty }, "BC")
      try $0.check(#Predicate { $0.stays.filter { $0.isPaid }.contains { $0.nights > 3 } }, "D")
      try $0.check(#Predicate { $0.stays.contains { $0.guest == nil } }, "")
      try $0.check(#Predicate { guest in guest.friends.contains(guest) }, "D")
      try $0.check(#Predicate { guest in guest.friends.contains { $0.age < guest.age } }, "AC")
    }
  }

  func testRelatedObjectsAreAskedForTheirs() async throws {
    try await eachStage {
      try $0.check(#Predicate { $0.friends.contains { $0.stays.contains { $0.nights > 5 } } }, "AD")
      try $0.check(#Predicate { $0.friends.allSatisfy { !$0.stays.isEmpty } }, "BCD")
      try $0.check(#Predicate { $0.friends.filter { $0.stays.count == 1 }.count == 2 }, "D")
      // More nights than four and as many as the guest's stays: 6, 4, 4 and 5.
      try $0.check(
        #Predicate { guest in
          guest.friends.contains { $0.stays.contains { $0.nights > guest.stays.count + 4 } }
        }, "ACD")
    }
  }

  func testAnExclamationMarkBehindNilGivesNilAndNoError() async throws {
    let moment = Date(timeIntervalSinceReferenceDate: 1)
    try await eachStage {
      try $0.check(#Predicate { $0.visits! > 2 }, "A", foundationThrows: true)
      try $0.check(#Predicate { $0.visits! != 3 }, "BCD", foundationThrows: true)
      try $0.check(#Predicate { $0.born! < moment }, "AD", foundationThrows: true)
      try $0.check(#Predicate { $0.host!.name == "Ann" }, "BD", foundationThrows: true)
      try $0.check(#Predicate { $0.host != nil && $0.host!.name == "Ann" }, "BD")
    }
  }
}
