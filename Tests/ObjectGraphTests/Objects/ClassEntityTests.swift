import Foundation
import ObjectGraph
import XCTest

/// Entities made from their classes.
final class ClassEntityTests: XCTestCase {
  final class Trail: ManagedObject {
    @Managed("name") var name: String
    @Managed("length") var length: Double
    @Managed("isOpen") var isOpen: Bool
    @Managed("note") var note: String?
    @Managed("signs") var signs: Set<Sign>
    @Managed("former") var former: Trail?
    @Managed("later") var later: Trail?
    @Managed("walks") var walks: OrderedSet<Walk>
  }

  class Post: ManagedObject {
    @Managed("number") final var number: Int32
  }

  final class Sign: Post {
    @Managed("trail") var trail: Trail?
    @Managed("paintedAt") var paintedAt: Date
  }

  final class Walk: ManagedObject {
    @Managed("trail") var trail: Trail?
  }

  /// Makes other objects before, among and after its own properties.
  final class Station: Post {
    let first = Walk(entity: EntityDescription(name: "Walk"), insertInto: nil)
    @Managed("name") var name: String
    let second = Sign(entity: EntityDescription(name: "Sign"), insertInto: nil)
    @Managed("opensAt") var opensAt: Date?
    private(set) var third: Post?

    required init(_ seed: ManagedObjectSeed) {
      super.init(seed)
      third = Post(entity: EntityDescription(name: "Post"), insertInto: nil)
    }
  }

  private let trail = EntityDescription(
    Trail.self, cascade: ["signs"], deny: ["former"], search: ["name": .words]
  ) {
    AttributeDescription("length", .double, isOptional: false, default: 1, minimum: 0)
  }
  private let sign = EntityDescription(Sign.self, required: ["trail"], indexed: ["number"])

  func testTypesSayWhichAttributesAreMandatoryAndWhichNumbersBeginAtZero() {
    let attributes = trail.attributesByName.merging(sign.attributesByName) { $1 }
    XCTAssertEqual(trail.name, "Trail")
    XCTAssertEqual(
      attributes.mapValues(\.attributeType),
      [
        "name": .string, "length": .double, "isOpen": .boolean, "note": .string,
        "number": .integer32, "paintedAt": .date,
      ])
    XCTAssertEqual(attributes.filter(\.value.isOptional).map(\.key), ["note"])
    XCTAssertEqual(attributes["isOpen"]?.defaultValue, .boolean(false))
    XCTAssertEqual(attributes["number"]?.defaultValue, .integer(0))
    XCTAssertEqual(attributes["name"]?.defaultValue, .null)
    XCTAssertEqual(attributes["paintedAt"]?.defaultValue, .null)
  }

  func testListedPropertiesAndFactsReplaceThoseOfTheClass() {
    XCTAssertEqual(trail.attributesByName["length"]?.defaultValue, .double(1))
    XCTAssertEqual(trail.attributesByName["name"]?.searchStyle, .words)
    XCTAssertEqual(sign.attributesByName["number"]?.isIndexed, true)
    XCTAssertEqual(sign.relationshipsByName["trail"]?.isOptional, false)
    XCTAssertEqual(trail.relationshipsByName["signs"]?.deleteRule, .cascadeDeleteRule)
    XCTAssertEqual(trail.relationshipsByName["former"]?.deleteRule, .denyDeleteRule)
    XCTAssertEqual(trail.relationshipsByName["later"]?.deleteRule, .nullifyDeleteRule)
  }

  func testTheInverseIsTheOnlyPropertyThatLeadsBack() {
    let model = ManagedObjectModel {
      trail
      sign
      EntityDescription(Walk.self)
    }
    let inverses = model.entitiesByName["Trail"]?.relationshipsByName
      .compactMapValues { $0.inverseRelationship?.name }
    XCTAssertEqual(
      inverses,
      ["signs": "trail", "former": "later", "later": "former", "walks": "trail"])
    XCTAssertEqual(sign.relationshipsByName["trail"]?.inverseRelationship?.name, "signs")
    XCTAssertEqual(trail.relationshipsByName["walks"]?.isOrdered, true)
  }

  func testInheritedPropertiesAreFirst() {
    XCTAssertEqual(sign.properties.map(\.name), ["number", "trail", "paintedAt"])
  }

  func testPropertiesOfObjectsThatAnObjectMakesAreNotItsOwn() {
    XCTAssertEqual(
      EntityDescription(Station.self).properties.map(\.name), ["number", "name", "opensAt"])
  }

  func testClassesAreRecognizedOnAllThreadsAtOnce() {
    class First: Post { @Managed("a") final var a: String }
    final class Second: First { @Managed("b") var b: String? }
    final class Third: First { @Managed("c") var c: Int }
    let found = Lock<Set<[String]>>([])
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      let entity = index % 2 == 0 ? EntityDescription(Second.self) : EntityDescription(Third.self)
      found.withLock { _ = $0.insert(entity.properties.map(\.name)) }
    }
    XCTAssertEqual(found.withLock { $0 }, [["number", "a", "b"], ["number", "a", "c"]])
  }
}
