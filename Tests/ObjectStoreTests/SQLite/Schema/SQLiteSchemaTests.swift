import Foundation
import ObjectModel
import ObjectStore
import XCTest

/// Names, types and order of tables and columns, as the stores that Core Data wrote have them.
final class SQLiteSchemaTests: StoreTestCase {
  private func schema(of model: ManagedObjectModel) throws -> [String] {
    try open(layout(model)).close()
    return try shell("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").components(
      separatedBy: "\n")
  }

  func testColumnsStandInGroupsByTypeAndByNameWithinThem() throws {
    let schema = try schema(of: Self.campModel())
    // Campsite 1, Person 2, Guest 3, Ranger 4, ChiefRanger 5, Reservation 6, Tag 7.
    XCTAssertEqual(
      schema.filter { $0.hasPrefix("CREATE TABLE") },
      [
        "CREATE TABLE ZCAMPSITE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZSITENUMBER INTEGER, ZAREA FLOAT, ZNAME VARCHAR )",
        "CREATE TABLE Z_1TAGS ( Z_1CAMPSITES INTEGER, Z_7TAGS INTEGER, "
          + "PRIMARY KEY (Z_1CAMPSITES, Z_7TAGS) )",
        "CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZBADGE INTEGER, ZNAME VARCHAR, ZNICKNAME VARCHAR, ZNICKNAME1 VARCHAR )",
        "CREATE TABLE Z_3FRIENDS ( Z_3FRIENDS INTEGER, REFLEXIVE INTEGER, "
          + "PRIMARY KEY (Z_3FRIENDS, REFLEXIVE) )",
        "CREATE TABLE ZRESERVATION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZISPAID INTEGER, ZNUMBER INTEGER, ZSERIAL INTEGER, ZSTATUS INTEGER, "
          + "ZCAMPSITE INTEGER, ZGUEST INTEGER, Z2_GUEST INTEGER, ZARRIVAL TIMESTAMP, "
          + "ZWEIGHT FLOAT, ZPRICE DECIMAL, ZCODE VARCHAR, ZPAGE VARCHAR, ZTOKEN BLOB, "
          + "ZPHOTO BLOB )",
        "CREATE TABLE ZTAG ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZLABEL VARCHAR )",
        "CREATE TABLE Z_PRIMARYKEY "
          + "(Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
        "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
      ])
    XCTAssertEqual(
      Set(schema.filter { !$0.hasPrefix("CREATE TABLE") }),
      [
        "CREATE INDEX Z_1TAGS_Z_7TAGS_INDEX ON Z_1TAGS (Z_7TAGS, Z_1CAMPSITES)",
        "CREATE INDEX Z_3FRIENDS_REFLEXIVE_INDEX ON Z_3FRIENDS (REFLEXIVE, Z_3FRIENDS)",
        "CREATE INDEX ZPERSON_Z_ENT_INDEX ON ZPERSON (Z_ENT)",
        "CREATE INDEX ZRESERVATION_ZCAMPSITE_INDEX ON ZRESERVATION (ZCAMPSITE)",
        "CREATE INDEX ZRESERVATION_ZGUEST_INDEX ON ZRESERVATION (ZGUEST)",
        "CREATE INDEX Z_Reservation_byStatus ON ZRESERVATION "
          + "(ZSTATUS COLLATE BINARY ASC, ZARRIVAL COLLATE BINARY DESC)",
        "CREATE INDEX Z_Reservation_number ON ZRESERVATION (ZNUMBER COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_Campsite_UNIQUE_siteNumber ON ZCAMPSITE "
          + "(ZSITENUMBER COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_Reservation_UNIQUE_code ON ZRESERVATION (ZCODE COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_Reservation_UNIQUE_campsite_arrival ON ZRESERVATION "
          + "(ZCAMPSITE COLLATE BINARY ASC, ZARRIVAL COLLATE BINARY ASC)",
      ])
  }

  func testTheGreatestNumberOfASequenceIsFoundByAnIndex() throws {
    try open(layout(Self.campModel())).close()
    let plan = try shell("EXPLAIN QUERY PLAN SELECT MAX(ZNUMBER) FROM ZRESERVATION")
    XCTAssertTrue(plan.contains("USING COVERING INDEX Z_Reservation_number"), plan)
  }

  func testEntitiesAreNumberedByNameAndDepthFirst() throws {
    try open(layout()).close()
    XCTAssertEqual(
      try shell("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY"),
      """
      1|Campsite|0|0
      2|Person|0|0
      3|Guest|2|0
      4|Ranger|2|0
      5|ChiefRanger|4|0
      6|Reservation|0|0
      7|Tag|0|0
      """)
    XCTAssertEqual(
      try shell("PRAGMA page_size; PRAGMA auto_vacuum; PRAGMA journal_mode"), "4096\n2\nwal")
  }

  func testAnAscendingIndexOverOneAttributeComesUnderTwoNames() throws {
    let entity = EntityDescription(
      "Note",
      indexes: [
        FetchIndexDescription(name: "byDay", elements: [FetchIndexElementDescription("day")]),
        FetchIndexDescription(
          name: "say \"x\"",
          elements: [FetchIndexElementDescription("day", isAscending: false)]),
      ]
    ) {
      AttributeDescription("day", .date)
    }
    let schema = try schema(of: ManagedObjectModel(entities: [entity]))
    XCTAssertEqual(
      Set(schema.filter { $0.hasPrefix("CREATE INDEX") }),
      [
        "CREATE INDEX Z_Note_byDay ON ZNOTE (ZDAY COLLATE BINARY ASC)",
        "CREATE INDEX Z_Note_day ON ZNOTE (ZDAY COLLATE BINARY ASC)",
        "CREATE INDEX \"Z_Note_say \"\"x\"\"\" ON ZNOTE (ZDAY COLLATE BINARY DESC)",
      ])
  }

  func testColumnsOfJoinTablesAreUniqueWithinAHierarchy() throws {
    // As Messaging's stores have it: User.systemMessages comes after User.reactions.
    let model = ManagedObjectModel(entities: [
      EntityDescription("Message") {
        RelationshipDescription("users", toMany: "User", inverse: "systemMessages")
      },
      EntityDescription("Reaction") {
        RelationshipDescription("users", toMany: "User", inverse: "reactions")
      },
      EntityDescription("User") {
        RelationshipDescription("reactions", toMany: "Reaction", inverse: "users")
        RelationshipDescription("systemMessages", toMany: "Message", inverse: "users")
      },
    ])
    let schema = try schema(of: model)
    XCTAssertTrue(
      schema.contains(
        "CREATE TABLE Z_1USERS ( Z_1SYSTEMMESSAGES INTEGER, Z_3USERS1 INTEGER, "
          + "PRIMARY KEY (Z_1SYSTEMMESSAGES, Z_3USERS1) )"), "\(schema)")
    XCTAssertTrue(
      schema.contains(
        "CREATE TABLE Z_2USERS ( Z_2REACTIONS INTEGER, Z_3USERS INTEGER, "
          + "PRIMARY KEY (Z_2REACTIONS, Z_3USERS) )"), "\(schema)")
  }

  func testNamesThatWouldClashWithBookkeepingGetANumber() throws {
    let model = ManagedObjectModel(entities: [
      EntityDescription("_metadata") { AttributeDescription("_pk", .string) }
    ])
    XCTAssertTrue(
      try schema(of: model).contains(
        "CREATE TABLE Z_METADATA1 ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "Z_PK1 VARCHAR )"))
  }
}
