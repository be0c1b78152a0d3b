import Foundation
import XCTest

@testable import ObjectModel

final class PredicateEvaluationTests: PredicateTestCase {
  func testOrderAndEqualityOfNumbers() throws {
    let subject = try reservation(["partySize": .integer(4)])
    for format in [
      "partySize == 4", "partySize != 5", "partySize < 5", "partySize <= 4", "partySize > 3",
      "partySize >= 4", "partySize > 3.5", "partySize == 4.0", "4 == partySize", "3 < partySize",
      "partySize IN {1, 4}", "partySize + 1 == 5", "partySize * 2 - 8 == 0", "-partySize == -4",
      "partySize / 3 == 1", "partySize ** 2 == 16", "partySize / 3.0 > 1.3", "1 == 1", "1 < 1.5",
    ] {
      assertHolds(format, for: subject)
      assertFails("NOT (\(format))", for: subject)
    }
    for format in [
      "partySize == 5", "partySize != 4", "partySize < 4", "partySize <= 3", "partySize > 4",
      "partySize >= 5", "partySize == 4.5", "partySize IN {1, 5}", "partySize IN {}",
    ] {
      assertFails(format, for: subject)
      assertHolds("NOT (\(format))", for: subject)
    }
  }

  func testBetweenIsInclusiveAtBothEnds() throws {
    for (size, expected) in [(1, false), (2, true), (3, true), (5, true), (6, false)] {
      let subject = try reservation(["partySize": .integer(Int64(size)), "nights": 5])
      assertHolds("partySize BETWEEN {2, 5}", for: subject, expected)
      assertHolds("partySize BETWEEN %@", [2, 5], for: subject, expected)
      assertHolds("partySize BETWEEN {2, nights}", for: subject, expected)
    }
    let stay = try reservation(["arrival": .date(Date(timeIntervalSinceReferenceDate: 804_556_800))]
    )
    assertHolds("arrival BETWEEN {2026-07-01, 2026-07-31}", for: stay)
    assertHolds("arrival == 2026-07-01", for: stay)
    assertFails("arrival > 2026-07-01", for: stay)
    assertHolds("arrival < 2026-07-01T00:00:01Z", for: stay)
    assertHolds("note BETWEEN {'a', 'c'}", for: try reservation(["note": "b"]))
  }

  func testEmptyListsMatchNothing() throws {
    let subject = try reservation(["note": "x"])
    assertFails("note IN {}", for: subject)
    assertFails("note IN %@", [String](), for: subject)
    assertHolds("NOT note IN {}", for: subject)
  }

  func testNilIsTwoValued() throws {
    let subject = try reservation()
    for format in [
      "note == nil", "nil == note", "note != 'a'", "NOT note == 'a'", "NOT note < 'a'",
      "NOT note IN {'a'}", "NOT note IN {nil}", "NOT note CONTAINS 'a'",
      "NOT note BETWEEN {'a', 'b'}",
      "note == pattern", "note ==[cd] nil", "partySize + 1 == nil", "camper == nil",
      "camper.fullName == nil", "camper.fullName != 'x'", "extras == nil", "NOT partySize < nil",
      "partySize != 0", "camper.reservations.@count == nil", "nil == nil", "TRUEPREDICATE",
      "NOT partySize BETWEEN {nil, 5}", "isPaid != YES", "isPaid != NO",
    ] {
      assertHolds(format, for: subject)
    }
    for format in [
      "note != nil", "note == 'a'", "note < 'a'", "note <= nil", "note >= 'a'", "note IN {'a'}",
      "note IN {nil, 'a'}", "note LIKE '*'", "note MATCHES '.*'", "note BEGINSWITH ''",
      "partySize == 0", "partySize >= nil", "partySize BETWEEN {0, 5}", "note != pattern",
      "camper.fullName == ''", "camper.reservations.@count == 0", "extras != nil", "isPaid == NO",
    ] {
      assertFails(format, for: subject)
    }
    let named = try reservation(["note": "a"])
    assertHolds("note != nil", for: named)
    assertHolds("note != pattern", for: named)
    assertFails("note == nil", for: named)
    assertHolds("note IN {nil, 'a'}", for: named)
    assertHolds("note == %@", nil, for: subject)
  }

