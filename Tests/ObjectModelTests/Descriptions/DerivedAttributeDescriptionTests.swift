import Foundation
import XCTest

@testable import ObjectModel

/// Derived attributes and fetched properties in the model.
final class DerivedAttributeDescriptionTests: XCTestCase {
  func testAnExpressionIsMadeOfTextKeyPathsAndFunctions() throws {
    let canonical = try FetchExpression(format: "canonical:( owner.name )")
    XCTAssertEqual(
      canonical,
      FetchExpression(
        forFunction: "canonical:", arguments: [FetchExpression(forKeyPath: "owner.name")]))
    XCTAssertEqual(canonical.description, "canonical:(owner.name)")
    XCTAssertEqual(
      try FetchExpression(format: "pages.words.@sum"),
      FetchExpression(forKeyPath: "pages.words.@sum"))
    XCTAssertEqual(try FetchExpression(format: "pages.@count").description, "pages.@count")
    XCTAssertEqual(
      try FetchExpression(format: "now()"), FetchExpression(forFunction: "now", arguments: []))
    for format in ["", "canonical:(", "canonical:()", "now(name)", "a..b", "@sum", "shout:(name)"] {
      XCTAssertThrowsError(try FetchExpression(format: format), format) {
        XCTAssertEqual(($0 as? ObjectGraphError)?.code, .invalidArgument)
      }
    }
  }

  func testCanonicalTextFoldsCaseAccentsAndWidth() {
    XCTAssertEqual("Crème BRÛLÉE".canonicalText, "creme brulee")
    // Full-width letters, the ideographic space, half-width katakana with its voicing mark.
    XCTAssertEqual("Ｓｕｓｈｉ\u{3000}１".canonicalText, "sushi 1")
    XCTAssertEqual("ｶﾞ".canonicalText, "ガ")
    XCTAssertEqual("Straße".canonicalText, "straße")
    XCTAssertEqual("e\u{301}".canonicalText, "É".canonicalText)
    XCTAssertEqual("".canonicalText, "")
    XCTAssertEqual("ﬁ ½".canonicalText, "ﬁ ½")
  }

  func testCanonicalTextsAreEqualExactlyWhereTheComparisonWithoutCaseAndAccentsIs() {
    let texts = ["Zoë", "zoe", "ZOË", "zoo", "Ångström", "angstrom", "İ", "i", "ς", "Σ", "ß", "ss"]
    for left in texts {
      for right in texts {
        let folded = left.ordered(to: right, options: [.caseInsensitive, .diacriticInsensitive])
        XCTAssertEqual(
          left.canonicalText.utf8.elementsEqual(right.canonicalText.utf8), folded == .orderedSame,
          "\(left) \(right)")
      }
    }
  }

  func testAggregatesLeaveNilsOut() {
    func value(
      _ symbol: AggregateFunction, _ values: [AttributeValue], _ type: AttributeType
    ) -> AttributeValue? {
      Derivation(form: .aggregate(symbol), steps: [], source: nil, type: type).value(of: values)
    }
    let numbers: [AttributeValue] = [.integer(4), .null, .integer(1)]
    XCTAssertEqual(value(.count, numbers, .integer64), .integer(3))
    XCTAssertEqual(value(.sum, numbers, .integer64), .integer(5))
    XCTAssertEqual(value(.minimum, numbers, .integer64), .integer(1))
    XCTAssertEqual(value(.maximum, numbers, .integer64), .integer(4))
    XCTAssertEqual(value(.average, numbers, .double), .double(2.5))
    XCTAssertEqual(value(.sum, [.null], .integer64), .integer(0))
    for symbol in [AggregateFunction.minimum, .maximum, .average] {
      XCTAssertEqual(value(symbol, [.null], .double), .null)
    }
    XCTAssertNil(value(.sum, [.integer(.max), .integer(1)], .integer64))
    XCTAssertNil(value(.sum, [.integer(32_767), .integer(1)], .integer16))
    XCTAssertEqual(value(.maximum, [.string("a"), .string("b")], .string), .string("b"))
    XCTAssertEqual(value(.sum, [.decimal(1), .decimal(2)], .decimal), .decimal(3))
    XCTAssertEqual(value(.average, [.decimal(1), .decimal(2)], .decimal), .decimal(Decimal(1.5)))
  }

