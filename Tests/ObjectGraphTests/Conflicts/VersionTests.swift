import ObjectGraph
import XCTest

/// Which objects a change of a relationship is a change of, for those who changed them meanwhile.
@MainActor
final class VersionTests: XCTestCase {
  /// - Returns: whether a pair that enters the relationship here conflicts
  ///   with another weight there.
  private func conflicts(
    _ pair: PairOfWriters, changedThere name: String, fromSource: Bool
  ) throws -> Bool {
    let (source, destination) = (Pet(context: pair.context), Pet(context: pair.context))
    (source.name, destination.name) = ("Source", "Destination")
    try pair.context.save()
    try pair.changePet(name) { pet, _ in pet.weight = 5 }
    if fromSource { source.friends = [destination] } else { destination.friendOf = [source] }
    do {
      try pair.context.save()
      return false
    } catch let error as ObjectGraphError where error.code == .managedObjectMerge {
      return true
    }
  }

  func testAPairOfAManyToManyRelationshipIsAChangeOfOneOfItsObjects() async throws {
    for fromSource in [true, false] {
      var found: [Bool] = []
      for name in ["Source", "Destination"] {
        try await eachPairOfWriters { pair in
          found.append(try conflicts(pair, changedThere: name, fromSource: fromSource))
        }
      }
      // Each kind of store, first with another source, then with another destination. "friendOf",
      // in which the destination has the source, comes before "friends".
      XCTAssertEqual(found, [false, false, true, true])
    }
  }

  func testAMemberThatEntersIsNoChangeOfTheOneItBelongsTo() async throws {
    try await eachPairOfWriters { pair in
      let (tom, ann) = try pair.tomOfAnn()
      try pair.changeOwner("Ann") { ann, _ in ann.age = 30 }
      let rex = Dog(context: pair.context)
      (rex.name, rex.owner) = ("Rex", ann)
      tom.owner = nil
      try pair.context.save()
      XCTAssertEqual(try pair.owners(), ["Ann 30 Rex"])
    }
  }
}
