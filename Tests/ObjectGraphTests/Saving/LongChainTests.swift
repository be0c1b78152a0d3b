import ObjectGraph
import XCTest

/// Objects that keep each other alive in a long row are let go without a recursion, which would
/// take more than the stack has.
@MainActor
final class LongChainTests: XCTestCase {
  private static func model() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Chained", class: Chained.self) {
        RelationshipDescription("next", toMany: "Chained", inverse: "previous")
        RelationshipDescription("previous", toOne: "Chained", inverse: "next")
      }
    }
  }

  /// Links each object to the next one.
  private func chain(_ count: Int, in context: ManagedObjectContext) -> Chained {
    let first = Chained(context: context)
    var last = first
    for _ in 1..<count {
      let next = Chained(context: context)
      last.next.insert(next)
      last = next
    }
    return first
  }

  func testAChainGoesWithItsFirstObject() async throws {
    let stack = try StoreStack(model: Self.model(), store: .inMemory())
    let context = stack.mainContext
    var first: Chained? = chain(30_000, in: context)
    try context.save()
    context.processPendingChanges()
    XCTAssertEqual(context.registeredObjects.count, 30_000)
    XCTAssertNotNil(first)
    first = nil
    XCTAssertEqual(context.registeredObjects.count, 0)
    try stack.close()
  }

  func testAChainGoesWithItsContext() async throws {
    let stack = try StoreStack(model: Self.model(), store: .inMemory())
    var context: ManagedObjectContext? = stack.mainContext.makeChild()
    weak let last = context.map { chain(30_000, in: $0) }
    XCTAssertNotNil(last)
    context = nil
    XCTAssertNil(last)
    try stack.close()
  }

  func testAChainGoesWhenItsContextIsReset() async throws {
    let stack = try StoreStack(model: Self.model(), store: .inMemory())
    let context = stack.mainContext.makeChild()
    weak let first = chain(30_000, in: context)
    XCTAssertNotNil(first)
    context.reset()
    XCTAssertNil(first)
    XCTAssertEqual(context.registeredObjects.count, 0)
    try stack.close()
  }
}

private final class Chained: ManagedObject {
  @Managed("next") var next: Set<Chained>
  @Managed("previous") var previous: Chained?
}
