import Foundation
import XCTest

@testable import ObjectModel

/// The one walk over syntax trees, and where their nodes stood.
final class SyntaxNodeTests: PredicateTestCase {
  /// Formats with every kind of node.
  private let formats = [
    "TRUEPREDICATE", "a == 1 AND NOT (b != 'x' OR c.d < 2.5)", "SELF == nil", "$x.y BETWEEN {1, 5}",
    "a IN {b, 2, 3}", "-(a) + b * 2 ** c == 4", "lowercase(a) LIKE 'x*'",
    "tags.@count > 1 AND stays.nights.@sum < 4", "now() > a",
    "SUBQUERY(tags, $t, $t.name == a AND ANY SELF.b == 1).@count == 2",
    "TERNARY(a == 1, b, c) == CAST(d, 'NSString')", "ANY tags.name BEGINSWITH[cd] 'x'",
  ]

  private func paths(of node: SyntaxNode) -> [(keys: [String], position: Int?)] {
    if case .expression(let node) = node, case .keyPath(let keys) = node.kind {
      return [(keys, node.position)]
    }
    return node.children.flatMap { paths(of: $0) }
  }

  func testReplacingNothingGivesTheSameTree() throws {
    for format in formats {
      let tree = try node(format)
      var count = 0
      let same = tree.replacing { _ in
        count += 1
        return nil
      }
      XCTAssertEqual(same, tree, format)
      XCTAssertEqual(same.depth, tree.depth, format)
      XCTAssertEqual(FormatPrinter.text(of: same), FormatPrinter.text(of: tree))
      XCTAssertEqual(count == 0, format == "TRUEPREDICATE")
    }
  }

  func testAReplacementIsMadeWhereverAPathStands() throws {
    for format in formats {
      let tree = try node(format)
      let found = paths(of: .predicate(tree)).map(\.keys)
      let renamed = tree.replacing { node in
        guard case .keyPath(let keys) = node.kind else { return nil }
        return .keyPath(["z"] + keys)
      }
      XCTAssertEqual(paths(of: .predicate(renamed)).map(\.keys), found.map { ["z"] + $0 }, format)
    }
  }

  func testEachPathKnowsWhereItStood() throws {
    for format in formats {
      for path in paths(of: .predicate(try node(format))) {
        let position = try XCTUnwrap(path.position, format)
        let text = path.keys.joined(separator: ".")
        let rest = format.dropFirst(position)
        // `SELF` is left out of the keys behind it.
        XCTAssertTrue(
          rest.hasPrefix(text) || rest.hasPrefix("SELF.\(text)"), "\(format): \(text), \(position)")
      }
    }
  }

  func testAnArgumentStandsAtItsPercentSign() throws {
    let other = FetchExpression(forKeyPath: "wrong.key")
    let tree = try node("a == 1 AND b == %@", other)
    XCTAssertEqual(paths(of: .predicate(tree)).map(\.position), [0, 11, 16])
  }

  func testAnErrorInAJoinedPredicateKeepsItsPlace() throws {
    let resolver = PredicateResolver(entity: try entity("Reservation"))
    let wrong = try FetchPredicate(format: "nights > 2 AND nope == 1")
    for predicate in [
      wrong,
      CompoundPredicate(andPredicateWithSubpredicates: [FetchPredicate(value: true), wrong]),
      CompoundPredicate(notPredicateWithSubpredicate: wrong), TypedPredicate<Int>(wrong),
      try FetchPredicate(format: "nights > $least AND nope == 1")
        .withSubstitutionVariables(["least": FetchExpression(format: "nights + 1")]),
    ] {
      XCTAssertThrowsError(try resolver.resolve(predicate)) { error in
        let position = (error as? ObjectGraphError)?.position
        XCTAssertTrue(position == 15 || position == 20, "\(predicate): \(position as Any)")
      }
    }
  }

  func testFormatsThatDifferInSpacesAloneAreEqual() throws {
    XCTAssertEqual(try node("a == 1 AND b IN {1,2}"), try node("  a==1   AND (b IN { 1, 2 })"))
    XCTAssertEqual(
      try node("a == 1").hashValue, try node("   a    ==    1").hashValue)
  }

  /// A call whose arguments are worked out of values has the values of its own use each time.
  func testCallsOfARepeatedFormatHaveTheirOwnValues() throws {
    let resolver = PredicateResolver(entity: try entity("Reservation"))
    for number in [1, 2, 3, 1] {
      let predicate = try FetchPredicate(
        format: "nights == abs(partySize - %@) AND partySize IN {%@, nights}", number, number * 10)
      XCTAssertEqual(
        predicate.predicateFormat,
        "nights == abs:(partySize - \(number)) AND partySize IN {\(number * 10), nights}")
      XCTAssertNoThrow(try resolver.resolve(predicate))
    }
    for text in ["NSDate", "NSNumber"] {
      let predicate = try FetchPredicate(
        format: "CAST(%@, 'NSNumber') == castObject:toType:(nights, %@)", "12", text)
      XCTAssertEqual(predicate.predicateFormat, "12.0 == CAST(nights, \"\(text)\")")
    }
  }
}
