import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Users and the products that they sell, as a server sends them again and again.
@MainActor
final class UsersAndProductsTests: MockStackTestCase {
  override func makeModel() -> ManagedObjectModel { Market.makeModel() }

  private var catalog: Catalog { Catalog(storeStack: stack) }

  private func user(
    _ id: Int64, _ name: String, _ products: [Payload.Product] = []
  ) -> Payload.User {
    Payload.User(id: id, name: name, products: products)
  }

  private func product(_ sku: String, _ title: String?, _ price: Decimal) -> Payload.Product {
    Payload.Product(sku: sku, title: title, price: price)
  }

  /// What the store holds, a line a user.
  private func listing() async throws -> [String] {
    try await stack.newDerivedContext().perform { context in
      try context.fetch(Market.User.sortedFetchRequest).map { user in
        let products = user.products.sorted { $0.sku < $1.sku }
          .map { "\($0.sku) \($0.title) \($0.price)" }
        return ([user.name] + products).joined(separator: "; ")
      }
    }
  }

  func testAPayloadBecomesUsersWithTheirProducts() async throws {
    let outcome = try await catalog.take([
      user(2, "Bob"), user(1, "Ann", [product("T1", "Tent", 99.5), product("L7", "Lamp", 12)]),
    ])
    XCTAssertEqual(outcome, Catalog.Outcome(inserted: 4, updated: 0, deleted: 0))
    let lines = try await listing()
    XCTAssertEqual(lines, ["Ann; L7 Lamp 12; T1 Tent 99.5", "Bob"])
  }

  func testThePayloadIsReadFromJSON() async throws {
    let json = """
      [{"id": 1, "name": "Ann", "products": [{"sku": "T1", "title": "Tent", "price": 99}]}]
      """
    try await catalog.take(JSONDecoder().decode([Payload.User].self, from: Data(json.utf8)))
    let lines = try await listing()
    XCTAssertEqual(lines, ["Ann; T1 Tent 99"])
  }

  func testTheSamePayloadTwiceChangesNothing() async throws {
    let payload = [user(1, "Ann", [product("T1", "Tent", 99), product("L7", "Lamp", 12)])]
    try await catalog.take(payload)
    let outcome = try await catalog.take(payload)
    XCTAssertEqual(outcome, Catalog.Outcome(inserted: 0, updated: 0, deleted: 0))
    let lines = try await listing()
    XCTAssertEqual(lines, ["Ann; L7 Lamp 12; T1 Tent 99"])
  }

  func testALaterPayloadUpdatesWhatIsThere() async throws {
    try await catalog.take([user(1, "Ann", [product("T1", "Tent", 99), product("L7", "Lamp", 12)])])
    let outcome = try await catalog.take([
      user(1, "Anna", [product("T1", "Big tent", 99), product("S2", "Stove", 30)])
    ])
    // Anna and the tent changed, the stove is new, the lamp is not sold any more.
    XCTAssertEqual(outcome, Catalog.Outcome(inserted: 1, updated: 2, deleted: 1))
    let lines = try await listing()
    XCTAssertEqual(lines, ["Anna; S2 Stove 30; T1 Big tent 99"])
  }

  func testAProductThatIsSoldOnKeepsItsRow() async throws {
    try await catalog.take([user(1, "Ann", [product("T1", "Tent", 99)]), user(2, "Bob")])
    func tent() async throws -> ManagedObjectID? {
      try await stack.newDerivedContext().perform { context in
        try Market.Product.fetch(in: context).first?.objectID
      }
    }
    let before = try await tent()
    try await catalog.take([user(2, "Bob", [product("T1", "Tent", 80)]), user(1, "Ann")])
    let after = try await tent()
    XCTAssertEqual(before, after)
    let lines = try await listing()
    XCTAssertEqual(lines, ["Ann", "Bob; T1 Tent 80"])
  }

  func testAUserWithTwoEntriesInOnePayloadIsOneUser() async throws {
    let outcome = try await catalog.take([user(1, "Ann"), user(1, "Anna")])
    XCTAssertEqual(outcome, Catalog.Outcome(inserted: 1, updated: 0, deleted: 0))
    let lines = try await listing()
    XCTAssertEqual(lines, ["Anna"])
  }

  func testAPayloadThatIsRefusedChangesNothing() async throws {
    try await catalog.take([user(1, "Ann", [product("T1", "Tent", 99)])])
    do {
      try await catalog.take([user(1, "Anna", [product("T1", nil, 1)]), user(2, "Bob")])
      XCTFail("a product without a title was saved")
    } catch let error as ObjectGraphError {
      XCTAssertEqual(error.code.rawValue, 1570)
      XCTAssertEqual(error.key, "title")
    }
    let lines = try await listing()
    XCTAssertEqual(lines, ["Ann; T1 Tent 99"])
    XCTAssertFalse(stack.mainContext.hasChanges)
  }

