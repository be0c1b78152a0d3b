import Foundation
import XCTest

@testable import ObjectModel

/// What functions give, worked out by hand.
final class FunctionTests: PredicateTestCase {
  private func value(
    _ format: String, _ values: [String: AttributeValue] = [:]
  ) throws -> AttributeValue {
    let expression = try FetchExpression(format: format)
    let resolver = PredicateResolver(
      entity: try entity("Reservation"), now: Date(timeIntervalSinceReferenceDate: 86_400))
    return try resolver.resolve(expression).value(for: try reservation(values))
  }

  private func assert(
    _ format: String, _ expected: AttributeValue, _ values: [String: AttributeValue] = [:],
    file: StaticString = #filePath, line: UInt = #line
  ) {
    XCTAssertEqual(try value(format, values), expected, format, file: file, line: line)
  }

  func testRoundingKeepsTheKindOfTheNumber() {
    for function in ["ceiling", "floor", "trunc", "round"] {
      assert("\(function)(7)", .integer(7))
      assert("\(function)(nil)", .null)
    }
    let doubles: [(String, Double, Double)] = [
      ("ceiling", 2.1, 3), ("ceiling", -2.9, -2), ("floor", 2.9, 2), ("floor", -2.1, -3),
      ("trunc", 2.9, 2), ("trunc", -2.9, -2), ("round", 2.5, 3), ("round", -2.5, -3),
      ("round", 2.4, 2), ("abs", -2.5, 2.5),
    ]
    for (function, number, expected) in doubles {
      assert("\(function)(\(number))", .double(expected))
      let decimal = AttributeValue.decimal(Decimal(string: "\(number)") ?? 0)
      assert("\(function)(price)", .decimal(Decimal(expected)), ["price": decimal])
    }
    assert("abs(-9223372036854775808)", .double(9_223_372_036_854_775_808))
    assert("abs(-7)", .integer(7))
  }

  func testRootsLogarithmsAndPowersAreDoubles() {
    assert("sqrt(16)", .double(4))
    assert("sqrt(-1)", .null)
    assert("log(1000.0)", .double(3))
    assert("ln(1)", .double(0))
    assert("log(0)", .null)
    assert("ln(-5)", .null)
    assert("exp(0)", .double(1))
    assert("raise:toPower:(2, 10)", .double(1024))
    assert("2 ** 3", .double(8))
    // A store gives 0 for it.
    XCTAssertEqual(Arithmetic.apply(.power, .double(-0.0), .integer(-3)), .double(.infinity))
  }

  func testTheRemainderHasTheSignOfTheFirstOperand() {
    assert("modulus:by:(7, 3)", .integer(1))
    assert("modulus:by:(-7, 3)", .integer(-1))
    assert("modulus(7, -3)", .integer(1))
    assert("mod(7, 0)", .null)
    assert("mod(-9223372036854775808, -1)", .integer(0))
    assert("mod(7.5, 2)", .double(1.5))
    assert("mod(-7.5, 2)", .double(-1.5))
    assert("mod(price, 2)", .decimal(Decimal(string: "1.5") ?? 0), ["price": .decimal(7.5)])
    assert("mod(nil, 2)", .null)
  }

  func testIntegersThatOverflowGoOnAsDoublesAndDivisionByZeroIsNil() {
    assert("9223372036854775807 + 1", .double(9_223_372_036_854_775_808))
    assert("1 / 0", .null)
    assert("1.0 / 0", .null)
    assert("7 / 2", .integer(3))
    assert("divide:by:(7, 2.0)", .double(3.5))
    assert("from:subtract:(7, 2)", .integer(5))
    assert("chs:(7)", .integer(-7))
  }

  func testBitsAreThoseOfTwosComplement() {
    assert("bitwiseAnd:with:(12, 10)", .integer(8))
    assert("bitwiseOr:with:(12, 10)", .integer(14))
    assert("bitwiseXor:with:(12, 10)", .integer(6))
    assert("onesComplement:(0)", .integer(-1))
    assert("leftshift:by:(1, 10)", .integer(1024))
    assert("leftshift:by:(1, 64)", .integer(0))
    assert("leftshift:by:(8, -2)", .integer(2))
    assert("rightshift:by:(-8, 1)", .integer(-4))
    assert("rightshift:by:(-8, 100)", .integer(-1))
    assert("bitwiseAnd:with:(isPaid, 1)", .integer(1), ["isPaid": .boolean(true)])
  }

  func testFunctionsOfText() {
    assert("uppercase('straße')", .string("STRASSE"))
    assert("lowercase:('ÀB')", .string("àb"))
    assert("canonical:('Crème')", .string("creme"))
    // The emoji is two UTF-16 units; a NUL counts.
    assert("length('a😀')", .integer(3))
    assert("length('a\\0b')", .integer(3))
    assert("length(note)", .null)
    assert("uppercase(note)", .null)
  }