  func testTextIsComparedByBytes() throws {
    let subject = try reservation(["note": "Café"])
    for format in [
      "note == 'Café'", "note != 'café'", "note < 'Cafëa'", "note > 'Caff'",
      "note BEGINSWITH 'Caf'",
      "note ENDSWITH 'é'", "note CONTAINS 'af'", "note CONTAINS ''", "note LIKE 'C*é'",
      "note LIKE 'Caf?'", "note MATCHES 'C.f.'", "note == 'Caf\\u00e9'",
    ] {
      assertHolds(format, for: subject)
    }
    for format in [
      // The same to the eye, spelled by two scalars.
      "note == 'Cafe\\u0301'", "note IN {'café'}", "note BEGINSWITH 'caf'", "note ENDSWITH 'e'",
      "note CONTAINS 'AF'", "note LIKE 'Caf'", "note LIKE 'caf?'", "note MATCHES 'Caf'",
      "note MATCHES 'a'",
    ] {
      assertFails(format, for: subject)
    }
  }

  func testTextOptions() throws {
    let subject = try reservation(["note": "Café con Leche", "pattern": "CAFE*"])
    for format in [
      "note CONTAINS[c] 'café'", "note CONTAINS[cd] 'CAFE'", "note ==[c] 'CAFÉ CON LECHE'",
      "note ==[d] 'Cafe con Leche'", "note ==[cd] 'cafe con leche'", "note BEGINSWITH[cd] 'cafe'",
      "note ENDSWITH[c] 'LECHE'", "note LIKE[c] 'CAFÉ*'", "note LIKE[cd] 'cafe?con*'",
      "note LIKE[cd] pattern", "note MATCHES[c] 'CAFÉ.*'", "note MATCHES[cd] 'cafe .*'",
      "note IN[cd] {'x', 'CAFE CON LECHE'}", "note ==[d] 'Cafe\\u0301 con Leche'",
      "note CONTAINS[l] 'cafe'", "note >[c] 'CAF'", "note BETWEEN[c] {'CAF', 'D'}",
      "note ==[l] 'Café con Leche'",
    ] {
      assertHolds(format, for: subject)
    }
    for format in [
      "note CONTAINS[c] 'cafe'", "note CONTAINS[d] 'cafe'", "note ==[n] 'café con leche'",
      "note ==[cdn] 'cafe con leche'", "note LIKE[c] 'cafe*'", "note ==[l] 'Cafe con Leche'",
    ] {
      assertFails(format, for: subject)
    }
  }

  func testUnusualText() throws {
    let subject = try reservation(["note": "a\u{0}b👩‍👩‍👧z", "pattern": "("])
    for format in [
      "note == 'a\\0b👩‍👩‍👧z'", "note CONTAINS 'b👩'", "note CONTAINS '\\0'", "note ENDSWITH[c] '👧Z'",
      "note LIKE 'a?b?z'", "note LIKE[cd] 'A*Z'", "note MATCHES 'a\\\\x00b.*z'",
      "NOT note MATCHES pattern",
    ] {
      assertHolds(format, for: subject)
    }
    assertFails("note == 'a'", for: subject)
    assertFails("note BEGINSWITH 'ab'", for: subject)
    assertFails("note LIKE 'a??b?z'", for: subject)
  }

  func testLikeWildcardsAndEscapes() {
    let cases: [(String, String, Bool)] = [
      ("*", "", true), ("?", "", false), ("", "", true), ("", "a", false),
      ("a*b*c", "aXbYbZc", true),
      ("a*b*c", "aXbYbZ", false), ("\\*", "*", true), ("\\*", "a", false), ("\\?x", "?x", true),
      ("a\\\\b", "a\\b", true), ("a\\", "a\\", true), ("**", "anything", true), ("?*?", "a", false),
      ("[a]", "[a]", true), ("a.c", "abc", false), ("%", "x", false), ("*é", "cafe\u{301}", false),
    ]
    for (pattern, text, expected) in cases {
      XCTAssertEqual(LikePattern(pattern).matches(text), expected, "\(text) LIKE \(pattern)")
    }
    let long = String(repeating: "a", count: 5000)
    XCTAssertFalse(LikePattern(String(repeating: "a*", count: 200) + "b").matches(long))
  }

  func testMatchesIsOverTheWholeText() throws {
    for (pattern, text, expected) in [
      ("a|ab", "ab", true), ("a", "ab", false), ("a.c", "a\nc", false), ("(?s)a.c", "a\nc", true),
      ("", "", true), ("a$", "a\n", false), ("\\d{3}", "123", true),
    ] {
      XCTAssertEqual(try MatchesPattern(pattern).matches(text), expected, "\(text) \(pattern)")
    }
    XCTAssertThrowsError(try MatchesPattern("a)|(b"))
    XCTAssertThrowsError(try MatchesPattern("["))
  }

