import Foundation
import ObjectModel
import XCTest

@testable import ObjectStore

/// Each predicate finds the same rows in SQL as in memory.
final class PredicateAgreementTests: StoreTestCase {
  private var model: ModelLayout!
  private var store: PersistentStore!
  private var subjects: [String: [StoredSubject]] = [:]

  override func setUpWithError() throws {
    try super.setUpWithError()
    model = try layout()
    store = try open(model)
    try fill()
    for name in ["Campsite", "Reservation", "Person", "Guest", "Ranger", "Tag"] {
      let layout = try XCTUnwrap(model.entity(named: name))
      subjects[name] = try store.fetch(FetchPlan(layout: layout)).map {
        StoredSubject(row: $0, store: store, model: model)
      }
    }
  }

  override func tearDownWithError() throws {
    store.close()
    try super.tearDownWithError()
  }

  private func fill() throws {
    try insert(
      store, model, "Campsite",
      [
        ["siteNumber": .integer(1), "name": .string("Lake"), "area": .double(40.5)],
        ["siteNumber": .integer(2), "name": .string("lakeside É"), "area": .double(0)],
        ["siteNumber": .integer(3), "name": .null, "area": .null],
        ["siteNumber": .null, "name": .string(""), "area": .double(-3)],
      ])
    try insert(store, model, "Tag", [["label": .string("shade")], ["label": .null], [:]])
    try insert(store, model, "Guest", [["name": .string("Ada")], ["nickname": .string("Bo")]])
    try insert(store, model, "Ranger", [["name": .string("Cy"), "badge": .integer(7)]])
    let day = { (number: Double) in
      AttributeValue.date(Date(timeIntervalSinceReferenceDate: number * 86400))
    }
    try insert(
      store, model, "Reservation",
      [
        [
          "code": .string("R-1"), "campsite": .integer(1), "guest": .integer(1), "arrival": day(1),
          "status": .integer(1), "serial": .integer(4), "isPaid": .boolean(true),
          "price": .decimal(10), "weight": .double(1.5),
          "token": .uuid(try XCTUnwrap(UUID(uuidString: "00000000-0000-0000-0000-000000000001"))),
          "photo": .data(Data([1, 2])),
        ],
        [
          "code": .string("r-2%"), "campsite": .integer(1), "guest": .integer(2), "arrival": day(2),
          "status": .integer(2), "serial": .integer(-7), "isPaid": .boolean(false),
          "price": .decimal(try XCTUnwrap(Decimal(string: "10.11"))), "weight": .double(-2),
        ],
        [
          "code": .string("R_3*"), "campsite": .integer(2), "guest": .null, "arrival": .null,
          "status": .null, "serial": .null, "price": .null,
        ],
        [
          "code": .string("Ré\u{301}4 🏕️"), "campsite": .null, "guest": .integer(3),
          "arrival": day(1), "status": .integer(1), "serial": .integer(0),
        ],
        ["code": .string(""), "campsite": .integer(2), "guest": .integer(3), "arrival": day(9)],
        ["code": .null, "status": .integer(2), "serial": .integer(.max)],
      ])
    let tags = try XCTUnwrap(model.entity(named: "Campsite")?.property("tags"))
    let friends = try XCTUnwrap(model.entity(named: "Guest")?.property("friends"))
    var changes = ChangeSet()
    changes.joins = [
      .init(
        relationship: tags,
        added: [
          .init(source: 1, destination: 1), .init(source: 1, destination: 2),
          .init(source: 2, destination: 1), .init(source: 3, destination: 3),
        ], removed: []),
      .init(relationship: friends, added: [.init(source: 1, destination: 2)], removed: []),
    ]
    _ = try store.save(changes)
  }

  private func assertAgreement(
    _ format: String, _ entity: String, _ arguments: [Any] = [], line: UInt = #line
  ) throws {
    let layout = try XCTUnwrap(model.entity(named: entity))
    let all = try XCTUnwrap(subjects[entity])
    let plain = try PredicateResolver(entity: layout.entity).resolve(
      try FetchPredicate(format: format, argumentArray: arguments))
    // Under NOT, and beside another condition, the same must hold.
    let forms: [(String, ResolvedPredicate)] = [
      ("", plain), ("NOT ", .not(plain)), ("NOT NOT ", .not(.not(plain))),
      ("OR false ", .or([plain, .literal(false)])),
      ("NOT AND ", .not(.and([plain, .literal(true)]))),
    ]
    for (name, predicate) in forms {
      var plan = FetchPlan(layout: layout)
      plan.predicate = predicate
      let inMemory = try all.filter { try predicate.matches($0) }.map(\.row.key)
      XCTAssertEqual(try store.fetch(plan).map(\.key), inMemory, name + format, line: line)
      XCTAssertEqual(try store.count(plan), inMemory.count, name + format, line: line)
    }
  }