  func testFunctionsOfDatesCountInUTC() {
    assert("year(2024-02-29)", .integer(2024))
    assert("month(2024-02-29T23:59:59Z)", .integer(2))
    assert("day(2024-02-29T23:30:00-01:00)", .integer(1))
    assert("year(1969-12-31T23:59:59Z)", .integer(1969))
    assert("day(arrival)", .null)
    assert("year(CAST('1e300', 'NSDate'))", .null)
  }

  func testNowIsOneMomentForTheWholeRequest() {
    assert("now()", .date(Date(timeIntervalSinceReferenceDate: 86_400)))
    assert("CAST(now(), 'NSNumber') + 1", .double(86_401))
  }

  func testRandomIsFromZeroUpToOne() throws {
    for _ in 0..<100 {
      guard case .double(let number) = try value("random()") else { return XCTFail("no double") }
      XCTAssertTrue((0..<1).contains(number))
    }
  }

  func testConditionsGiveOneOfTwo() {
    assert("TERNARY(partySize > 4, 'big', 'small')", .string("big"), ["partySize": .integer(5)])
    assert("TERNARY(partySize > 4, 'big', 'small')", .string("small"), ["partySize": .null])
    // Both branches have the common type.
    assert("TERNARY(partySize > 4, 1, 2.5)", .double(1), ["partySize": .integer(5)])
    assert(
      "TERNARY(partySize > 4, partySize, price)", .decimal(5), ["partySize": .integer(5)])
    assert("TERNARY(TRUEPREDICATE, nil, 1)", .null)
  }

  func testCasts() {
    let date = Date(timeIntervalSinceReferenceDate: 86_400)
    assert("CAST(86400, 'NSDate')", .date(date))
    assert("CAST(note, 'NSDate')", .date(date), ["note": "2001-01-02"])
    assert("CAST(note, 'NSDate')", .null, ["note": "tomorrow"])
    assert("CAST(2001-01-02, 'NSNumber')", .double(86_400))
    assert("CAST(note, 'NSNumber')", .double(1.5), ["note": "1.5"])
    for text in ["", "1.5x", "0x10", "inf", "nan", " 1"] {
      assert("CAST(note, 'NSNumber')", .null, ["note": .string(text)])
    }
    assert("CAST(note, 'NSDecimalNumber')", .decimal(Decimal(1) / 10), ["note": "0.1"])
    assert("CAST(partySize, 'NSString')", .string("4"), ["partySize": .integer(4)])
    assert("CAST(isPaid, 'NSString')", .string("1"), ["isPaid": .boolean(true)])
    assert("CAST(partySize, 'NSDecimalNumber') / 8", .decimal(0.5), ["partySize": .integer(4)])
    assert("CAST(arrival, 'NSNumber')", .null)
  }

  func testFunctionsInPredicates() throws {
    let subject = try reservation([
      "partySize": .integer(5), "nights": .integer(2), "note": "Öl", "price": .decimal(12.5),
    ])
    assertHolds("modulus:by:(partySize, 2) == 1", for: subject)
    assertHolds("length(note) BETWEEN {2, nights}", for: subject)
    assertHolds("canonical:(note) == 'ol'", for: subject)
    assertHolds("uppercase(note) BEGINSWITH[d] 'O'", for: subject)
    assertHolds("max:(partySize, nights, 3) == 5 AND min({partySize, nights}) == 2", for: subject)
    assertHolds("average({partySize, nights}) == 3.5", for: subject)
    assertHolds("ceiling:(price) == 13 AND noindex:(price) == 12.5", for: subject)
    assertHolds("NOT length(nickname) == 0", for: subject)
    assertHolds("length(nickname) == nil", for: subject)
    assertHolds("TERNARY(nights > 3, 'long', note) == 'Öl'", for: subject)
  }

  func testArgumentsOfTheWrongTypeAreNamed() throws {
    let cases: [(String, Int, String)] = [
      ("sqrt(note) == 1", 5, "sqrt: needs a number, found note (text)"),
      ("1 == length(partySize)", 12, "length: needs text, found partySize (an integer)"),
      ("year(note) == 1", 5, "year: needs a date, found note (text)"),
      (
        "bitwiseAnd(price, 1) == 1", 11,
        "bitwiseAnd:with: needs integers, found price (a decimal number)"
      ),
      (
        "CAST(scan, 'NSNumber') == 1", 5, "scan (data) cannot be cast to NSNumber"
      ),
      ("TERNARY(isPaid == 1, 1, 'x') == 1", 24, "an integer and text have no type in common"),
      (
        "length(note) == 'x'", 16,
        "the result of length: (an integer) cannot be compared with text \"x\""
      ),
      ("distinct:(note) == 'x'", 10, "distinct: can only be used inside an aggregate"),
    ]
    for (format, position, message) in cases {
      let error = try resolutionError(format)
      XCTAssertEqual(error?.message, message, format)
      XCTAssertEqual(error?.position, position, format)
    }
  }
}
