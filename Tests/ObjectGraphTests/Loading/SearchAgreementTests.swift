import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Searches against a look at every object, after random changes.
@MainActor
final class SearchAgreementTests: XCTestCase {
  private static let parts = ["ann", "anna", "bo", "b", "4", "408", "08", "lee", "le", "4085"]

  private static func text(_ random: inout SplitMix) -> String? {
    let count = random.below(4)
    guard count > 0 else { return nil }
    return (0..<count).map { _ in
      let part = parts[random.below(parts.count)]
      return random.below(2) == 0 ? part : part.uppercased()
    }.joined(separator: random.below(2) == 0 ? " " : "-")
  }

  /// Plain ASCII words and digits are all that there is here, which makes the answer easy to tell.
  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  private static func isFound(_ query: [String], in guest: Lodger) -> Bool {
    let digits = (guest.phone ?? "").filter(\.isNumber)
    return query.allSatisfy { word in
      if words(guest.name ?? "").contains(where: { $0.hasPrefix(word) }) { return true }
      return digits.indices.contains { start in
        let rest = digits[start...]
        return (start == digits.startIndex || rest.count >= 3) && rest.hasPrefix(word)
      }
    }
  }

  /// That a number typed as a whole begins a phone number is found too, whatever its words are.
  private static func isBeginning(_ query: [String], in guest: Lodger) -> Bool {
    let digits = (guest.phone ?? "").filter(\.isNumber)
    return query.allSatisfy { $0.allSatisfy(\.isNumber) } && digits.hasPrefix(query.joined())
  }

  func testSearchesAgreeWithALookAtEveryObject() async throws {
    try await eachStore(model: SearchModel.make()) { container in
      container.viewContext.undoManager = UndoManager()
      for seed in Campaign.seeds(100, full: 10_000) {
        var random = SplitMix(state: seed)
        let context = container.viewContext
        for _ in 0..<6 {
          let all = try context.fetch(FetchRequest<Lodger>(entityName: "Lodger"))
          switch random.below(all.count > 12 ? 6 : 4) {
          case 0, 1: context.guest(Self.text(&random), phone: Self.text(&random))
          case 2:
            if !all.isEmpty { all[random.below(all.count)].name = Self.text(&random) }
          case 3:
            if !all.isEmpty { all[random.below(all.count)].phone = Self.text(&random) }
          default: context.delete(all[random.below(all.count)])
          }
        }
        switch random.below(6) {
        case 0: context.rollback()
        case 1: break
        case 2:
          context.undo()
          try context.save()
        case 3:
          // A save that the store refuses changes nothing.
          let twins = [context.guest("anna"), context.guest("anna lee")]
          for twin in twins { twin.badge = 1 }
          XCTAssertThrowsError(try context.save())
          for twin in twins { context.delete(twin) }
          context.processPendingChanges()
          context.undoManager?.removeAllActions()
        default: try context.save()
        }
        let query = Self.text(&random) ?? "a"
        let words = Self.words(query)
        let expected = try context.fetch(FetchRequest<Lodger>(entityName: "Lodger"))
          .filter { Self.isFound(words, in: $0) || Self.isBeginning(words, in: $0) }
        let hits = try context.search(query, in: [Lodger.self])
        XCTAssertEqual(
          Set(hits.map { ObjectIdentifier($0.object) }), Set(expected.map(ObjectIdentifier.init)),
          "seed \(seed): \(query)")
        XCTAssertEqual(hits.map(\.rank), hits.map(\.rank).sorted(), "seed \(seed): \(query)")
        XCTAssertEqual(hits.count, expected.count, "seed \(seed): \(query)")
        let request = FetchRequest<Lodger>(entityName: "Lodger")
        request.predicate = .search(query)
        XCTAssertEqual(
          try Set(context.fetch(request).map { ObjectIdentifier($0) }),
          Set(expected.map(ObjectIdentifier.init)), "seed \(seed): \(query)")
        let some = try context.search(query, in: [Lodger.self], limit: 3)
        XCTAssertEqual(
          some.map { ObjectIdentifier($0.object) },
          hits.prefix(3).map { ObjectIdentifier($0.object) }, "seed \(seed): \(query)")
      }
    }
  }
}