  func testNumbers() throws {
    for symbol in ["==", "!=", "<", "<=", ">", ">="] {
      for value in ["1", "2", "0", "-7", "2.5", "nil", "9223372036854775807", "9.3e18"] {
        try assertAgreement("status \(symbol) \(value)", "Reservation")
        try assertAgreement("serial \(symbol) \(value)", "Reservation")
        try assertAgreement("weight \(symbol) \(value)", "Reservation")
        try assertAgreement("price \(symbol) \(value)", "Reservation")
        try assertAgreement("\(value) \(symbol) serial", "Reservation")
      }
      try assertAgreement("price \(symbol) 10.11", "Reservation")
      try assertAgreement("isPaid \(symbol) true", "Reservation")
      try assertAgreement("status \(symbol) serial", "Reservation")
      try assertAgreement("campsite.siteNumber \(symbol) status", "Reservation")
    }
    try assertAgreement("serial BETWEEN {-7, 0}", "Reservation")
    try assertAgreement("serial BETWEEN {status, 4}", "Reservation")
    try assertAgreement("weight BETWEEN {5, 1}", "Reservation")
  }

  func testArithmetic() throws {
    for text in [
      "serial + status == 5", "serial * 2 > 1", "serial / 0 == nil", "serial / 2 == -3",
      "-serial > 0", "serial - 1 != status", "status ** 2 == 4", "serial + 1 > 0",
      "weight / 2 < 0.76", "area * 2 == 81", "price + 0.1 == 10.21", "price * 3 == 30.33",
      "price / 4 == 2.5", "-price < -10.1", "price - price == 0", "price / 0 == nil",
      "price + weight > 11", "price ** 2 > 100", "price / weight > 6", "price * status > 20",
      "(price + 0.2) / 3 > 3.4", "price + nil == nil", "serial ** 0.5 == 2", "serial / 0.5 == 8",
    ] {
      try assertAgreement(text, text.contains("area") ? "Campsite" : "Reservation")
    }
  }

  func testText() throws {
    let values = [
      "R-1", "r-", "R", "", "é", "E", "%", "*", "R_", "4 🏕️", "LAKE", "lak?", "*ide*", "🏕️",
    ]
    for option in ["", "[c]", "[d]", "[cd]", "[n]", "[l]"] {
      for symbol in ["==", "!=", "<", ">=", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE"] {
        for value in values {
          try assertAgreement("code \(symbol)\(option) %@", "Reservation", [value])
          try assertAgreement("name \(symbol)\(option) %@", "Campsite", [value])
        }
      }
      try assertAgreement("code MATCHES\(option) '[rR]-[0-9]%?'", "Reservation")
      try assertAgreement("code IN\(option) {'r-1', 'R_3*'}", "Reservation")
      try assertAgreement("code BETWEEN\(option) {'R', 'S'}", "Reservation")
      try assertAgreement("code ==\(option) campsite.name", "Reservation")
      try assertAgreement("code CONTAINS\(option) campsite.name", "Reservation")
    }
    try assertAgreement("code == nil", "Reservation")
    try assertAgreement("code CONTAINS nil", "Reservation")
  }

  func testOtherTypes() throws {
    let date = Date(timeIntervalSinceReferenceDate: 86400)
    for symbol in ["==", "!=", "<", ">="] {
      try assertAgreement("arrival \(symbol) %@", "Reservation", [date])
    }
    let token = try XCTUnwrap(UUID(uuidString: "00000000-0000-0000-0000-000000000001"))
    for symbol in ["==", "!="] {
      try assertAgreement("token \(symbol) %@", "Reservation", [token])
      try assertAgreement("photo \(symbol) %@", "Reservation", [Data([1, 2])])
      try assertAgreement("token \(symbol) nil", "Reservation")
    }
    try assertAgreement("arrival IN %@", "Reservation", [[date, Date()]])
    try assertAgreement("TRUEPREDICATE", "Tag")
    try assertAgreement("FALSEPREDICATE", "Tag")
  }