  private func makeModel() throws -> ManagedObjectModel {
    let name = AttributeDescription("name", .string)
    name.minimumValue = .integer(2)
    name.setValidationPredicates(
      [
        try FetchPredicate(format: "SELF BEGINSWITH \"K\""),
        try FetchPredicate(format: "length < 9"),
      ],
      withValidationWarnings: ["names start with K", "1660"])
    let elders = FetchedPropertyDescription(
      "elders",
      fetches: FetchRequestDescription(
        entityName: "Book",
        predicate: try FetchPredicate(
          format: "name == $FETCH_SOURCE.name AND SELF != $FETCH_SOURCE"),
        sortDescriptors: [
          FetchSortDescriptor(key: "name", ascending: false, comparison: .localizedStandard)
        ], fetchLimit: 3, fetchOffset: 1, includesSubentities: false))
    elders.userInfo = ["least": "3"]
    return ManagedObjectModel(entities: [
      EntityDescription(
        "Book", subentities: [EntityDescription("Novel") { AttributeDescription("genre", .string) }]
      ) {
        name
        elders
        RelationshipDescription("pages", toMany: "Page", inverse: "book")
        DerivedAttributeDescription("pageCount", .integer64, from: "pages.@count")
        DerivedAttributeDescription(
          "searchName", .string, from: "canonical:(name)", isIndexed: true)
      },
      EntityDescription("Page") {
        AttributeDescription("words", .integer32)
        RelationshipDescription("book", toOne: "Book", inverse: "pages")
      },
    ])
  }

  func testAnArchivedModelKeepsThem() throws {
    let read = try ManagedObjectModel(archivedInStore: try makeModel().contents.archivedForStore())
    let book = try XCTUnwrap(read.entitiesByName["Book"])
    let count = book.attributesByName["pageCount"] as? DerivedAttributeDescription
    XCTAssertEqual(count?.derivationExpression, try FetchExpression(format: "pages.@count"))
    XCTAssertEqual(count?.attributeType, .integer64)
    let search = book.attributesByName["searchName"] as? DerivedAttributeDescription
    XCTAssertEqual(search?.derivationExpression?.description, "canonical:(name)")
    XCTAssertEqual(search?.isIndexed, true)
    let original = try makeModel().entitiesByName["Book"]?.fetchedPropertiesByName["elders"]
    let elders = book.fetchedPropertiesByName["elders"]
    XCTAssertEqual(elders?.fetchRequest, original?.fetchRequest)
    XCTAssertEqual(elders?.userInfo, ["least": "3"])
    let name = book.attributesByName["name"]
    XCTAssertEqual(
      name?.validationPredicates.map(\.predicateFormat),
      ["SELF BEGINSWITH \"K\"", "length < 9"])
    XCTAssertEqual(name?.validationWarnings, ["names start with K", "1660"])
    XCTAssertEqual(name?.minimumValue, .integer(2))
    XCTAssertNotNil(read.entitiesByName["Novel"]?.fetchedPropertiesByName["elders"])
    XCTAssertNoThrow(try read.freeze())
  }

  func testTheVersionHashSeesADerivedAttributeAsAnAttributeAndAFetchedPropertyNotAtAll() throws {
    let derived = DerivedAttributeDescription("count", .integer64, from: "pages.@count")
    let plain = AttributeDescription("count", .integer64)
    XCTAssertEqual(derived.versionHash, plain.versionHash)
    let before = EntityDescription("Book") { AttributeDescription("name", .string) }
    let after = EntityDescription("Book") {
      AttributeDescription("name", .string)
      FetchedPropertyDescription("others", fetches: "Book", where: nil)
    }
    XCTAssertEqual(before.versionHash, after.versionHash)
  }

  func testAVariableMayHaveAPath() throws {
    let predicate = try FetchPredicate(format: "age > $SOURCE.owner.age OR self == $SOURCE")
    XCTAssertEqual(predicate.node.variables, ["SOURCE.owner.age", "SOURCE"])
    XCTAssertEqual(predicate.predicateFormat, "age > $SOURCE.owner.age OR SELF == $SOURCE")
    XCTAssertEqual(try FetchPredicate(format: predicate.predicateFormat), predicate)
    XCTAssertEqual(
      try predicate.withSubstitutionVariables(["SOURCE.owner.age": 5]).predicateFormat,
      "age > 5 OR SELF == $SOURCE")
    XCTAssertThrowsError(try FetchPredicate(format: "age > $SOURCE."))
  }
}
