import Foundation
import ObjectGraph
import XCTest

/// Three campers and six bookings, one of a subentity, that the tests of results ask about.
///
///     label  camper  nights  amount  price  arrives     isPaid
///     A      Ann     2       10.1    1.5    2026-07-01  true
///     B      Ann     3       20.2    2.5    2026-07-03  false
///     C      Bob     2       0.1     -      -           -
///     D      Bob     -       -       4      2026-07-02  true
///     E      -       5       5       -1     2026-06-01  false
///     F      Cid     60      100     8      2026-08-01  true     (a LongBooking of 2 months)
enum BookingModel {
  static func model() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Camper") {
        AttributeDescription("fullName", .string)
        RelationshipDescription("bookings", toMany: "Booking", inverse: "camper")
      }
      EntityDescription(
        "Booking",
        subentities: [
          EntityDescription("LongBooking") { AttributeDescription("months", .integer16) }
        ]
      ) {
        AttributeDescription("label", .string)
        AttributeDescription("nights", .integer16)
        AttributeDescription("amount", .decimal)
        AttributeDescription("price", .double)
        AttributeDescription("arrives", .date)
        AttributeDescription("isPaid", .boolean)
        AttributeDescription("weight", .integer64)
        AttributeDescription("draft", .string, isTransient: true)
        RelationshipDescription("camper", toOne: "Camper", inverse: "bookings")
      }
    }
  }

  static func day(_ text: String) throws -> Date {
    try Date.ISO8601FormatStyle().year().month().day().parse(text)
  }

  private static func decimal(_ text: String) -> Decimal? { Decimal(string: text) }

  /// Saves the campers and the bookings of the table.
  @MainActor
  static func fill(_ context: ManagedObjectContext) throws {
    var campers: [String: ManagedObject] = [:]
    for name in ["Ann", "Bob", "Cid"] {
      campers[name] = try insert("Camper", ["fullName": name], into: context)
    }
    try context.save()
    let rows: [(String, [String: Any?])] = [
      (
        "A",
        [
          "camper": campers["Ann"], "nights": 2, "amount": decimal("10.1"), "price": 1.5,
          "arrives": try day("2026-07-01"), "isPaid": true,
        ]
      ),
      (
        "B",
        [
          "camper": campers["Ann"], "nights": 3, "amount": decimal("20.2"), "price": 2.5,
          "arrives": try day("2026-07-03"), "isPaid": false,
        ]
      ),
      ("C", ["camper": campers["Bob"], "nights": 2, "amount": decimal("0.1")]),
      (
        "D",
        [
          "camper": campers["Bob"], "price": 4.0, "arrives": try day("2026-07-02"),
          "isPaid": true,
        ]
      ),
      (
        "E",
        [
          "nights": 5, "amount": decimal("5"), "price": -1.0,
          "arrives": try day("2026-06-01"), "isPaid": false,
        ]
      ),
    ]
    for (label, values) in rows {
      try insert("Booking", values.merging(["label": label]) { $1 }, into: context)
    }
    try insert(
      "LongBooking",
      [
        "label": "F", "camper": campers["Cid"], "nights": 60, "amount": decimal("100"),
        "price": 8.0, "arrives": try day("2026-08-01"), "isPaid": true, "months": 2,
      ],
      into: context)
    try context.save()
  }

  @discardableResult
  static func insert(
    _ entity: String, _ values: [String: Any?], into context: ManagedObjectContext
  ) throws -> ManagedObject {
    let object = try EntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { try object.setValue(value, forKey: key) }
    return object
  }
}

typealias DictionaryRequest = FetchRequest<[String: any Sendable]>

extension ExpressionDescription {
  /// `ExpressionDescription.of("total", "sum:", "amount")`
  static func of(
    _ name: String, _ function: String, _ path: String, _ type: AttributeType = .undefined
  ) -> ExpressionDescription {
    ExpressionDescription(
      name: name,
      expression: FetchExpression(
        forFunction: function, arguments: [FetchExpression(forKeyPath: path)]),
      resultType: type)
  }
}

extension XCTestCase {
  /// Runs a test on each kind of store with the bookings of the table in it.
  @MainActor
  func eachBookings(
    _ body: @MainActor (ManagedObjectContext, PersistentContainer) async throws -> Void
  ) async throws {
    try await eachStore(model: BookingModel.model()) { container in
      try BookingModel.fill(container.viewContext)
      try await body(container.viewContext, container)
    }
  }

  /// What a request for dictionaries gives, each as `key=value key=value` in the order of the keys.
  @MainActor
  func lines(
    _ context: ManagedObjectContext, _ entity: String = "Booking",
    _ configure: (DictionaryRequest) throws -> Void
  ) throws -> [String] {
    let request = DictionaryRequest(entityName: entity)
    try configure(request)
    return try context.fetch(request).map { dictionary in
      dictionary.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        .joined(separator: " ")
    }
  }

  /// The error that a request for dictionaries throws.
  @MainActor
  func refusal(
    _ context: ManagedObjectContext, _ configure: (DictionaryRequest) throws -> Void
  ) throws -> String {
    do {
      let lines = try lines(context, "Booking", configure)
      XCTFail("\(lines)")
      return ""
    } catch let error as ObjectGraphError {
      XCTAssertEqual(error.code, .invalidArgument, error.message)
      XCTAssertNotNil(error.repair, error.message)
      return error.description
    }
  }
}