  func testObjectsAndTheirIDs() throws {
    let (ann, bob) = (try camper("Ann", key: 1), try camper("Bob", key: 2))
    let subject = try reservation(key: 7)
    subject.toOne["camper"] = ann
    assertHolds("camper == %@", ann, for: subject)
    assertHolds("camper == %@", ann.objectID, for: subject)
    assertHolds("camper.objectID == %@", ann, for: subject)
    assertHolds("camper != %@", bob, for: subject)
    assertHolds("camper IN %@", [ann, bob], for: subject)
    assertHolds("SELF == %@", subject, for: subject)
    assertHolds("SELF IN %@", [subject], for: subject)
    assertHolds("objectID == %@", subject.objectID, for: subject)
    assertFails("camper == %@", bob, for: subject)
    assertHolds("camper.fullName == 'Ann'", for: subject)
    assertHolds("camper != nil AND camper.fullName BEGINSWITH 'A'", for: subject)
  }

  func testAnyAllAndNone() throws {
    let subject = try reservation()
    subject.toMany["tags"] = [try tag("ready", weight: 1), try tag("late", weight: 5, key: 2)]
    assertHolds("ANY tags.name == 'ready'", for: subject)
    assertHolds("SOME tags.weight > 4", for: subject)
    assertHolds("ANY tags.name IN {'x', 'late'}", for: subject)
    assertHolds("ANY tags.weight BETWEEN {2, 5}", for: subject)
    assertHolds("ANY tags.name CONTAINS 'ead'", for: subject)
    assertHolds("ALL tags.name MATCHES '[a-z]+'", for: subject)
    assertFails("ANY tags.name == 'x'", for: subject)
    assertHolds("ALL tags.weight > 0", for: subject)
    assertFails("ALL tags.weight > 1", for: subject)
    assertHolds("NONE tags.name == 'x'", for: subject)
    assertFails("NONE tags.name == 'late'", for: subject)
    assertHolds("NOT ANY tags.name == 'x'", for: subject)
    assertHolds("tags.@count == 2 AND tags.@count BETWEEN {1, 2}", for: subject)
    // Two conditions may be met by two different tags.
    assertHolds("ANY tags.name == 'ready' AND ANY tags.weight == 5", for: subject)
  }

  func testModifiersOverNothing() throws {
    let subject = try reservation()
    assertFails("ANY tags.name == 'x'", for: subject)
    assertFails("ANY tags.name != 'x'", for: subject)
    assertHolds("ALL tags.name == 'x'", for: subject)
    assertHolds("NONE tags.name == 'x'", for: subject)
    assertHolds("tags.@count == 0", for: subject)
    assertFails("ANY camper.reservations.note == nil", for: subject)
    assertHolds("ALL camper.reservations.note == 'x'", for: subject)
  }

  func testCollectionsHoldObjects() throws {
    let (ready, late) = (try tag("ready"), try tag("late", key: 2))
    let subject = try reservation()
    subject.toMany["tags"] = [ready]
    assertHolds("ANY tags == %@", ready, for: subject)
    assertHolds("tags CONTAINS %@", ready, for: subject)
    assertHolds("%@ IN tags", ready, for: subject)
    assertHolds("ANY tags IN %@", [ready, late], for: subject)
    assertHolds("'ready' IN tags.name", for: subject)
    assertFails("tags CONTAINS %@", late, for: subject)
    assertFails("%@ IN tags", late.objectID, for: subject)
  }

  func testPathsOverToOneThenToMany() throws {
    let subject = try reservation()
    let ann = try camper("Ann")
    ann.toMany["reservations"] = [subject, try reservation(["note": "x"], key: 2)]
    subject.toOne["camper"] = ann
    assertHolds("camper.reservations.@count == 2", for: subject)
    assertHolds("ANY camper.reservations.note == 'x'", for: subject)
    assertHolds("ANY camper.reservations.camper == nil", for: subject)
    assertHolds("ANY camper.reservations.camper == camper", for: subject)
    assertHolds("SELF IN camper.reservations", for: subject)
  }

