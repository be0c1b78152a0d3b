import Foundation
import ObjectModel
import ObjectStore
import XCTest

final class SQLiteStoreSavingTests: StoreTestCase {
  private var model: ModelLayout!
  private var store: PersistentStore!

  override func setUpWithError() throws {
    try super.setUpWithError()
    model = try layout()
    store = try open(model)
  }

  override func tearDownWithError() throws {
    store.close()
    try super.tearDownWithError()
  }

  private func entity(_ name: String) throws -> EntityLayout {
    try XCTUnwrap(model.entity(named: name))
  }

  private func update(
    _ entity: String, key: Int64, _ values: [String: AttributeValue], expected: Int64
  ) throws -> ChangeSet.Update {
    let layout = try self.entity(entity)
    let stored = try XCTUnwrap(store.row(key: key, root: layout)).copy(extraBytes: 1000)
    var changed: [Int] = []
    for (name, value) in values {
      let property = try XCTUnwrap(layout.property(name))
      XCTAssertTrue(stored.set(value, for: property))
      changed.append(property.index)
    }
    return .init(layout: layout, row: stored, changed: changed.sorted(), expectedVersion: expected)
  }

  func testEveryTypeIsStoredAsCoreDataDoes() throws {
    let uuid = try XCTUnwrap(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    try insert(
      store, model, "Reservation",
      [
        [
          "arrival": .date(Date(timeIntervalSinceReferenceDate: 86400.25)),
          "code": .string("Zelt 🏕️"), "status": .integer(-3),
          "price": .decimal(try XCTUnwrap(Decimal(string: "10.11"))), "isPaid": .boolean(true),
          "photo": .data(Data([0, 255])), "token": .uuid(uuid),
          "page": .uri(try XCTUnwrap(URL(string: "https://camp.example/1"))),
          "weight": .double(0.5), "serial": .integer(.max), "number": .integer(9),
        ]
      ])
    XCTAssertEqual(
      try shell(
        """
        SELECT Z_PK, Z_ENT, Z_OPT, ZARRIVAL, ZCODE, ZSTATUS, ZPRICE, typeof(ZPRICE), ZISPAID,
        hex(ZPHOTO), hex(ZTOKEN), ZPAGE, ZWEIGHT, ZSERIAL, ZNUMBER, ZGUEST IS NULL FROM ZRESERVATION
        """),
      "1|6|1|86400.25|Zelt 🏕️|-3|10.11|real|1|00FF|00112233445566778899AABBCCDDEEFF|"
        + "https://camp.example/1|0.5|9223372036854775807|9|1")
    let row = try XCTUnwrap(store.row(key: 1, root: entity("Reservation")))
    let reservation = try entity("Reservation")
    func value(_ name: String) throws -> AttributeValue {
      row.value(of: try XCTUnwrap(reservation.property(name)))
    }
    XCTAssertEqual(row.version, 1)
    XCTAssertEqual(row.entityNumber, 6)
    XCTAssertEqual(try value("arrival"), .date(Date(timeIntervalSinceReferenceDate: 86400.25)))
    XCTAssertEqual(try value("code"), .string("Zelt 🏕️"))
    XCTAssertEqual(try value("price"), .decimal(try XCTUnwrap(Decimal(string: "10.11"))))
    XCTAssertEqual(try value("isPaid"), .boolean(true))
    XCTAssertEqual(try value("photo"), .data(Data([0, 255])))
    XCTAssertEqual(try value("token"), .uuid(uuid))
    XCTAssertEqual(try value("page"), .uri(try XCTUnwrap(URL(string: "https://camp.example/1"))))
    XCTAssertEqual(try value("serial"), .integer(.max))
    XCTAssertEqual(try value("guest"), .null)
    XCTAssertEqual(try value("draft"), .null)
  }

  func testEmptyTextAndDataAreNotNil() throws {
    try insert(
      store, model, "Reservation",
      [["code": .string(""), "photo": .data(Data())], ["status": .null]])
    XCTAssertEqual(
      try shell("SELECT typeof(ZCODE), typeof(ZPHOTO), typeof(ZSTATUS) FROM ZRESERVATION"),
      "text|blob|integer\nnull|null|null")
    let layout = try entity("Reservation")
    let rows = try store.fetch(FetchPlan(layout: layout))
    let code = try XCTUnwrap(layout.property("code"))
    let photo = try XCTUnwrap(layout.property("photo"))
    XCTAssertEqual(rows.map { $0.value(of: code) }, [.string(""), .null])
    XCTAssertEqual(rows.map { $0.value(of: photo) }, [.data(Data()), .null])
  }

  func testDecimalsKeepEveryDigitOrAreRefused() throws {
    let kept = [
      "0", "-7", "0.1", "3.3333333333", "-12345678901234.5", "9223372036854775807", "1e20",
      "0.00001",
    ]
    for text in kept {
      let decimal = try XCTUnwrap(Decimal(string: text))
      let key = try insert(store, model, "Reservation", [["price": .decimal(decimal)]])
      let layout = try entity("Reservation")
      let row = try XCTUnwrap(store.row(key: try XCTUnwrap(key.first), root: layout))
      XCTAssertEqual(
        row.value(of: try XCTUnwrap(layout.property("price"))), .decimal(decimal), text)
    }
    let lost = try XCTUnwrap(Decimal(string: "0.12345678901234567891"))
    let error = assertError(.managedObjectValidation) {
      try insert(store, model, "Reservation", [["price": .decimal(lost)]])
    }
    XCTAssertEqual(error?.key, "price")
    XCTAssertEqual(error?.entityName, "Reservation")
  }

  func testANumberThatIsNoneIsRefused() throws {
    let error = assertError(.managedObjectValidation) {
      try insert(store, model, "Reservation", [["weight": .double(.nan)]])
    }
    XCTAssertEqual(error?.key, "weight")
  }

  func testNewObjectsMayReferToEachOtherWhateverTheirOrder() throws {
    let reservation = try entity("Reservation")
    let guest = try entity("Guest")
    var changes = ChangeSet()
    changes.inserts = [
      .init(
        layout: reservation,
        row: try row(reservation, key: -5, ["guest": .integer(-9)], entities: ["guest": 3])),
      .init(layout: guest, row: try row(guest, key: -9, ["name": .string("Ada")])),
    ]
    XCTAssertEqual(try store.save(changes).keys, [1, 1])
    XCTAssertEqual(try shell("SELECT ZGUEST, Z2_GUEST FROM ZRESERVATION"), "1|3")
  }

  func testAReferenceToAnObjectOutsideTheSaveIsRefusedAndNothingIsWritten() throws {
    let reservation = try entity("Reservation")
    var changes = ChangeSet()
    changes.inserts = [
      .init(layout: try entity("Tag"), row: try row(entity("Tag"), key: -1, [:])),
      .init(layout: reservation, row: try row(reservation, key: -2, ["guest": .integer(-77)])),
    ]
    let error = assertError(.managedObjectReferentialIntegrity) { try store.save(changes) }
    XCTAssertEqual(error?.objectID?.reference, -2)
    XCTAssertEqual(
      try shell("SELECT COUNT(*), (SELECT SUM(Z_MAX) FROM Z_PRIMARYKEY) FROM ZTAG"), "0|0")
  }

  func testKeysAreNeverHandedOutTwice() throws {
    let tag = try entity("Tag")
    XCTAssertEqual(try store.reserveKeys(count: 3, root: tag), [1, 2, 3])
    XCTAssertEqual(try insert(store, model, "Tag", [[:], [:]]), [4, 5])
    var changes = ChangeSet()
    changes.inserts = [.init(layout: tag, row: try row(tag, key: 2, ["label": .string("two")]))]
    XCTAssertEqual(try store.save(changes).keys, [2])
    changes = ChangeSet()
    changes.deletes = [.init(layout: tag, key: 5, expectedVersion: 1)]
    _ = try store.save(changes)
    XCTAssertEqual(try insert(store, model, "Tag", [[:]]), [6])
  }

  func testAKeyThatIsTakenIsRefused() throws {
    try insert(store, model, "Tag", [[:]])
    let tag = try entity("Tag")
    var changes = ChangeSet()
    changes.inserts = [.init(layout: tag, row: try row(tag, key: 1, [:]))]
    let error = assertError(.persistentStoreSave) { try store.save(changes) }
    XCTAssertEqual(error?.message, "the store already has an object with the primary key 1")
  }

  func testAKeyThatIsBroughtAlongIsNotHandedOutAgain() throws {
    let tag = try entity("Tag")
    var changes = ChangeSet()
    changes.inserts = [
      .init(layout: tag, row: try row(tag, key: -1, [:])),
      .init(layout: tag, row: try row(tag, key: 20, [:])),
    ]
    XCTAssertEqual(try store.save(changes).keys, [21, 20])
    XCTAssertEqual(try insert(store, model, "Tag", [[:]]), [22])
  }

  func testKeysAreSharedByAHierarchy() throws {
    XCTAssertEqual(try insert(store, model, "Guest", [[:]]), [1])
    XCTAssertEqual(try insert(store, model, "ChiefRanger", [["badge": .integer(7)]]), [2])
    XCTAssertEqual(
      try shell("SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT IN (2, 3, 5)"), "2|2\n3|0\n5|0")
  }

  func testAnUpdateWritesOnlyWhatChangedAndRaisesTheVersion() throws {
    try insert(store, model, "Tag", [["label": .string("lake")]])
    var changes = ChangeSet()
    changes.updates = [try update("Tag", key: 1, ["label": .string("hill")], expected: 1)]
    _ = try store.save(changes)
    XCTAssertEqual(try shell("SELECT ZLABEL, Z_OPT FROM ZTAG"), "hill|2")
    changes.updates = [try update("Tag", key: 1, [:], expected: 2)]
    _ = try store.save(changes)
    XCTAssertEqual(try shell("SELECT ZLABEL, Z_OPT FROM ZTAG"), "hill|3")
  }

  func testAllConflictsOfASaveAreReportedAndNothingIsWritten() throws {
    try insert(store, model, "Tag", ["a", "b", "c", "d"].map { ["label": .string($0)] })
    var changes = ChangeSet()
    changes.updates = [
      try update("Tag", key: 1, ["label": .string("one")], expected: 1),
      try update("Tag", key: 2, ["label": .string("two")], expected: 7),
      try update("Tag", key: 4, ["label": .string("four")], expected: 1),
    ]
    changes.deletes = [.init(layout: try entity("Tag"), key: 3, expectedVersion: 9)]
    _ = try shell("DELETE FROM ZTAG WHERE Z_PK = 4")
    changes.inserts = [.init(layout: try entity("Tag"), row: try row(entity("Tag"), key: -1, [:]))]
    let error = assertError(.managedObjectMerge) { try store.save(changes) }
    let conflicts = try XCTUnwrap(error?.details[.conflictList])
    XCTAssertEqual(conflicts.map(\.key), [3, 2, 4])
    XCTAssertEqual(conflicts.map(\.expectedVersion), [9, 7, 1])
    XCTAssertEqual(conflicts.map { $0.persisted?.version }, [1, 1, nil])
    XCTAssertEqual(try shell("SELECT Z_PK, ZLABEL FROM ZTAG"), "1|a\n2|b\n3|c")
  }

  func testUniqueValuesMayBeSwapped() throws {
    try insert(
      store, model, "Campsite",
      [["siteNumber": .integer(1)], ["siteNumber": .integer(2)], ["siteNumber": .integer(3)]])
    var changes = ChangeSet()
    changes.updates = [
      try update("Campsite", key: 1, ["siteNumber": .integer(2)], expected: 1),
      try update("Campsite", key: 2, ["siteNumber": .integer(3)], expected: 1),
      try update("Campsite", key: 3, ["siteNumber": .integer(1)], expected: 1),
    ]
    _ = try store.save(changes)
    XCTAssertEqual(
      try shell("SELECT Z_PK, ZSITENUMBER, Z_OPT FROM ZCAMPSITE"), "1|2|2\n2|3|2\n3|1|2")
  }

  func testAUniqueValueMayMoveFromADeletedObjectToANewOne() throws {
    try insert(store, model, "Campsite", [["siteNumber": .integer(1)]])
    let campsite = try entity("Campsite")
    var changes = ChangeSet()
    changes.deletes = [.init(layout: campsite, key: 1, expectedVersion: 1)]
    changes.inserts = [
      .init(layout: campsite, row: try row(campsite, key: -1, ["siteNumber": .integer(1)]))
    ]
    XCTAssertEqual(try store.save(changes).keys, [2])
  }

  func testABrokenConstraintNamesKeysValuesAndTheOtherObject() throws {
    try insert(store, model, "Campsite", [["siteNumber": .integer(1)]])
    let arrival = AttributeValue.date(Date(timeIntervalSinceReferenceDate: 0))
    try insert(
      store, model, "Reservation",
      [["code": .string("A"), "campsite": .integer(1), "arrival": arrival]])
    let reservation = try entity("Reservation")
    var error = assertError(.managedObjectConstraintMerge) {
      try insert(store, model, "Reservation", [["code": .string("A")]])
    }
    XCTAssertEqual(error?.details[.constraint], ["code"])
    XCTAssertEqual(error?.details[.conflictingKey], 1)
    XCTAssertEqual(error?.value, .string("A"))
    XCTAssertEqual(error?.message, "there is another Reservation with code \"A\"")
    XCTAssertEqual(error?.objectID?.isTemporaryID, true)

    let keys = try insert(store, model, "Reservation", [["code": .string("B")]])
    var changes = ChangeSet()
    changes.updates = [
      try update(
        "Reservation", key: try XCTUnwrap(keys.first),
        ["campsite": .integer(1), "arrival": arrival], expected: 1)
    ]
    error = assertError(.managedObjectConstraintMerge) { try store.save(changes) }
    XCTAssertEqual(error?.details[.constraint], ["campsite", "arrival"])
    XCTAssertEqual(error?.details[.conflictingKey], 1)

    changes = ChangeSet()
    changes.inserts = try [-4, -3].map { key in
      .init(layout: reservation, row: try row(reservation, key: key, ["code": .string("C")]))
    }
    error = assertError(.managedObjectConstraintMerge) { try store.save(changes) }
    XCTAssertEqual(error?.objectID?.reference, -3)
    XCTAssertEqual(error?.details[.conflictingKey], -4)
    XCTAssertEqual(try shell("SELECT COUNT(*) FROM ZRESERVATION"), "2")
  }

  func testSequencesGoOnFromTheGreatestValue() throws {
    try insert(store, model, "Reservation", [["number": .integer(41)]])
    let reservation = try entity("Reservation")
    var changes = ChangeSet()
    changes.inserts = [
      .init(layout: reservation, row: try row(reservation, key: -1, [:])),
      .init(layout: reservation, row: try row(reservation, key: -2, ["number": .integer(50)])),
      .init(layout: reservation, row: try row(reservation, key: -3, [:])),
    ]
    let outcome = try store.save(changes)
    XCTAssertEqual(outcome.sequenceValues.map(\.insert), [0, 2])
    XCTAssertEqual(outcome.sequenceValues.map(\.value), [51, 52])
    XCTAssertEqual(
      try shell(
        "SELECT group_concat(ZNUMBER, ' ') FROM "
          + "(SELECT ZNUMBER FROM ZRESERVATION ORDER BY Z_PK)"), "41 51 50 52")
  }

  func testASequenceThatIsUsedUpIsAnError() throws {
    try insert(store, model, "Reservation", [["number": .integer(Int64(Int32.max))]])
    let error = assertError(.validationNumberTooLarge) {
      try insert(store, model, "Reservation", [[:]])
    }
    XCTAssertEqual(error?.key, "number")
  }

  func testManyToManyPairsEnterAndLeaveFromEitherSide() throws {
    try insert(store, model, "Campsite", [[:], [:]])
    let campsite = try entity("Campsite")
    let tag = try entity("Tag")
    let tags = try XCTUnwrap(campsite.property("tags"))
    let campsites = try XCTUnwrap(tag.property("campsites"))
    var changes = ChangeSet()
    changes.inserts = [.init(layout: tag, row: try row(tag, key: -1, ["label": .string("lake")]))]
    changes.joins = [
      .init(
        relationship: tags,
        added: [.init(source: 1, destination: -1), .init(source: 2, destination: -1)], removed: [])
    ]
    _ = try store.save(changes)
    XCTAssertEqual(try store.destinations(of: tags, source: 2).map(\.key), [1])
    XCTAssertEqual(try store.destinations(of: campsites, source: 1).map(\.key), [1, 2])
    changes = ChangeSet()
    changes.joins = [
      .init(
        relationship: campsites, added: [.init(source: 1, destination: 2)],
        removed: [.init(source: 1, destination: 1)])
    ]
    _ = try store.save(changes)
    XCTAssertEqual(try shell("SELECT Z_1CAMPSITES, Z_7TAGS FROM Z_1TAGS"), "2|1")
  }

  func testARelationshipThatIsItsOwnInverseLeadsBothWays() throws {
    try insert(store, model, "Guest", [[:], [:], [:]])
    let friends = try XCTUnwrap(try entity("Guest").property("friends"))
    var changes = ChangeSet()
    changes.joins = [
      .init(relationship: friends, added: [.init(source: 1, destination: 2)], removed: [])
    ]
    _ = try store.save(changes)
    XCTAssertEqual(try store.destinations(of: friends, source: 1).map(\.key), [2])
    XCTAssertEqual(try store.destinations(of: friends, source: 2).map(\.key), [1])
    changes.joins = [
      .init(relationship: friends, added: [], removed: [.init(source: 2, destination: 1)])
    ]
    _ = try store.save(changes)
    XCTAssertEqual(try shell("SELECT COUNT(*) FROM Z_3FRIENDS"), "0")
  }

  func testDeletingAnObjectLeavesNoPairBehind() throws {
    try insert(store, model, "Campsite", [[:], [:]])
    try insert(store, model, "Tag", [[:]])
    try insert(store, model, "Guest", [[:], [:]])
    let tags = try XCTUnwrap(try entity("Campsite").property("tags"))
    let friends = try XCTUnwrap(try entity("Guest").property("friends"))
    var changes = ChangeSet()
    changes.joins = [
      .init(
        relationship: tags,
        added: [.init(source: 1, destination: 1), .init(source: 2, destination: 1)], removed: []),
      .init(relationship: friends, added: [.init(source: 1, destination: 2)], removed: []),
    ]
    _ = try store.save(changes)
    changes = ChangeSet()
    changes.deletes = [
      .init(layout: try entity("Campsite"), key: 2, expectedVersion: 1),
      .init(layout: try entity("Guest"), key: 1, expectedVersion: 1),
    ]
    _ = try store.save(changes)
    XCTAssertEqual(try shell("SELECT Z_1CAMPSITES, Z_7TAGS FROM Z_1TAGS"), "1|1")
    XCTAssertEqual(try shell("SELECT COUNT(*) FROM Z_3FRIENDS"), "0")
  }

  func testTableOfAHierarchyKeepsEachEntitysColumnsApart() throws {
    try insert(store, model, "Guest", [["name": .string("Ada"), "nickname": .string("A")]])
    try insert(
      store, model, "ChiefRanger",
      [["name": .string("Bo"), "nickname": .string("B"), "badge": .integer(4)]])
    XCTAssertEqual(
      try shell("SELECT Z_ENT, ZNAME, ZNICKNAME, ZNICKNAME1, ZBADGE FROM ZPERSON"),
      "3|Ada|A||\n5|Bo||B|4")
    let rows = try store.fetch(FetchPlan(layout: entity("Person")))
    XCTAssertEqual(rows.map(\.entityNumber), [3, 5])
    let nicknames = try rows.map { row in
      row.value(of: try XCTUnwrap(model[row.entityNumber].property("nickname")))
    }
    XCTAssertEqual(nicknames, [.string("A"), .string("B")])
    XCTAssertEqual(try store.fetch(FetchPlan(layout: entity("Ranger"))).map(\.key), [2])
    var plan = FetchPlan(layout: try entity("Ranger"))
    plan.includesSubentities = false
    XCTAssertEqual(try store.fetch(plan).count, 0)
    XCTAssertEqual(try store.count(plan), 0)
  }

  func testRowsAreFoundByAnyNumberOfKeys() throws {
    let count = 700
    try insert(
      store, model, "Tag", (1...count).map { ["label": .string("tag \($0)")] })
    let tag = try entity("Tag")
    for size in [0, 1, 2, 5, 17, 65, 257, 513, 700] {
      let keys = (1...Int64(count)).prefix(size) + [9999]
      let found = try store.rows(keys: Array(keys), root: tag)
      XCTAssertEqual(found.map(\.key).sorted(), Array(1...Int64(count)).prefix(size).map { $0 })
    }
    XCTAssertNil(try store.row(key: 701, root: tag))
  }

  func testValuesOfUnexpectedKindsAreReadWithoutACrash() throws {
    try insert(store, model, "Reservation", [["code": .string("A")]])
    try insert(store, model, "Guest", [["name": .string("Ada")]])
    _ = try shell(
      """
      UPDATE ZRESERVATION SET ZARRIVAL = 86400, ZSTATUS = 'many', ZWEIGHT = 'x', ZPRICE = 'cheap',
      ZCODE = CAST(X'41FF42' AS TEXT), ZTOKEN = X'01', ZPHOTO = 'text', ZISPAID = 2, ZPAGE = X'20';
      INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (8, 99, 1, 'x'), (9, NULL, 1, 'y');
      """)
    let layout = try entity("Reservation")
    let row = try XCTUnwrap(store.row(key: 1, root: layout))
    func value(_ name: String) throws -> AttributeValue {
      row.value(of: try XCTUnwrap(layout.property(name)))
    }
    XCTAssertEqual(try value("arrival"), .date(Date(timeIntervalSinceReferenceDate: 86400)))
    XCTAssertEqual(try value("status"), .integer(0))
    XCTAssertEqual(try value("weight"), .double(0))
    XCTAssertEqual(try value("price"), .null)
    XCTAssertEqual(try value("code"), .string("A\u{FFFD}B"))
    XCTAssertEqual(try value("token"), .null)
    XCTAssertEqual(try value("photo"), .data(Data("text".utf8)))
    XCTAssertEqual(try value("isPaid"), .boolean(true))
    XCTAssertEqual(try store.fetch(FetchPlan(layout: entity("Person"))).map(\.key), [1])
    XCTAssertNil(try store.row(key: 8, root: entity("Person")))
  }

  func testTriggersOfDerivedAttributesDoNotStandInTheWay() throws {
    _ = try shell(
      """
      CREATE TRIGGER Z_DA_ZTAG_Tag_count_SOURCE_INSERT AFTER INSERT ON ZTAG BEGIN
      SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZTAG', NEW.Z_ENT, NEW.Z_PK, 'x', 1);
      END
      """)
    XCTAssertEqual(try insert(store, model, "Tag", [[:]]), [1])
  }
}
