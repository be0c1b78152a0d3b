import Foundation
import TestSupport
import XCTest

@testable import ObjectModel

final class FormatRoundTripTests: PredicateTestCase {
  func testTwoThousandRandomTreesPrintToTextThatParsesBack() throws {
    var random = SeededGenerator(seed: 42)
    for _ in 0..<2000 {
      let tree = predicate(depth: 4, &random)
      let text = FetchPredicate(tree).predicateFormat
      let read = try FetchPredicate(format: text)
      XCTAssertEqual(read.node, tree, text)
      XCTAssertEqual(Array(read.predicateFormat.utf8), Array(text.utf8))
    }
  }

  func testFormatsAreInCoreDatasSpelling() throws {
    let spellings = [
      ("a=1&&(b<>'x'||!c>2)", "a == 1 AND (b != \"x\" OR NOT c > 2)"),
      ("SOME tags.name BEGINSWITH[dc] 'x'", "ANY tags.name BEGINSWITH[cd] \"x\""),
      ("a between{1,5}", "a BETWEEN {1, 5}"), ("#like == nil", "#like == nil"),
      ("d < 2026-07-01T02:00:00+02:00", "d < 2026-07-01"),
      ("self.tags.@count>0", "tags.@count > 0"),
      ("a == (b + 1) * 2 - (3 - 4)", "a == (b + 1) * 2 - (3 - 4)"),
      ("a == (b ** 2) ** 3 ** 4", "a == (b ** 2) ** 3 ** 4"),
      ("SUM(a.b)>length('x')", "sum:(a.b) > length:(\"x\")"),
      ("a == add:to:(1, b)", "a == 1 + b"), ("a == FUNCTION(b, 'abs:')", "a == abs:(b)"),
      ("FUNCTION(a,'modulus:by:',2)=1", "modulus:by:(a, 2) == 1"),
      ("a == castObject:toType:(b, 'NSDate')", "a == CAST(b, \"NSDate\")"),
      ("a == CAST(b,'Date')", "a == CAST(b, \"NSDate\")"), ("now() > a", "now() > a"),
      ("tags[SIZE] == 1", "tags.@count == 1"), ("a.@sum.b == 1", "a.@sum.b == 1"),
      (
        "subquery(tags,$t,$t.name='x').@count>0",
        "SUBQUERY(tags, $t, $t.name == \"x\").@count > 0"
      ),
    ]
    for (text, expected) in spellings {
      XCTAssertEqual(try FetchPredicate(format: text).predicateFormat, expected)
    }
  }

  private func predicate(depth: Int, _ random: inout SeededGenerator) -> PredicateNode {
    let kind = depth == 0 ? 9 : Int.random(in: 0...9, using: &random)
    switch kind {
    case 0: return .literal(Bool.random(using: &random))
    case 1, 2, 3, 4:
      let count = Int.random(in: 2...4, using: &random)
      let children = (0..<count).map { _ in predicate(depth: depth - 1, &random) }
      return kind < 3 ? .and(children) : .or(children)
    case 5: return .not(predicate(depth: depth - 1, &random))
    default:
      return .comparison(
        ComparisonNode(
          expression(depth: min(3, depth), &random), pick(ComparisonOperator.allCases, &random),
          expression(depth: min(3, depth), &random),
          modifier: pick(ComparisonModifier.allCases, &random),
          options: ComparisonOptions(rawValue: UInt.random(in: 0...15, using: &random))))
    }
  }

