import ObjectGraph
import XCTest

/// To-many relationships of objects in conflict: what entered and left goes
/// on top of what is there.
@MainActor
final class ToManyConflictTests: XCTestCase {
  // Fact 130.
  func testPairsThatEnteredAndLeftGoOnTopOfWhatTheStoreHasNow() async throws {
    for type in MergePolicyType.allCases where type != .errorMergePolicyType {
      try await eachPairOfWriters { pair in
        let (tom, _) = try pair.tomOfAnn()
        let names = ["Ace", "Bix", "Cat", "Dot"]
        let others = names.map { name in
          let pet = Pet(context: pair.context)
          pet.name = name
          return pet
        }
        tom.friendOf = [others[0], others[1]]
        try pair.context.save()
        // There: Ace leaves, Cat enters, and the weight changes.
        try pair.changePet("Tom") { tom, other in
          tom.weight = 5
          tom.friendOf = Set(
            try other.fetch(FetchRequest<Pet>()).filter { ["Bix", "Cat"].contains($0.name) })
        }
        // Here: Bix leaves, Dot enters.
        tom.friendOf = [others[0], others[3]]
        pair.context.mergePolicy = MergePolicy(merge: type)
        try pair.context.save()
        let expected =
          type == .rollbackMergePolicyType ? ["Bix", "Cat"] : ["Cat", "Dot"]
        XCTAssertEqual(tom.friendOf.compactMap(\.name).sorted(), expected)
        let stored = try pair.elsewhere.performAndWait { other in
          other.reset()
          return try other.fetch(FetchRequest<Pet>()).first { $0.name == "Tom" }?.friendOf
            .compactMap(\.name).sorted() ?? []
        }
        XCTAssertEqual(stored, expected)
        XCTAssertFalse(pair.context.hasChanges)
      }
    }
  }

  // Fact 130.
  func testMembersKeptByTheOtherSideAreTheUnionOfWhatBothSidesAdded() async throws {
    try await eachPairOfWriters { pair in
      let (tom, ann) = try pair.tomOfAnn()
      XCTAssertEqual(ann.pets, [tom])
      try pair.changeOwner("Ann") { ann, other in
        ann.age = 30
        let rex = Dog(context: other)
        (rex.name, rex.owner) = ("Rex", ann)
      }
      let cleo = Pet(context: pair.context)
      cleo.name = "Cleo"
      ann.name = "Anna"
      ann.pets.insert(cleo)
      pair.context.mergePolicy = .mergeByPropertyStoreTrump
      try pair.context.save()
      XCTAssertEqual(ann.pets.compactMap(\.name).sorted(), ["Cleo", "Rex", "Tom"])
      XCTAssertEqual(try pair.owners(), ["Anna 30 Cleo Rex Tom"])
    }
  }
}
