import Campground
import ObjectGraph
import TestSupport
import XCTest

@testable import CampgroundShell

/// Errors of the engine, as a clerk reads them.
@MainActor
final class StoreWordsTests: XCTestCase {
  private func words(_ body: (ManagedObjectContext) throws -> Void) throws -> StoreWords {
    let stack = try TestStoreStack()
    let context = stack.mainContext.makeChild()
    var words: StoreWords?
    XCTAssertThrowsError(try body(context)) { error in
      words = (error as? ObjectGraphError).map { StoreWords($0) }
    }
    try stack.close()
    return try XCTUnwrap(words)
  }

  func testAVanishedObjectIsNamedByItsKind() async throws {
    let told = try words { context in
      let camper = Camper(context: context)
      camper.fullName = "Ada"
      try context.saveThrough()
      let other = try XCTUnwrap(context.parent).makeChild()
      other.delete(try other.existingObject(with: camper.objectID))
      try other.saveThrough()
      let late = try XCTUnwrap(context.parent).makeChild()
      _ = try late.existingObject(with: camper.objectID)
    }
    XCTAssertEqual(told.reason, "the camper is gone")
    XCTAssertEqual(told.repair, "list the current ones")
  }

  func testWhatIsMissingAndWhatIsTakenIsSaidInTheWordsOfCommands() async throws {
    func site(_ name: String, in context: ManagedObjectContext) throws {
      let campground =
        try context.fetch(Campground.fetchRequest()).first ?? Campground(context: context)
      if campground.isInserted {
        (campground.name, campground.timeZone, campground.currency) = ("Wawona", .gmt, .usd)
      }
      let site = CampSite(context: context)
      (site.name, site.campground) = (name, campground)
    }
    let taken = try words { context in
      try site("15", in: context)
      try context.saveThrough()
      try site("15", in: context)
      try context.saveThrough()
    }
    XCTAssertEqual(taken.reason, "there is already another campsite with the same name")
    let missing = try words { context in
      Reservation(context: context).party = Party()
      try context.saveThrough()
    }
    XCTAssertFalse(missing.reason.contains("Reservation"), missing.reason)
  }

  func testNoIDIsEverShown() async throws {
    let texts = [
      "<Camper x-coredata://1B/Camper/p1; fault> can no longer be read",
      "a change of <Camper x-coredata:///Camper/t1> was not undone: it is gone",
    ]
    for text in texts {
      for code in [ObjectGraphError.Code.managedObjectReferentialIntegrity, .invalidArgument] {
        let told = StoreWords(ObjectGraphError(code, text, entityName: "Camper"))
        XCTAssertFalse(told.reason.contains("x-coredata"), told.reason)
        XCTAssertFalse(told.reason.contains("Camper"), told.reason)
      }
    }
    let gone = ObjectGraphError(
      .managedObjectReferentialIntegrity, "Reservation.camper leads to a Camper that is not there",
      entityName: "Reservation", key: "camper")
    XCTAssertEqual(StoreWords(gone).reason, "the guest of the reservation is gone")
  }

  func testWhatIsNoneOfTheStoresStaysAsTheLanguageSaysIt() async throws {
    let error = ObjectGraphError(
      .invalidArgument, "the entity Camper has no property fulName",
      repair: "did you mean fullName?",
      entityName: "Camper", key: "fulName")
    XCTAssertEqual(StoreWords(error).reason, "the entity Camper has no property fulName")
    XCTAssertEqual(StoreWords(error).repair, "did you mean fullName?")
  }
}