  private func expression(depth: Int, _ random: inout SeededGenerator) -> ExpressionNode {
    switch depth == 0 ? 0 : Int.random(in: 0...16, using: &random) {
    case 0, 1, 2: return .constant(value(&random))
    case 3: return .keyPath(keys(&random))
    case 4: return .selfObject
    case 5: return .variable(pick(["x", "FETCH_SOURCE"], &random))
    case 6: return .collection(.count, of: .keyPath(keys(&random)), then: [])
    case 7:
      if Bool.random(using: &random) {
        let count = Int.random(in: 0...3, using: &random)
        return .constant(.list((0..<count).map { _ in value(&random) }))
      }
      return .aggregate([.keyPath(keys(&random)), .constant(value(&random))])
    case 8: return .function(.negate, [operand(depth: depth - 1, &random)])
    case 9:
      let function = pick(PredicateFunction.allCases.filter { !$0.isArithmetic }, &random)
      let count = min(function.argumentCount.upperBound, function.argumentCount.lowerBound + 1)
      return .function(
        function, (0..<count).map { _ in expression(depth: depth - 1, &random) })
    case 10: return .subquery(subquery(depth: depth - 1, path: ["name"], &random))
    case 11:
      return .collection(
        pick(AggregateFunction.collectionOperators, &random),
        of: .subquery(subquery(depth: depth - 1, path: [], &random)), then: [])
    case 12:
      return .collection(
        pick([.sum, .minimum], &random), of: .variable("x.in"), then: keys(&random))
    case 13:
      return .ternary(
        predicate(depth: depth - 1, &random), expression(depth: depth - 1, &random),
        expression(depth: depth - 1, &random))
    case 14: return .cast(.function(.negate, [.keyPath(["a"])]), pick(CastType.allCases, &random))
    default:
      return .function(
        pick(PredicateFunction.allCases.filter { $0.symbol != nil }, &random),
        [operand(depth: depth - 1, &random), operand(depth: depth - 1, &random)])
    }
  }

  private func subquery(
    depth: Int, path: [String], _ random: inout SeededGenerator
  ) -> SubqueryNode {
    let inner = SubqueryNode(.variable("x.a"), "y", .literal(true))
    return SubqueryNode(
      pick([.keyPath(["a", "like"]), .variable("x.a"), .subquery(inner)], &random), "x",
      predicate(depth: depth, &random), path: path)
  }

  private func operand(depth: Int, _ random: inout SeededGenerator) -> ExpressionNode {
    expression(depth: depth, &random)
  }

  private func keys(_ random: inout SeededGenerator) -> [String] {
    let names = ["a", "fullName", "in", "like", "self", "_x1", "straße", "CAST", "count"]
    return (0..<Int.random(in: 1...3, using: &random)).map { _ in pick(names, &random) }
  }

  private func value(_ random: inout SeededGenerator) -> AttributeValue {
    switch Int.random(in: 0...9, using: &random) {
    case 0: return .null
    case 1: return .integer(pick([0, 1, -1, .max, .min, Int64(random.next() >> 1)], &random))
    case 2: return .boolean(Bool.random(using: &random))
    case 3:
      let bits = Double(bitPattern: random.next())
      return .double(
        pick([0.5, -1e300, .leastNonzeroMagnitude, .infinity, bits.isNaN ? 1 : bits], &random))
    case 4:
      return .decimal(
        pick(
          [Decimal(12), Decimal(-5) / 100, Decimal(sign: .plus, exponent: 20, significand: 7)],
          &random))
    case 5:
      return .string(
        pick(["", "it's \"x\"", "a\\b\n\u{0}", "👩‍👩‍👧e\u{301}", "\u{301}x", "%@ $x {", "nil"], &random))
    case 6:
      let whole = Double(Int.random(in: -60_000_000_000...250_000_000_000, using: &random))
      return .date(
        Date(timeIntervalSinceReferenceDate: pick([0, whole, whole + 0.125, 1e300], &random)))
    case 7: return .data(Data((0..<5).map { _ in UInt8.random(in: 0...255, using: &random) }))
    case 8: return .uuid(UUID(uuidString: "5D4F7B6E-0000-4000-8000-00000000000A") ?? UUID())
    default: return .uri(URL(string: "https://example.org/a?b=%20c") ?? URL(fileURLWithPath: "/"))
    }
  }

  private func pick<Value>(_ values: [Value], _ random: inout SeededGenerator) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }
}
