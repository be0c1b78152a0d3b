import XCTest

@testable import ObjectGraph

/// What merge policies decide, from rows alone: there is no context, and no store.
final class MergeResolutionTests: XCTestCase {
  private static let model = ManagedObjectModel {
    EntityDescription("Album") {
      for name in ["a", "b", "c", "d", "e"] { AttributeDescription(name, .integer64) }
      RelationshipDescription("tracks", toMany: "Track", inverse: "album", isOrdered: true)
    }
    EntityDescription("Track") {
      RelationshipDescription("album", toOne: "Album", inverse: "tracks")
    }
  }

  private func layout(_ entity: String) throws -> EntityLayout {
    try XCTUnwrap(ModelLayout(model: Self.model).entity(named: entity))
  }

  /// A row with the values of a to e.
  private func album(_ values: Int64...) throws -> Row {
    let layout = try layout("Album")
    let row = layout.template.copy()
    for (name, value) in zip(["a", "b", "c", "d", "e"], values) {
      XCTAssertTrue(row.set(.integer(value), for: try XCTUnwrap(layout.property(name))))
    }
    return row
  }

  /// A row with the key of an album, and a place among its tracks.
  private func track(_ album: Int64, at place: Int64) throws -> Row {
    let layout = try layout("Track")
    let row = layout.template.copy()
    let reference = try XCTUnwrap(layout.orderedToOnes.first)
    row.set(reference.toOne.index, slot: reference.toOne.slot, integer: album)
    row.set(reference.orderKey.index, slot: reference.orderKey.slot, integer: place)
    return row
  }

  /// What a type decides, in words; the names of the kept properties are in brackets.
  private func words(
    _ type: MergePolicyType, _ change: PlannedChange, _ saved: Row?, _ layout: EntityLayout
  ) -> String {
    switch type.resolution(of: change, against: saved, layout: layout) {
    case .update(_, let kept):
      "update \(kept.indexes.map { layout.properties[$0] }.map { $0.isOrderKey ? "place" : $0.name })"
    case .refresh: "refresh"
    case .insert: "insert"
    case .delete: "delete"
    case .revive: "revive"
    case .skip: "skip"
    case nil: "nothing"
    }
  }

  private func all(
    _ change: PlannedChange, _ saved: Row?, _ layout: EntityLayout
  ) -> [String] {
    MergePolicyType.allCases.map { words($0, change, saved, layout) }
  }

  func testEachTypeKeepsTheValuesThatItsDocumentationSays() throws {
    // a stays, b changes here, c there, d on both sides, e to the same value on both sides.
    let base = try album(1, 1, 1, 1, 1)
    let planned = try album(1, 2, 1, 2, 2)
    let saved = try album(1, 1, 3, 3, 2)
    XCTAssertEqual(
      all(.row(planned, base: base), saved, try layout("Album")),
      [
        "nothing", #"update ["b", "e"]"#, #"update ["b", "d", "e"]"#, #"update ["b", "c", "d"]"#,
        "refresh",
      ])
  }

  func testARowThatIsGoneIsInsertedAgainOnlyForAChange() throws {
    let album = try album(1, 1, 1, 1, 1)
    let layout = try layout("Album")
    let changed = ["nothing", "skip", "insert", "insert", "skip"]
    XCTAssertEqual(all(.row(album, base: album), nil, layout), changed)
    // Members of a to-many relationship are a change as well.
    XCTAssertEqual(all(.row(album, base: nil), nil, layout), changed)
    let skipped = ["nothing", "skip", "skip", "skip", "skip"]
    XCTAssertEqual(all(.none, nil, layout), skipped)
    XCTAssertEqual(all(.deletion, nil, layout), skipped)
  }

  func testADeletionWinsWhereTheChangesHereWin() throws {
    XCTAssertEqual(
      all(.deletion, try album(1, 1, 1, 1, 1), try layout("Album")),
      ["nothing", "revive", "delete", "delete", "revive"])
  }

  func testWhatIsNotChangedHereAdoptsTheStoresRow() throws {
    let (mine, saved) = (try album(1, 1, 1, 1, 1), try album(2, 2, 2, 2, 2))
    let adopted = ["nothing", "update []", "update []", "update []", "refresh"]
    XCTAssertEqual(all(.none, saved, try layout("Album")), adopted)
    XCTAssertEqual(all(.row(mine, base: nil), saved, try layout("Album")), adopted)
  }

  func testAPlaceGoesWithTheOwnerThatItBelongsTo() throws {
    let layout = try layout("Track")
    let base = try track(1, at: 10)
    func decisions(_ planned: Row, _ saved: Row) -> [String] {
      all(.row(planned, base: base), saved, layout)
    }
    // Moved to another album here, and along the first one there.
    XCTAssertEqual(
      decisions(try track(2, at: 30), try track(1, at: 20)),
      ["nothing"] + Array(repeating: #"update ["album", "place"]"#, count: 3) + ["refresh"])
    // Moved along the first album here, and to another one there: the place here means nothing in
    // the other album, so it counts only for the type that overwrites the album as well.
    XCTAssertEqual(
      decisions(try track(1, at: 20), try track(2, at: 30)),
      ["nothing", "update []", "update []", #"update ["album", "place"]"#, "refresh"])
    // Moved along the same album on both sides.
    XCTAssertEqual(
      decisions(try track(1, at: 20), try track(1, at: 30)),
      ["nothing", "update []", #"update ["place"]"#, #"update ["place"]"#, "refresh"])
  }

  func testTheStoresRowIsTheBaseOfWhatIsSaved() throws {
    let layout = try layout("Album")
    let (mine, saved) = (try album(1, 1, 1, 1, 1), try album(2, 2, 2, 2, 2))
    let type = MergePolicyType.overwriteMergePolicyType
    guard
      case .update(let row, let kept) = type.resolution(
        of: .row(mine, base: mine), against: saved, layout: layout)
    else { return XCTFail("an update") }
    XCTAssertEqual(row.integer(slot: try XCTUnwrap(layout.property("a")).slot), 2)
    XCTAssertEqual(kept.mask.nonzeroBitCount, kept.indexes.count)
  }
}