  func testLists() throws {
    try assertAgreement("status IN {}", "Reservation")
    try assertAgreement("status IN {1, nil}", "Reservation")
    try assertAgreement("status IN {1, serial}", "Reservation")
    try assertAgreement("status IN %@", "Reservation", [Array(2...2000)])
    try assertAgreement("weight IN %@", "Reservation", [(0...2000).map { Double($0) / 2 - 500 }])
    try assertAgreement("code IN %@", "Reservation", [(0...2000).map { "R-\($0)" } + ["\"\\\n"]])
    try assertAgreement("code IN[c] %@", "Reservation", [(0...2000).map { "R-\($0)" }])
    try assertAgreement(
      "photo IN %@", "Reservation", [(0...2000).map { Data([1, UInt8($0 % 256)]) }])
    try assertAgreement(
      "price IN %@", "Reservation", [(0...2000).map { Decimal($0) / 100 + 10 }])
  }

  func testObjectsAndPaths() throws {
    let site = try XCTUnwrap(subjects["Campsite"]?.first?.objectID)
    let tag = try XCTUnwrap(subjects["Tag"]?.first?.objectID)
    let guest = try XCTUnwrap(subjects["Guest"]?.first?.objectID)
    for symbol in ["==", "!="] {
      try assertAgreement("campsite \(symbol) %@", "Reservation", [site])
      try assertAgreement("campsite \(symbol) %@", "Reservation", [tag])
      try assertAgreement("campsite \(symbol) nil", "Reservation")
      try assertAgreement("SELF \(symbol) %@", "Campsite", [site])
      try assertAgreement("campsite.name \(symbol) nil", "Reservation")
      try assertAgreement("guest.name \(symbol) 'Ada'", "Reservation")
    }
    try assertAgreement("SELF IN %@", "Campsite", [[site, tag]])
    try assertAgreement("campsite IN %@", "Reservation", [[site]])
    try assertAgreement("%@ IN tags", "Campsite", [tag])
    try assertAgreement("friends CONTAINS %@", "Guest", [guest])
    try assertAgreement("name == 'Cy'", "Ranger")
    try assertAgreement("name != nil", "Person")
  }

  func testCollections() throws {
    for modifier in ["ANY", "ALL", "NONE"] {
      for rest in [
        "reservations.status == 1", "reservations.status != 1", "reservations.code BEGINSWITH 'R'",
        "reservations.serial BETWEEN {0, 4}", "reservations.serial IN {4, -7}",
        "reservations.guest.name == 'Ada'", "reservations.guest.name == nil",
        "reservations.guest == nil", "reservations.serial > siteNumber", "tags.label == nil",
        "tags.label CONTAINS[c] 'SHA'", "reservations.code LIKE[c] 'r*'",
      ] {
        try assertAgreement("\(modifier) \(rest)", "Campsite")
      }
      try assertAgreement("\(modifier) campsite.tags.label == 'shade'", "Reservation")
      try assertAgreement("\(modifier) campsite.reservations.status == 1", "Reservation")
      try assertAgreement("\(modifier) friends.nickname == 'Bo'", "Guest")
      try assertAgreement("\(modifier) campsites.siteNumber == 1", "Tag")
    }
    for symbol in ["==", "!=", "<", ">"] {
      for count in 0...2 {
        try assertAgreement("reservations.@count \(symbol) \(count)", "Campsite")
        try assertAgreement("tags.@count \(symbol) \(count)", "Campsite")
        try assertAgreement("campsite.reservations.@count \(symbol) \(count)", "Reservation")
        try assertAgreement("guest.stays.@count \(symbol) \(count)", "Reservation")
      }
    }
    try assertAgreement("campsite.tags.@count == nil", "Reservation")
  }

  func testPatternsOfRowsAreToldApartByTheirBytes() throws {
    try insert(store, model, "Tag", [["label": .string("é")], ["label": .string("e\u{301}")]])
    let tag = try XCTUnwrap(model.entity(named: "Tag"))
    var plan = FetchPlan(layout: tag)
    plan.predicate = try PredicateResolver(entity: tag.entity).resolve(
      try FetchPredicate(format: "label ENDSWITH[c] label"))
    // All but the two tags without a label.
    XCTAssertEqual(try store.count(plan), 3)
  }

  func testAnIntegerBesideADoubleInAListStaysAnInteger() throws {
    try assertAgreement(
      "modulus(9223372036854775806, max({weight, 9223372036854775807})) == 9223372036854775806",
      "Reservation")
    let entity = try XCTUnwrap(model.entity(named: "Reservation"))
    var plan = FetchPlan(layout: entity)
    plan.predicate = try PredicateResolver(entity: entity.entity).resolve(
      try FetchPredicate(format: "max({weight, 9223372036854775807}) == 9223372036854775807"))
    XCTAssertEqual(try store.count(plan), 6)
  }