  func testAUserTakesTheProductsAlong() async throws {
    try await catalog.take([user(1, "Ann", [product("T1", "Tent", 99)]), user(2, "Bob")])
    let main = stack.mainContext
    let ann = try XCTUnwrap(try main.fetch(Market.User.sortedFetchRequest).first)
    main.delete(ann)
    try main.saveThrough()
    XCTAssertEqual(try Market.Product.count(in: main), 0)
    let lines = try await listing()
    XCTAssertEqual(lines, ["Bob"])
  }

  func testTheListOnTheScreenFollows() async throws {
    try await catalog.take([user(1, "Ann")])
    let main = stack.mainContext
    let ann = try XCTUnwrap(try main.fetch(Market.User.sortedFetchRequest).first)
    XCTAssertEqual(ann.name, "Ann")
    let changes = main.objectChanges
    try await catalog.take([user(1, "Anna", [product("T1", "Tent", 99)])])
    for await change in changes where change.refreshedObjectIDs.contains(ann.objectID) { break }
    XCTAssertEqual(ann.name, "Anna")
    XCTAssertEqual(ann.products.map(\.title), ["Tent"])
  }
}

/// What the server sends.
private enum Payload {
  struct User: Decodable, Sendable {
    var id: Int64
    var name: String
    var products: [Product]
  }

  struct Product: Decodable, Sendable {
    var sku: String
    var title: String?
    var price: Decimal
  }
}

/// Takes payloads into the store.
private struct Catalog: Sendable {
  struct Outcome: Equatable, Sendable {
    var inserted: Int
    var updated: Int
    var deleted: Int
  }

  let storeStack: StoreStack

  /// Makes the users of a payload, and the products that they sell, what the payload says.
  ///
  /// - Throws: what is not valid; then nothing is changed.
  @discardableResult
  func take(_ users: [Payload.User]) async throws -> Outcome {
    try await storeStack.newDerivedContext().perform { context in
      for user in users { try upsert(user, in: context) }
      for product in try Market.Product.fetch(in: context) where product.seller == nil {
        context.delete(product)
      }
      let deletions = context.deletedObjects
      let outcome = Outcome(
        inserted: context.insertedObjects.count,
        updated: context.updatedObjects.filter(\.hasPersistentChangedValues).count,
        deleted: deletions.count)
      try context.saveThrough()
      return outcome
    }
  }

  private func upsert(_ payload: Payload.User, in context: ManagedObjectContext) throws {
    let user = try Market.User.findOrCreate(
      in: context, matching: try FetchPredicate(format: "id == %@", payload.id)
    ) { $0.id = payload.id }
    user.name = payload.name
    user.products = Set(try payload.products.map { try upsert($0, in: context) })
  }

  private func upsert(
    _ payload: Payload.Product, in context: ManagedObjectContext
  ) throws -> Market.Product {
    let product = try Market.Product.findOrCreate(
      in: context, matching: try FetchPredicate(format: "sku == %@", payload.sku)
    ) { $0.sku = payload.sku }
    try product.setValue(payload.title, forKey: "title")
    product.price = payload.price
    return product
  }
}

private enum Market {
  final class User: ManagedObject, ManagedEntity {
    @Managed("id") var id: Int64
    @Managed("name") var name: String
    @Managed("products") var products: Set<Product>

    static var defaultSortDescriptors: [FetchSortDescriptor] {
      [FetchSortDescriptor(key: "id", ascending: true)]
    }
  }

  final class Product: ManagedObject, ManagedEntity {
    @Managed("sku") var sku: String
    @Managed("title") var title: String
    @Managed("price") var price: Decimal
    @Managed("seller") var seller: User?
  }

  static func makeModel() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("User", class: User.self, unique: [["id"]]) {
        AttributeDescription("id", .integer64, isOptional: false)
        AttributeDescription("name", .string, isOptional: false)
        RelationshipDescription(
          "products", toMany: "Product", inverse: "seller", deleteRule: .cascadeDeleteRule)
      }
      EntityDescription("Product", class: Product.self, unique: [["sku"]]) {
        AttributeDescription("sku", .string, isOptional: false)
        AttributeDescription("title", .string, isOptional: false)
        AttributeDescription("price", .decimal, isOptional: false)
        RelationshipDescription("seller", toOne: "User", inverse: "products")
      }
    }
  }
}
