import Campground
import ObjectGraph
import TestSupport
import XCTest

final class Gardener: ManagedObject {
  @Managed("fullName") var fullName: String?
}

@MainActor
final class FindingServiceTests: XCTestCase {
  private func kindsAndNames(_ finder: FindingService, _ text: String) throws -> [String] {
    try finder.find(text).map { "\($0.kind) \($0.name)" }
  }

  func testCampersComeBeforeSitesBeforeReservations() async throws {
    let stack = try TestStoreStack()
    let context = stack.mainContext
    let sites = CampSiteService(
      managedObjectContext: context, storeStack: stack, clock: stack.clock)
    let campers = CamperService(
      managedObjectContext: context, storeStack: stack, clock: stack.clock)
    let site = try sites.addCampSite(15, electricity: true, water: true)
    site.loop = "Apple Orchard"
    _ = try campers.addCamper("Johnny Appleseed", phoneNumber: "(408) 555-1234")
    try context.saveThrough()
    let finder = FindingService(
      managedObjectContext: context, storeStack: stack, clock: stack.clock)
    XCTAssertEqual(
      try kindsAndNames(finder, "apple"), ["campsite 15", "camper Johnny Appleseed"],
      "a value that begins with it comes first")
    XCTAssertEqual(try kindsAndNames(finder, "5551"), ["camper Johnny Appleseed"])
    XCTAssertEqual(try finder.find("5551").first?.places.first?.attribute, "phone")
    XCTAssertEqual(try finder.find("5551").first?.places.first?.text, "(408) 555-1234")
    XCTAssertEqual(try finder.suggestions(for: "jonny"), ["johnny"])
    XCTAssertEqual(try finder.suggestions(for: "johnny"), [])
  }

  func testAnEntityThatTheModelLearnsToSearchIsFoundWithoutMore() async throws {
    let gardeners = ManagedObjectModel {
      EntityDescription("Gardener", class: Gardener.self) {
        AttributeDescription("fullName", .string, searchedBy: .words)
      }
    }
    let model = try ManagedObjectModel(byMerging: [.campground, gardeners])
    let stack = try StoreStack(model: model, store: .inMemory())
    let context = stack.mainContext
    Gardener(context: context).fullName = "Rosa Lark"
    try context.saveThrough()
    let finder = FindingService(managedObjectContext: context, storeStack: stack)
    XCTAssertEqual(try kindsAndNames(finder, "lark"), ["gardener Rosa Lark"])
    XCTAssertEqual(try finder.suggestions(for: "larc"), ["lark"])
  }
}
