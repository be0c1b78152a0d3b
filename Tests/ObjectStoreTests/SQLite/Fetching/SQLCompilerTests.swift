import Foundation
import ObjectModel
import XCTest

@testable import ObjectStore

/// The SQL that predicates and sort orders become.
final class SQLCompilerTests: StoreTestCase {
  private var model: ModelLayout!
  private let identity = StoreIdentity(identifier: "TEST")

  override func setUpWithError() throws {
    try super.setUpWithError()
    model = try layout()
  }

  private func compile(
    _ format: String, _ entity: String = "Reservation", arguments: [Any] = [],
    sorts: [FetchSortDescriptor] = [], isOrdered: Bool = false
  ) throws -> SQLCompiler.Query {
    let layout = try XCTUnwrap(model.entity(named: entity))
    var plan = FetchPlan(layout: layout)
    if !format.isEmpty {
      plan.predicate = try PredicateResolver(entity: layout.entity).resolve(
        try FetchPredicate(format: format, argumentArray: arguments))
    }
    plan.sorts = try ResolvedSortOrder(sorts, entity: layout.entity).descriptors
    return try SQLCompiler(
      mapping: StoreMapping(model: model), identity: identity, entity: layout.entity
    ).query(plan, entityCondition: nil, isOrdered: isOrdered)
  }

  private func assert(
    _ format: String, _ entity: String = "Reservation", arguments: [Any] = [], is text: String,
    _ bindings: [SQLParameter] = [], line: UInt = #line
  ) throws {
    let query = try compile(format, entity, arguments: arguments)
    XCTAssertEqual(query.text, text, line: line)
    XCTAssertEqual(query.bindings, bindings, line: line)
  }

  func testComparisonsStayPlainWhereAnIndexCanHelp() throws {
    try assert("status == 3", is: " WHERE t0.ZSTATUS = ?1", [.integer(3)])
    try assert(
      "status > 3 AND code < 'b'", is: " WHERE (t0.ZSTATUS > ?1 AND t0.ZCODE < ?2)",
      [.integer(3), .text("b")])
    try assert(
      "serial BETWEEN {1, 5}", is: " WHERE t0.ZSERIAL BETWEEN ?1 AND ?2",
      [.integer(1), .integer(5)])
    try assert(
      "code BEGINSWITH 'R-'", is: " WHERE (t0.ZCODE >= ?1 AND t0.ZCODE < ?2)",
      [.text("R-"), .text("R.")])
    try assert("status IN {1, 2}", is: " WHERE t0.ZSTATUS IN (?1, ?2)", [.integer(1), .integer(2)])
  }

  func testNilIsNeitherEqualNorUnequalByAccident() throws {
    try assert("code == nil", is: " WHERE t0.ZCODE IS NULL")
    try assert("code != nil", is: " WHERE t0.ZCODE IS NOT NULL")
    try assert("code != 'x'", is: " WHERE t0.ZCODE IS NOT ?1", [.text("x")])
    try assert("code < nil", is: " WHERE 0")
    try assert("status IN {}", is: " WHERE 0")
  }

  func testUnderNotEveryComparisonHasAnAnswer() throws {
    try assert("NOT status == 3", is: " WHERE NOT (t0.ZSTATUS IS ?1)", [.integer(3)])
    try assert("NOT status > 3", is: " WHERE NOT ((t0.ZSTATUS > ?1) IS TRUE)", [.integer(3)])
    try assert(
      "NOT (code CONTAINS 'x' OR status == nil)",
      is: " WHERE NOT (((instr(t0.ZCODE, ?1) > 0) IS TRUE OR t0.ZSTATUS IS NULL))", [.text("x")])
  }

  func testPathsJoinATableOnceAndOnlyWhereItIsNeeded() throws {
    try assert("campsite == nil", is: " WHERE t0.ZCAMPSITE IS NULL")
    try assert(
      "campsite.siteNumber > 3 AND campsite.name == 'x'",
      is: " JOIN ZCAMPSITE t1 ON t1.Z_PK = t0.ZCAMPSITE "
        + "WHERE (t1.ZSITENUMBER > ?1 AND t1.ZNAME = ?2)", [.integer(3), .text("x")])
  }

