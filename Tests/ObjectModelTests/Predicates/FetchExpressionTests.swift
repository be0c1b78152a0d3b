import Foundation
import XCTest

@testable import ObjectModel

/// Expressions made in code, their parts, and evaluation without a model.
final class FetchExpressionTests: PredicateTestCase {
  func testConstructorsMakeWhatTheTextMakes() throws {
    let age = FetchExpression(forKeyPath: "age")
    let two = FetchExpression(forConstantValue: 2)
    let condition = try FetchPredicate(format: "$x.name == 'a'")
    let made: [(FetchExpression, String)] = [
      (FetchExpression(forFunction: "sum:", arguments: [age]), "sum(age)"),
      (FetchExpression(forFunction: "modulus:by:", arguments: [age, two]), "mod(age, 2)"),
      (FetchExpression(forFunction: "add:to:", arguments: [age, two]), "age + 2"),
      (
        FetchExpression(
          forFunction: "castObject:toType:",
          arguments: [age, FetchExpression(forConstantValue: "NSDate")]),
        "CAST(age, 'NSDate')"
      ),
      (FetchExpression(forAggregate: [age, two]), "{age, 2}"),
      (FetchExpression(forAggregate: [two, two]), "{2, 2}"),
      (
        FetchExpression(
          forSubquery: FetchExpression(forKeyPath: "tags"), usingIteratorVariable: "x",
          predicate: condition), "SUBQUERY(tags, $x, $x.name == 'a')"
      ),
      (
        FetchExpression(
          forConditional: condition, trueExpression: age, falseExpression: two),
        "TERNARY($x.name == 'a', age, 2)"
      ),
      (FetchExpression(forKeyPath: "tags.@sum.weight"), "tags.@sum.weight"),
      (FetchExpression(forVariable: "x.name"), "$x.name"),
    ]
    for (expression, text) in made {
      XCTAssertNil(expression.defect, text)
      XCTAssertEqual(expression, try FetchExpression(format: text))
    }
    XCTAssertEqual(try FetchExpression(format: "%K + %d", "age", 2).description, "age + 2")
    XCTAssertEqual(
      try FetchPredicate(format: "%@ > 1", FetchExpression(forFunction: "sum:", arguments: [age])),
      try FetchPredicate(format: "sum:(age) > 1"))
  }

  func testTypesHaveTheirLongNamesToo() {
    let description = ExpressionDescription(
      name: "n", expression: FetchExpression(forConstantValue: 1))
    description.expressionResultType = .doubleAttributeType
    XCTAssertEqual(description.expressionResultType, .double)
    // Core Data's numbers.
    XCTAssertEqual(AttributeType.integer64AttributeType.rawValue, 300)
    XCTAssertEqual(AttributeType.UUIDAttributeType.rawValue, 1100)
  }

  func testPartsAreThoseOfCoreData() throws {
    func part(_ text: String) throws -> FetchExpression { try FetchExpression(format: text) }
    XCTAssertEqual(try part("5").expressionType, .constantValue)
    XCTAssertEqual(try part("5").constantValue as? Int64, 5)
    XCTAssertEqual(try part("SELF").expressionType, .evaluatedObject)
    XCTAssertEqual(try part("a.b").keyPath, "a.b")
    XCTAssertEqual(try part("a.@sum.b").keyPath, "a.@sum.b")
    XCTAssertEqual(try part("a.@sum.b").expressionType, .keyPath)
    XCTAssertEqual(try part("$x").variable, "x")
    XCTAssertEqual(try part("sum(a)").function, "sum:")
    XCTAssertEqual(try part("sum(a)").arguments, [FetchExpression(forKeyPath: "a")])
    XCTAssertEqual(try part("a - 1").function, "from:subtract:")
    XCTAssertEqual(try part("a - 1").arguments?.count, 2)
    let query = try part("SUBQUERY(tags, $t, $t.a == 1)")
    XCTAssertEqual(query.expressionType, .subquery)
    XCTAssertEqual(query.collection, [FetchExpression(forKeyPath: "tags")])
    XCTAssertEqual(query.predicate?.predicateFormat, "$t.a == 1")
    let count = try part("SUBQUERY(tags, $t, $t.a == 1).@count")
    XCTAssertEqual(count.function, "valueForKeyPath:")
    XCTAssertEqual(count.arguments?.first, query)
    let ternary = try part("TERNARY(a == 1, b, 2)")
    XCTAssertEqual(ternary.expressionType, .conditional)
    XCTAssertEqual(ternary.trueExpression?.keyPath, "b")
    XCTAssertEqual(ternary.falseExpression?.constantValue as? Int64, 2)
    XCTAssertEqual(ternary.predicate?.predicateFormat, "a == 1")
    XCTAssertEqual(try part("{a, 1}").collection?.count, 2)
    XCTAssertEqual(try part("{1, 2}").expressionType, .aggregate)
    XCTAssertEqual(
      try part("{1, 2}").collection,
      [FetchExpression(forConstantValue: 1), FetchExpression(forConstantValue: 2)])
    XCTAssertEqual(try part("{1, 2}").constantValue as? [Int64], [1, 2])
    XCTAssertEqual(try part("{}").collection, [])
    XCTAssertNil(try part("5").function)
  }