  func testExpressionsOfEveryKind() throws {
    for text in [
      "abs(serial) == 7", "sqrt(serial) == 2", "length(code) == 3", "uppercase(code) == 'R-1'",
      "canonical(code) BEGINSWITH 're'", "year(arrival) == 2001", "day(arrival) IN {2, 3}",
      "modulus(serial, 3) == -1", "bitwiseAnd(serial, 4) != 0", "floor(price) == 10",
      "TERNARY(isPaid == true, price, 0) > 9.5", "CAST(serial, 'NSString') == '4'",
      "CAST(arrival, 'NSNumber') >= 86400", "entity.name == 'Reservation'",
      "max({serial, status}) == 4", "sum({price, 0.1}) == 10.11", "ceiling(price) == 11",
      "campsite.reservations.serial.@sum == -3", "campsite.reservations.price.@avg == 10.055",
      "guest.stays.arrival.@max > arrival", "guest.stays.serial.@min == nil",
    ] {
      try assertAgreement(text, "Reservation")
    }
    for text in [
      "SUBQUERY(reservations, $r, $r.status == 1 AND $r.serial > $r.campsite.siteNumber).@count == 1",
      "SUBQUERY(reservations, $r, $r.guest.name == nil).@count > 0",
      "SUBQUERY(tags, $t, SUBQUERY($t.campsites, $c, $c != SELF).@count > 0).@count == 1",
      "SUBQUERY(reservations, $r, $r.price > 0).price.@sum == 20.11",
      "ALL SUBQUERY(reservations, $r, $r.status != nil).status > 1",
      "median(reservations.serial) < 0",
      "count(distinct(reservations.status)) == 2", "stddev(reservations.serial) > 5",
      "mode(reservations.status) == 1", "tags[SIZE] == 2",
    ] {
      try assertAgreement(text, "Campsite")
    }
    try assertAgreement("entity.name IN {'Guest', 'ChiefRanger'}", "Person")
  }

  func testSortOrdersAgree() throws {
    let entity = try XCTUnwrap(model.entity(named: "Reservation"))
    let keys = ["code", "status", "serial", "arrival", "price", "weight", "campsite.name", "guest"]
    for key in keys {
      for ascending in [true, false] {
        for comparison in FetchSortDescriptor.Comparison.allCases {
          let order = try ResolvedSortOrder(
            [FetchSortDescriptor(key: key, ascending: ascending, comparison: comparison)],
            entity: entity.entity)
          var plan = FetchPlan(layout: entity)
          plan.sorts = order.descriptors
          let sorted = try XCTUnwrap(subjects["Reservation"]).sorted {
            order.areInIncreasingOrder($0, $1)
          }.map(\.row.key)
          XCTAssertEqual(
            try store.fetch(plan).map(\.key), sorted, "\(key) \(ascending) \(comparison)")
          plan.limit = 2
          plan.offset = 1
          XCTAssertEqual(try store.fetch(plan).map(\.key), Array(sorted[1...2]))
          XCTAssertEqual(try store.count(plan), 2)
          plan.limit = 0
          XCTAssertEqual(try store.fetch(plan).map(\.key), Array(sorted.dropFirst()))
        }
      }
    }
  }

  func testVeryLongAndDeepPredicatesAreCarriedOut() throws {
    let entity = try XCTUnwrap(model.entity(named: "Reservation"))
    let resolver = PredicateResolver(entity: entity.entity)
    let one = try resolver.resolve(try FetchPredicate(format: "status == 1"))
    var plan = FetchPlan(layout: entity)
    plan.predicate = .or(Array(repeating: one, count: 3000))
    XCTAssertEqual(try store.count(plan), 3)
    var deep = one
    for _ in 0..<400 { deep = .not(deep) }
    plan.predicate = deep
    XCTAssertEqual(try store.count(plan), 3)
    for level in 0..<400 {
      deep = level % 2 == 0 ? .and([one, .not(deep)]) : .or([one, .not(deep)])
    }
    plan.predicate = deep
    let error = assertError(.persistentStoreOperation) { try store.count(plan) }
    XCTAssertTrue(error?.message.contains("nested too deeply") ?? false, "\(error as Any)")
  }
}