  func testObjectsWithoutADestinationAreJoinedWhereTheyMayMatch() throws {
    try assert(
      "campsite.name != 'x' AND status == 1",
      is: " LEFT JOIN ZCAMPSITE t1 ON t1.Z_PK = t0.ZCAMPSITE "
        + "WHERE (t1.ZNAME IS NOT ?1 AND t0.ZSTATUS = ?2)", [.text("x"), .integer(1)])
    try assert(
      "campsite.name == 'x' OR status == 1",
      is: " LEFT JOIN ZCAMPSITE t1 ON t1.Z_PK = t0.ZCAMPSITE "
        + "WHERE (t1.ZNAME = ?1 OR t0.ZSTATUS = ?2)", [.text("x"), .integer(1)])
    try assert(
      "campsite.name == nil",
      is: " LEFT JOIN ZCAMPSITE t1 ON t1.Z_PK = t0.ZCAMPSITE "
        + "WHERE t1.ZNAME IS NULL")
    try assert(
      "campsite.name == code",
      is: " LEFT JOIN ZCAMPSITE t1 ON t1.Z_PK = t0.ZCAMPSITE "
        + "WHERE t1.ZNAME IS t0.ZCODE")
  }

  func testCollectionsAreSubqueriesOverTheForeignKey() throws {
    try assert(
      "NOT (ANY reservations.serial BETWEEN {3, 5})", "Campsite",
      is: " WHERE NOT EXISTS (SELECT 1 FROM ZRESERVATION t1 WHERE t1.ZCAMPSITE = t0.Z_PK "
        + "AND t1.ZSERIAL BETWEEN ?1 AND ?2)", [.integer(3), .integer(5)])
    try assert(
      "ALL reservations.status == 1", "Campsite",
      is: " WHERE NOT EXISTS (SELECT 1 FROM ZRESERVATION t1 WHERE t1.ZCAMPSITE = t0.Z_PK "
        + "AND NOT (t1.ZSTATUS IS ?1))", [.integer(1)])
    try assert(
      "reservations.@count >= 2", "Campsite",
      is: " WHERE (SELECT COUNT(*) FROM ZRESERVATION t1 WHERE t1.ZCAMPSITE = t0.Z_PK) >= ?1",
      [.integer(2)])
    try assert(
      "ANY tags.label == 'lake'", "Campsite",
      is: " WHERE EXISTS (SELECT 1 FROM Z_1TAGS t1 JOIN ZTAG t2 ON t2.Z_PK = t1.Z_7TAGS "
        + "WHERE t1.Z_1CAMPSITES = t0.Z_PK AND t2.ZLABEL = ?1)", [.text("lake")])
  }

  func testAPathOverSeveralCollectionsIsOneSubqueryThatJoinsThem() throws {
    try assert(
      "ANY tags.campsites.reservations.status == 1", "Campsite",
      is: " WHERE EXISTS (SELECT 1 FROM Z_1TAGS t1 JOIN Z_1TAGS t2 ON t2.Z_7TAGS = t1.Z_7TAGS "
        + "JOIN ZRESERVATION t3 ON t3.ZCAMPSITE = t2.Z_1CAMPSITES "
        + "WHERE t1.Z_1CAMPSITES = t0.Z_PK AND t3.ZSTATUS = ?1)", [.integer(1)])
    try assert(
      "campsite.tags.campsites.@count == 2",
      is: " WHERE CASE WHEN t0.ZCAMPSITE IS NOT NULL THEN (SELECT COUNT(*) FROM Z_1TAGS t1 "
        + "JOIN Z_1TAGS t2 ON t2.Z_7TAGS = t1.Z_7TAGS WHERE t1.Z_1CAMPSITES = t0.ZCAMPSITE) END = ?1",
      [.integer(2)])
    try assert(
      "SUBQUERY(tags.campsites, $c, $c.siteNumber > siteNumber).@count > 0", "Campsite",
      is: " WHERE EXISTS (SELECT 1 FROM Z_1TAGS t1 JOIN Z_1TAGS t2 ON t2.Z_7TAGS = t1.Z_7TAGS "
        + "JOIN ZCAMPSITE t3 ON t3.Z_PK = t2.Z_1CAMPSITES "
        + "WHERE t1.Z_1CAMPSITES = t0.Z_PK AND t3.ZSITENUMBER > t0.ZSITENUMBER)")
  }

