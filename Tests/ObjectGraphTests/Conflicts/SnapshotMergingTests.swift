import ObjectGraph
import XCTest

/// Objects that are told when a merge policy gave them other values: fact 28.
@MainActor
final class SnapshotMergingTests: XCTestCase {
  private static func pitches() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Pitch", class: Pitch.self) {
        AttributeDescription("number", .integer64, isOptional: false)
        AttributeDescription("price", .integer64, isOptional: false)
        AttributeDescription("label", .string)
      }
    }
  }

  /// Pitch 1 at a price of 10 is here given the number 2, and elsewhere the price of 20.
  private func conflicted(_ pair: PairOfWriters) throws -> Pitch {
    let pitch = Pitch(context: pair.context)
    (pitch.number, pitch.price) = (1, 10)
    try pair.context.save()
    try pair.elsewhere.performAndWait { other in
      for pitch in try other.fetch(FetchRequest<Pitch>()) { pitch.price = 20 }
      try other.save()
    }
    pitch.number = 2
    return pitch
  }

  private func stored(_ pair: PairOfWriters) throws -> [String] {
    try pair.elsewhere.performAndWait { other in
      other.reset()
      return try other.fetch(FetchRequest<Pitch>()).map {
        "\($0.number) \($0.price) \($0.label ?? "-")"
      }
    }
  }

  // Fact 28.
  func testAMergedObjectIsToldOnceWithItsNewValuesAndWhatItChangesIsSaved() async throws {
    for policy in [MergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump] {
      try await eachPairOfWriters(model: Self.pitches) { pair in
        let pitch = try conflicted(pair)
        let other = Pitch(context: pair.context)
        (other.number, other.price) = (0, 0)
        pitch.onSnapshot = { $0.label = "\($0.number) for \($0.price)" }
        pair.context.mergePolicy = policy
        try pair.context.save()
        XCTAssertEqual(pitch.flags, [.mergePolicy])
        XCTAssertEqual(other.flags, [])
        XCTAssertEqual(pitch.label, "2 for 20")
        XCTAssertEqual(try stored(pair).sorted(), ["0 0 -", "2 20 2 for 20"])
        XCTAssertFalse(pair.context.hasChanges)
      }
    }
  }

  // Fact 28.
  func testOverwriteTellsTheObjectTooAndRollbackLetsItBeFetchedAgain() async throws {
    try await eachPairOfWriters(model: Self.pitches) { pair in
      let pitch = try conflicted(pair)
      pair.context.mergePolicy = .overwrite
      try pair.context.save()
      XCTAssertEqual(pitch.flags, [.mergePolicy])
      XCTAssertEqual(try stored(pair), ["2 10 -"])
    }
    try await eachPairOfWriters(model: Self.pitches) { pair in
      let pitch = try conflicted(pair)
      pair.context.mergePolicy = .rollback
      try pair.context.save()
      XCTAssertEqual(pitch.flags, [])
      XCTAssertEqual(pitch.fetches, 0)
      XCTAssertEqual(pitch.price, 20)
      XCTAssertEqual(pitch.fetches, 1)
      XCTAssertEqual(try stored(pair), ["1 20 -"])
    }
  }

  // Fact 28.
  func testAnObjectWhoseDeletionIsGivenUpIsToldAndOneThatGoesIsNot() async throws {
    try await eachPairOfWriters(model: Self.pitches) { pair in
      let pitch = try conflicted(pair)
      pair.context.delete(pitch)
      pair.context.mergePolicy = .mergeByPropertyStoreTrump
      try pair.context.save()
      XCTAssertEqual(pitch.flags, [.mergePolicy])
      XCTAssertFalse(pitch.isDeleted)
    }
    try await eachPairOfWriters(model: Self.pitches) { pair in
      let pitch = try conflicted(pair)
      pair.context.delete(pitch)
      pair.context.mergePolicy = .mergeByPropertyObjectTrump
      try pair.context.save()
      XCTAssertEqual(pitch.flags, [])
      XCTAssertEqual(try stored(pair), [])
    }
  }

  // Fact 28.
  func testEachContextOfAChainTellsItsOwnObject() async throws {
    try await eachPairOfWriters(model: Self.pitches) { pair in
      let pitch = try conflicted(pair)
      let child = pair.context.makeChild()
      let mine = try XCTUnwrap(child.existingObject(with: pitch.objectID) as? Pitch)
      mine.label = "child"
      child.mergePolicy = .mergeByPropertyObjectTrump
      try child.saveThrough()
      XCTAssertEqual(pitch.flags, [.mergePolicy])
      XCTAssertEqual(mine.flags, [.mergePolicy])
      XCTAssertEqual(try stored(pair), ["2 20 child"])
    }
  }

  func testTheErrorPolicyTellsNobody() async throws {
    try await eachPairOfWriters(model: Self.pitches) { pair in
      let pitch = try conflicted(pair)
      XCTAssertThrowsError(try pair.context.save())
      XCTAssertEqual(pitch.flags, [])
    }
  }

  func testWhatTheObjectIsGivenThatIsNotValidFailsTheSaveAndIsTakenBack() async throws {
    try await eachPairOfWriters(model: Self.pitches) { pair in
      let pitch = try conflicted(pair)
      pitch.onSnapshot = { try? $0.setValue(nil, forKey: "price") }
      pair.context.mergePolicy = .mergeByPropertyObjectTrump
      XCTAssertThrowsError(try pair.context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.key, "price")
      }
      XCTAssertEqual(pitch.number, 2)
      XCTAssertEqual(pitch.price, 10)
      XCTAssertEqual(try stored(pair), ["1 20 -"])
    }
  }

  func testAHookMayRollBackOrResetItsContext() async throws {
    let actions: [(ManagedObjectContext) -> Void] = [{ $0.rollback() }, { $0.reset() }]
    for action in actions {
      try await eachPairOfWriters(model: Self.pitches) { pair in
        let pitch = try conflicted(pair)
        pitch.onSnapshot = { $0.managedObjectContext.map(action) }
        pair.context.mergePolicy = .mergeByPropertyObjectTrump
        try pair.context.save()
        XCTAssertEqual(try stored(pair), ["1 20 -"])
        XCTAssertFalse(pair.context.hasChanges)
      }
    }
  }
}

/// A pitch that writes down why it was given values.
private final class Pitch: ManagedObject {
  @Managed("number") var number: Int64
  @Managed("price") var price: Int64
  @Managed("label") var label: String?
  var flags: [SnapshotEventType] = []
  var fetches = 0
  var onSnapshot: ((Pitch) -> Void)?

  override func awake(fromSnapshotEvents flags: SnapshotEventType) {
    self.flags.append(flags)
    onSnapshot?(self)
  }

  override func awakeFromFetch() { fetches += 1 }
}