  func testArithmeticAtItsEdges() throws {
    let subject = try reservation([
      "partySize": .integer(.max), "nights": 0, "price": .decimal(0.1),
    ])
    assertHolds("partySize + 1 > partySize", for: subject)
    assertHolds("partySize / nights == nil", for: subject)
    assertHolds("1.0 / nights == nil", for: subject)
    assertFails("partySize / nights > 0", for: subject)
    let cheap = try reservation(["price": .decimal(0.1)])
    assertHolds("price * 3 == 0.3 AND 0.3 == price * 3", for: cheap)
    assertHolds("price * 0.1 == 0.01 AND price + 0.2 == 0.3", for: cheap)
    assertHolds("price * 3 BETWEEN {0.3, 0.3} AND price + 0 IN {0.1}", for: cheap)
    assertHolds("(-8) ** 0.5 == nil", for: subject)
    assertHolds("7 / 2 == 3 AND -7 / 2 == -3 AND 7 / 2.0 == 3.5", for: subject)
  }

  func testNumbersOfDifferentTypesCompareExactly() throws {
    let big: Int64 = 9_007_199_254_740_993  // 2^53 + 1, no double
    let subject = try reservation([
      "partySize": .integer(big), "distance": .double(9_007_199_254_740_992),
      "price": .decimal(Decimal(sign: .plus, exponent: -1, significand: 1)),
      "rating": .double(Double(Float(0.1))),
      "isPaid": .boolean(true),
    ])
    assertHolds("partySize > distance", for: subject)
    assertHolds("partySize > 9007199254740992.0", for: subject)
    assertHolds("partySize != distance", for: subject)
    assertHolds("distance < 9007199254740993", for: subject)
    assertHolds("price == 0.1", for: subject)
    assertHolds("price == %@", Decimal(string: "0.10"), for: subject)
    assertHolds("rating == 0.1", for: subject)
    assertHolds("partySize < 1e300 AND partySize > -1e300", for: subject)
    assertHolds("partySize < %@", Double.infinity, for: subject)
    assertHolds("isPaid == 1 AND isPaid == YES AND isPaid != NO", for: subject)
    assertFails("partySize == %@", Double.nan, for: subject)
    assertHolds("partySize != %@", Double.nan, for: subject)
    assertFails("partySize < %@", Double.nan, for: subject)
    // 0.1 as a double is 0.1000000000000000055511151231257827…
    XCTAssertEqual(NumberOrder.compare(.decimal(0.1), .double(0.1)), .orderedAscending)
    XCTAssertEqual(NumberOrder.compare(.double(0.5), .decimal(Decimal(5) / 10)), .orderedSame)
    XCTAssertEqual(
      NumberOrder.compare(.double(-0.1), .decimal(Decimal(-1) / 10)), .orderedAscending)
    XCTAssertEqual(NumberOrder.compare(.integer(.max), .double(0x1p63)), .orderedAscending)
    XCTAssertEqual(NumberOrder.compare(.integer(.min), .double(-0x1p63)), .orderedSame)
    XCTAssertEqual(NumberOrder.compare(.integer(-2), .double(-1.5)), .orderedAscending)
    XCTAssertEqual(NumberOrder.compare(.integer(-1), .double(-1.5)), .orderedDescending)
  }

  func testUUIDsURIsAndData() throws {
    let uuid = try XCTUnwrap(UUID(uuidString: "5D4F7B6E-0000-4000-8000-00000000000A"))
    let page = try XCTUnwrap(URL(string: "https://example.org/a"))
    let subject = try reservation([
      "code": .uuid(uuid), "page": .uri(page), "scan": .data(Data([1, 2])),
    ])
    assertHolds("code == %@", uuid, for: subject)
    assertHolds("code == '5d4f7b6e-0000-4000-8000-00000000000a'", for: subject)
    assertHolds("page == 'https://example.org/a' AND page IN %@", [page], for: subject)
    assertHolds("scan == %@", Data([1, 2]), for: subject)
    assertFails("scan == %@", Data([1]), for: subject)
  }

  func testDeepPredicatesEvaluateOnABackgroundThread() throws {
    let format =
      String(repeating: "NOT (", count: 248) + "TRUEPREDICATE" + String(repeating: ")", count: 248)
    let subject = try reservation()
    let predicate = try FetchPredicate(format: format)
    XCTAssertTrue(try predicate.evaluate(with: subject))
    let done = expectation(description: "evaluated")
    let entity = try entity("Reservation")
    DispatchQueue.global().async {
      XCTAssertEqual(try? FetchPredicate(format: format), predicate)
      XCTAssertEqual(try? FetchPredicate(format: predicate.predicateFormat), predicate)
      XCTAssertNotNil(try? PredicateResolver(entity: entity).resolve(predicate))
      done.fulfill()
    }
    wait(for: [done], timeout: 30)
  }
}