  func testMembershipInARelationshipReadsTheJoinTableAlone() throws {
    let tag = try XCTUnwrap(model.entity(named: "Tag"))
    let id = ManagedObjectID(store: identity, entity: tag.entity, reference: 7)
    let query = try compile("ANY tags == %@", "Campsite", arguments: [id])
    XCTAssertEqual(
      query.text,
      " WHERE EXISTS (SELECT 1 FROM Z_1TAGS t1 WHERE t1.Z_1CAMPSITES = t0.Z_PK "
        + "AND t1.Z_7TAGS = ?1)")
    XCTAssertEqual(query.bindings, [.integer(7)])
  }

  func testAnObjectOfAnotherStoreOrTableMatchesNothing() throws {
    let tag = try XCTUnwrap(model.entity(named: "Tag"))
    let site = try XCTUnwrap(model.entity(named: "Campsite"))
    for id in [
      ManagedObjectID(
        store: StoreIdentity(identifier: "OTHER"), entity: site.entity, reference: 7),
      ManagedObjectID(store: identity, entity: tag.entity, reference: 7),
      ManagedObjectID(store: nil, entity: site.entity, reference: -7),
    ] {
      XCTAssertEqual(
        try compile("campsite == %@", arguments: [id]), .init(text: " WHERE 0", bindings: []))
      XCTAssertEqual(
        try compile("campsite != %@", arguments: [id]), .init(text: " WHERE 1", bindings: []))
    }
  }

  func testConstantsNeverBecomeText() throws {
    let first = try compile("code == %@", arguments: ["x' OR 1 --"])
    let second = try compile("code == %@", arguments: ["y"])
    XCTAssertEqual(first.text, second.text)
    XCTAssertEqual(first.bindings, [.text("x' OR 1 --")])
  }

  func testSortsEndOnThePrimaryKey() throws {
    let query = try compile(
      "",
      sorts: [
        FetchSortDescriptor(key: "campsite.name", ascending: false),
        FetchSortDescriptor(key: "code", ascending: true, comparison: .caseInsensitive),
        FetchSortDescriptor(key: "code", ascending: true, comparison: .localizedStandard),
      ], isOrdered: true)
    XCTAssertEqual(
      query.text,
      " LEFT JOIN ZCAMPSITE t1 ON t1.Z_PK = t0.ZCAMPSITE ORDER BY t1.ZNAME DESC, "
        + "OBJECTGRAPH_FOLD(t0.ZCODE, 1), t0.ZCODE COLLATE OBJECTGRAPH_LOCALIZED, t0.Z_PK")
  }

  func testAFreeCampsiteIsFoundThroughTheIndexOfTheForeignKey() throws {
    try open(model).close()
    let query = try compile("NOT (ANY reservations.serial BETWEEN {3, 5})", "Campsite")
    let plan = try shell("EXPLAIN QUERY PLAN SELECT * FROM ZCAMPSITE t0\(query.text)")
    XCTAssertTrue(
      plan.contains("SEARCH t1 USING INDEX")
        && (plan.contains("ZRESERVATION_ZCAMPSITE_INDEX") || plan.contains("campsite_arrival")),
      plan)
  }

  // Fact 118.
  func testASubqueryIsOneSearchForAnObjectThatFulfilsBothConditions() throws {
    try assert(
      "SUBQUERY(reservations, $r, $r.status == 1 AND $r.serial > siteNumber).@count > 0",
      "Campsite",
      is: " WHERE EXISTS (SELECT 1 FROM ZRESERVATION t1 WHERE t1.ZCAMPSITE = t0.Z_PK "
        + "AND (t1.ZSTATUS = ?1 AND t1.ZSERIAL > t0.ZSITENUMBER))", [.integer(1)])
    try assert(
      "SUBQUERY(reservations, $r, $r.status == 1).@count == 2", "Campsite",
      is: " WHERE (SELECT COUNT(*) FROM ZRESERVATION t1 WHERE t1.ZCAMPSITE = t0.Z_PK "
        + "AND t1.ZSTATUS = ?1) = ?2", [.integer(1), .integer(2)])
    try assert(
      "SUBQUERY(tags, $t, $t.label == 'x').@count == 0", "Campsite",
      is: " WHERE NOT EXISTS (SELECT 1 FROM Z_1TAGS t1 JOIN ZTAG t2 ON t2.Z_PK = t1.Z_7TAGS "
        + "WHERE t1.Z_1CAMPSITES = t0.Z_PK AND t2.ZLABEL = ?1)", [.text("x")])
  }