  func testPredicatesOfTextCanBeTakenApart() throws {
    let both = try XCTUnwrap(
      CompoundPredicate(try FetchPredicate(format: "a == 1 AND NOT ANY b.c LIKE[c] 'x*'")))
    XCTAssertEqual(both.compoundPredicateType, .and)
    let first = try XCTUnwrap(ComparisonPredicate(both.subpredicates[0]))
    XCTAssertEqual(first.leftExpression.keyPath, "a")
    XCTAssertEqual(first.predicateOperatorType, .equalTo)
    let negated = try XCTUnwrap(CompoundPredicate(both.subpredicates[1]))
    XCTAssertEqual(negated.compoundPredicateType, .not)
    let like = try XCTUnwrap(ComparisonPredicate(negated.subpredicates[0]))
    XCTAssertEqual(like.comparisonPredicateModifier, .any)
    XCTAssertEqual(like.options, .caseInsensitive)
    XCTAssertNil(ComparisonPredicate(both))
    XCTAssertNil(CompoundPredicate(first))
  }

  func testNestingInCodeIsBounded() throws {
    var expression = FetchExpression(forKeyPath: "a")
    for _ in 0..<100_000 {
      expression = FetchExpression(forFunction: "abs:", arguments: [expression])
    }
    let predicate = ComparisonPredicate(
      leftExpression: expression, rightExpression: FetchExpression(forConstantValue: 1),
      type: .equalTo)
    XCTAssertThrowsError(try predicate.evaluate(with: ["a": 1])) {
      XCTAssertEqual(
        ($0 as? ObjectGraphError)?.message, "the predicate is nested deeper than 500 levels")
    }
  }

  // Fact 121.
  func testADerivedAttributeTakesTheOperatorAtTheEndAlone() throws {
    let words = AttributeDescription("words", .integer64)
    let derived = DerivedAttributeDescription(
      "total", .integer64, from: "pages.@sum.words")
    let book = EntityDescription("Book") {
      derived
      RelationshipDescription("pages", toMany: "Page", inverse: "book")
    }
    let page = EntityDescription("Page") {
      words
      RelationshipDescription("book", toOne: "Book", inverse: "pages")
    }
    XCTAssertThrowsError(try ManagedObjectModel(entities: [book, page]).freeze()) {
      XCTAssertTrue("\($0)".contains("put the operator last: pages.words.@sum"), "\($0)")
    }
  }

  func testAFetchBelongsToAContextAndToNoModel() throws {
    let fetch = FetchRequestExpression.expression(
      forFetch: FetchExpression(forConstantValue: FetchRequestDescription(entityName: "Page")),
      context: FetchExpression(forVariable: "FETCH_SOURCE"), countOnly: false)
    let predicate = try FetchPredicate(format: "NOT SELF IN %@", fetch)
    XCTAssertEqual(predicate.predicateFormat, "NOT SELF IN FETCH(<Page>, $FETCH_SOURCE, NO)")
    let page = EntityDescription("Page") {
      FetchedPropertyDescription(
        "others", fetches: FetchRequestDescription(entityName: "Page", predicate: predicate))
    }
    XCTAssertThrowsError(try ManagedObjectModel(entities: [page]).freeze()) {
      XCTAssertTrue("\($0)".contains("Page.others has a fetch in its predicate"), "\($0)")
    }
  }

  // MARK: Without a model

  private let site: [String: Any?] = [
    "name": "Pine", "size": 4, "price": Decimal(12), "missing": nil,
    "tags": [
      ["name": "a", "weight": 1] as [String: Any], ["name": "b", "weight": 5] as [String: Any],
    ], "numbers": [3, 1, 2],
    "owner": ["name": "Ann"],
  ]