  func testAggregatesAreSubqueriesAndNilBesideACollectionThatIsNotThere() throws {
    try assert(
      "reservations.arrival.@max < %@", "Campsite",
      arguments: [Date(timeIntervalSinceReferenceDate: 1)],
      is: " WHERE (SELECT MAX(t1.ZARRIVAL) FROM ZRESERVATION t1 WHERE t1.ZCAMPSITE = t0.Z_PK) < ?1",
      [.real(1)])
    try assert(
      "campsite.reservations.serial.@min == 3",
      is:
        " WHERE CASE WHEN t0.ZCAMPSITE IS NOT NULL THEN (SELECT MIN(t1.ZSERIAL) FROM ZRESERVATION t1 "
        + "WHERE t1.ZCAMPSITE = t0.ZCAMPSITE) END = ?1", [.integer(3)])
  }

  func testAConstantOnTheLeftUsesAnIndexAsOneOnTheRightDoes() throws {
    try assert("3 < status", is: " WHERE t0.ZSTATUS > ?1", [.integer(3)])
    try assert("10.5 == price", is: " WHERE t0.ZPRICE = ?1", [.real(10.5)])
  }

  func testDecimalsAreComparedExactlyWhereColumnsAreNot() throws {
    let exact = try XCTUnwrap(Decimal(string: "10.123456789012345678"))
    let query = try compile("price < %@", arguments: [exact])
    XCTAssertEqual(query.text, " WHERE OBJECTGRAPH_ORDER(OBJECTGRAPH_DECIMAL(t0.ZPRICE), ?1) < 0")
    XCTAssertEqual(query.bindings, [.text("10.123456789012345678")])
  }

  func testConditionalsAndEntityNames() throws {
    try assert(
      "TERNARY(status == 1, serial, 0) > 2",
      is: " WHERE CASE WHEN t0.ZSTATUS = ?1 THEN t0.ZSERIAL ELSE ?2 END > ?3",
      [.integer(1), .integer(0), .integer(2)])
    try assert(
      "entity.name == 'Guest'", "Person",
      is:
        " WHERE CASE t0.Z_ENT WHEN 2 THEN ?1 WHEN 3 THEN ?2 WHEN 4 THEN ?3 WHEN 5 THEN ?4 END = ?5",
      [.text("Person"), .text("Guest"), .text("Ranger"), .text("ChiefRanger"), .text("Guest")])
  }

  func testObjectsOfDifferentTablesAreNeverTheSame() throws {
    try assert(
      "campsite == guest", is: " WHERE (t0.ZCAMPSITE IS NULL AND t0.ZGUEST IS NULL)")
  }

  func testTransientAttributesAreRefused() throws {
    let error = assertError(.invalidArgument) { try compile("draft == 'x'") }
    XCTAssertEqual(error?.key, "draft")
  }

  func testMoreConstantsThanAStatementHasParametersAreCounted() throws {
    let layout = try XCTUnwrap(model.entity(named: "Reservation"))
    for (most, isRefused) in [(3, false), (2, true)] {
      let compiler = SQLCompiler(
        mapping: StoreMapping(model: model), identity: identity, entity: layout.entity)
      compiler.limits.variables = most
      var plan = FetchPlan(layout: layout)
      plan.predicate = try PredicateResolver(entity: layout.entity).resolve(
        try FetchPredicate(format: "status IN {4, 5, 6}"))
      do {
        _ = try compiler.query(plan, entityCondition: nil)
        XCTAssertFalse(isRefused)
      } catch let error as ObjectGraphError {
        XCTAssertTrue(isRefused)
        XCTAssertEqual(
          error.message, "a request for Reservation has 3 constants; SQLite supports at most 2")
      }
    }
  }
}