  func testPredicatesHoldForDictionaries() throws {
    for format in [
      "name == 'Pine' AND size > 3", "owner.name BEGINSWITH[c] 'a'", "missing == nil",
      "other == nil AND other.deep == nil", "ANY tags.name == 'b'", "ALL tags.weight > 0",
      "NONE tags.name == 'c'", "tags.@count == 2", "tags.weight.@sum == 6",
      "tags.@max.weight == 5", "numbers CONTAINS 2", "3 IN numbers", "NOT name IN {'a', nil}",
      "SUBQUERY(tags, $t, $t.weight > size).@count == 1", "size BETWEEN {4, 4}",
      "ANY SUBQUERY(tags, $t, $t.weight > 1).name == 'b'", "length(name) == name.length",
      "TERNARY(size > 3, 'big', 'small') == 'big'", "price == 12.0", "average(numbers) == 2",
      "uppercase(name) == 'PINE'", "name != 5", "NOT name > 5",
    ] {
      XCTAssertTrue(try FetchPredicate(format: format).evaluate(with: site), format)
    }
    XCTAssertThrowsError(try FetchPredicate(format: "size.x == 1").evaluate(with: site))
    XCTAssertThrowsError(try FetchPredicate(format: "name MATCHES '['").evaluate(with: site))
    XCTAssertThrowsError(try FetchPredicate(format: "ANY size == 1").evaluate(with: site))
    XCTAssertThrowsError(try FetchPredicate(format: "size IN 5").evaluate(with: site))
    XCTAssertThrowsError(try FetchPredicate(format: "size BETWEEN {1}").evaluate(with: site))
  }

  func testDatesAndTheSecondsBetweenThemAreCalculatedWith() throws {
    let stay: [String: Any?] = [
      "from": Date(timeIntervalSinceReferenceDate: 0),
      "to": Date(timeIntervalSinceReferenceDate: 3 * 86_400), "open": nil,
    ]
    for format in [
      "to - from == 259200", "(to - from) / 86400 == 3", "from + 86400 == 2001-01-02",
      "86400 + from < to", "to - 86400 == 2001-01-03", "open - from == nil", "from + to == nil",
      "from * 2 == nil", "open + 5 == nil",
    ] {
      XCTAssertTrue(try FetchPredicate(format: format).evaluate(with: stay), format)
    }
  }

  func testWhatIsComputedOfElementsIsAskedOfEachOfThem() throws {
    for format in [
      "ANY uppercase(tags.name) == 'B'", "ALL tags.weight * 2 > 1", "NONE tags.weight + size == 3",
      "ANY tags.weight + size == 9", "ANY abs(numbers) == 3", "NOT (ALL -numbers < -1)",
      "ALL uppercase(other.names) == 'A'", "ANY length($tags.name) == 1",
    ] {
      XCTAssertTrue(
        try FetchPredicate(format: format).evaluate(
          with: site, substitutionVariables: ["tags": site["tags"] ?? nil]), format)
    }
    XCTAssertFalse(
      try FetchPredicate(format: "ANY uppercase(tags.name) == 'C'").evaluate(with: site))
    for format in ["ANY tags.weight + numbers > 1", "ANY size + 1 > 1"] {
      XCTAssertThrowsError(try FetchPredicate(format: format).evaluate(with: site), format)
    }
  }

  func testASingleValueIsSelf() throws {
    XCTAssertTrue(try FetchPredicate(format: "SELF BEGINSWITH 'a'").evaluate(with: "abc"))
    XCTAssertTrue(try FetchPredicate(format: "SELF > 2 AND SELF < 4").evaluate(with: 3))
    XCTAssertTrue(try FetchPredicate(format: "SELF == nil").evaluate(with: nil))
    XCTAssertTrue(try FetchPredicate(format: "ANY SELF == 2").evaluate(with: [1, 2]))
  }

  func testVariablesAreGivenWhenEvaluating() throws {
    let predicate = try FetchPredicate(format: "size > $least AND name == $who.name")
    XCTAssertTrue(
      try predicate.evaluate(
        with: site, substitutionVariables: ["least": 3, "who": ["name": "Pine"]]))
    XCTAssertThrowsError(try predicate.evaluate(with: site)) {
      XCTAssertEqual(($0 as? ObjectGraphError)?.message, "the variable $least has no value")
    }
  }

  func testExpressionsHaveValues() throws {
    func value(_ format: String) throws -> Any? {
      try FetchExpression(format: format).expressionValue(with: site, context: ["x": 2])
    }
    XCTAssertEqual(try value("size * $x") as? Int64, 8)
    XCTAssertEqual(try value("tags.name") as? [String], ["a", "b"])
    XCTAssertEqual(try value("max(numbers)") as? Int64, 3)
    XCTAssertEqual(try value("stddev({2, 4, 4, 4, 5, 5, 7, 9})") as? Double, 2)
    XCTAssertNil(try value("missing"))
  }
}
