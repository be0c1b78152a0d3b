import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

@MainActor
final class CamperServiceTests: XCTestCase {
  private var stack: TestStoreStack!
  private var service: CamperService!

  override func setUp() async throws {
    stack = try TestStoreStack()
    service = CamperService(managedObjectContext: stack.mainContext, storeStack: stack)
  }

  override func tearDown() async throws {
    service = nil
    stack = nil
  }

  func testAnAddedCamperHasTheNameAndPhoneNumber() async throws {
    let camper = try service.addCamper("Bacon Lover", phoneNumber: "910-543-9000")
    XCTAssertEqual(camper.fullName, "Bacon Lover")
    XCTAssertEqual(camper.phoneNumber, "910-543-9000")
    XCTAssertTrue(camper.managedObjectContext === stack.mainContext)
    XCTAssertFalse(camper.hasChanges)
    XCTAssertFalse(camper.objectID.isTemporaryID)
  }

  func testTheRootContextIsSavedAfterAddingACamper() async throws {
    let saved = expectation(
      forNotification: ManagedObjectContext.didSaveObjectsNotification,
      object: stack.rootContext)
    _ = try service.addCamper("Bacon Lover", phoneNumber: "910-543-9000")
    await fulfillment(of: [saved], timeout: 2)
  }

  func testACamperCanBeAddedOnABackgroundContext() async throws {
    let derived = stack.newDerivedContext()
    let saved = expectation(
      forNotification: ManagedObjectContext.didSaveObjectsNotification,
      object: stack.rootContext)
    let stack = try XCTUnwrap(stack)
    let name = try await derived.perform { context in
      let service = CamperService(managedObjectContext: context, storeStack: stack)
      let camper = try service.addCamper("Bacon Lover", phoneNumber: "910-543-9000")
      return camper.managedObjectContext === context ? camper.fullName : "another context's"
    }
    XCTAssertEqual(name, "Bacon Lover")
    await fulfillment(of: [saved], timeout: 2)
    XCTAssertEqual(try service.campers().map(\.fullName), ["Bacon Lover"])
  }

  func testAnEmptyNameIsRefused() async throws {
    for name in ["", " \n"] {
      assertBreaks(.emptyName(of: "camper")) {
        try service.addCamper(name, phoneNumber: "910-543-9000")
      }
    }
    XCTAssertEqual(try service.campers(), [])
    XCTAssertFalse(stack.mainContext.hasChanges)
  }

  func testTwoCampersMayHaveOneNameAndAreToldApart() async throws {
    _ = try service.addCamper("Ana Rivera", phoneNumber: "1")
    _ = try service.addCamper("Ana Rivera", phoneNumber: nil, email: "ana@example.org")
    assertBreaks(
      .ambiguousCamper(
        "Ana Rivera", candidates: ["Ana Rivera 1", "Ana Rivera ana@example.org"])
    ) {
      try service.find("Ana Rivera")
    }
  }

  func testNamesakesAreFoundByTheWordsThatTellThemApart() async throws {
    let first = try service.addCamper("Ana Rivera", phoneNumber: "408 555")
    let second = try service.addCamper("Ana Rivera", phoneNumber: nil)
    let third = try service.addCamper("Ana Rivera", phoneNumber: nil)
    let words = CamperWords(among: [first, second, third])
    XCTAssertEqual(words.word(for: first), "Ana Rivera 408 555")
    XCTAssertNotEqual(words.word(for: second), words.word(for: third))
    for camper in [first, second, third] {
      XCTAssertTrue(try service.find(words.word(for: camper)) === camper)
    }
    XCTAssertEqual(CamperWords(among: [second]).word(for: second), "Ana Rivera")
    assertBreaks(.unknown, "no camper \"Ana Rivera 408\"") {
      try service.find("Ana Rivera 408")
    }
    // A word of its own comes first, even when it looks like one that tells namesakes apart.
    let odd = try service.addCamper("Ana Rivera 408 555", phoneNumber: nil)
    XCTAssertTrue(try service.find("Ana Rivera 408 555") === odd)
  }

  func testWordsGoOnTellingNamesakesApartAfterOneIsDeleted() async throws {
    let twins = try (0..<3).map { _ in try service.addCamper("Jonny", phoneNumber: nil) }
    let word = CamperWords(among: twins).word(for: twins[2])
    try service.delete(twins[0])
    XCTAssertTrue(try service.find(word) === twins[2])
  }

  func testANameIsOneLineOfBoundedLength() async throws {
    for name in ["a\nb", "a\u{0}b", "\u{1B}[2J", "a\u{2028}b", "a\u{202E}b", "\u{2067}b"] {
      assertBreaks(
        .invalidValue,
        "the text of a camper must be one line, without line breaks or control characters"
      ) { try service.addCamper(name, phoneNumber: nil) }
    }
    assertBreaks(.textTooLong(of: "camper", characters: 251, most: 250)) {
      try service.addCamper(String(repeating: "x", count: 251), phoneNumber: nil)
    }
    assertBreaks(
      .invalidValue,
      "the text of a phone number must be one line, without line breaks or control characters"
    ) {
      try service.addCamper("Ana", phoneNumber: "1\n2")
    }
    XCTAssertEqual(try service.campers(), [])
    let longest = try service.addCamper(String(repeating: "王", count: 250), phoneNumber: nil)
    assertBreaks(
      .invalidValue,
      "the text of an e-mail address must be one line, without line breaks or control characters"
    ) { try service.edit(longest, email: "a\tb") }
    XCTAssertNil(longest.email)
    let family = try service.addCamper("🏕️ Family 👨‍👩‍👧‍👦", phoneNumber: nil)
    XCTAssertEqual(family.fullName, "🏕️ Family 👨‍👩‍👧‍👦")
  }

  func testACamperIsFoundByTheWholeNameAndByItsBeginning() async throws {
    let elodie = try service.addCamper("Élodie Martin", phoneNumber: nil)
    let eli = try service.addCamper("Eli Stone", phoneNumber: nil)
    _ = try service.addCamper("Johnny Appleseed", phoneNumber: nil)
    XCTAssertTrue(try service.find("Eli Stone") === eli)
    assertBreaks(.unknown, "no camper \"Eli\"") { try service.find("Eli") }
    XCTAssertEqual(Set(try service.campers(withPrefix: "el")), [elodie, eli])
    XCTAssertEqual(try service.campers(withPrefix: "el", limit: 1).count, 1)
  }

  func testWhoMayHaveBeenMeantIsTold() async throws {
    try await eachStore { desk in
      let campers = desk.campers
      _ = try campers.addCamper("Johnny Appleseed", phoneNumber: "408-555-1234")
      for phone in ["1", "2"] { _ = try campers.addCamper("Ana Rivera", phoneNumber: phone) }
      _ = try campers.addCamper("Riverside Scouts", phoneNumber: nil)
      for typed in ["Jonny Aplseed", "johnny", "appleseed johny", "4085551234"] {
        XCTAssertEqual(try campers.words(like: typed), ["Johnny Appleseed"], typed)
      }
      // What tells namesakes apart belongs to what is told.
      XCTAssertEqual(
        try campers.words(like: "ana"), ["Ana Rivera 1", "Ana Rivera 2"])
      XCTAssertEqual(try campers.words(like: "Xaver"), [])
      XCTAssertEqual(try campers.words(like: "?"), [])
      XCTAssertEqual(try campers.words(like: ""), [])
    }
  }

  func testWhoMayHaveBeenMeantIsToldOfManyCampers() async throws {
    try await eachStore { desk in
      for index in 0..<5_200 {
        Camper(context: desk.stack.mainContext).fullName = "Ada Number \(index)"
      }
      Camper(context: desk.stack.mainContext).fullName = "Zoe Zimmer"
      try desk.stack.mainContext.saveThrough()
      XCTAssertEqual(try desk.campers.words(like: "Zoe Zimer"), ["Zoe Zimmer"])
      XCTAssertEqual(
        try desk.campers.words(beginningWith: "zo", limit: 200), ["Zoe Zimmer"])
    }
  }

  func testAPartOfANameOrAPhoneNumberFindsTheOneCamperWhoFits() async throws {
    try await eachStore { desk in
      let campers = desk.campers
      let johnny = try campers.addCamper("Johnny Appleseed", phoneNumber: "408-555-1234")
      let john = try campers.addCamper("John Adams", phoneNumber: "(408) 555 9999")
      let ada = try campers.addCamper("Ada", phoneNumber: nil, email: "ada@example.org")
      for (text, camper) in [
        ("appleseed", johnny), ("johnny", johnny), ("APPLE john", johnny), ("pplese", johnny),
        ("4085551234", johnny), ("555-1234", johnny), ("5559999", john), ("ada", ada),
        ("ada@example.org", ada), ("Ada", ada),
      ] {
        XCTAssertEqual(try campers.find(byPart: text), camper, text)
      }
      XCTAssertThrowsError(try campers.find(byPart: "joh")) { error in
        let error = error as? CampgroundError
        XCTAssertEqual(error?.code, .ambiguous)
        XCTAssertEqual(error?.knownNames, ["John Adams", "Johnny Appleseed"])
      }
      for text in ["", "zebra", "5550000", "1"] {
        assertBreaks(.unknown, "no camper \"\(text)\"") { try campers.find(byPart: text) }
      }
      let adam = try campers.addCamper("Adam Smith", phoneNumber: nil)
      XCTAssertEqual(try campers.find(byPart: "ADA"), ada, "the whole name comes first")
      XCTAssertEqual(try campers.find(byPart: "adam"), adam)
    }
  }

  func testCampersAreFoundByTheIndexOfNames() async throws {
    try await eachStore { desk in
      guard let file = desk.file else { return }
      let camper = try desk.campers.addCamper("Ana Rivera", phoneNumber: "555 1")
      _ = try desk.campers.addCamper("Ana", phoneNumber: nil)
      let (found, report) = try desk.stack.persistentStoreCoordinator.measure {
        try desk.campers.find("Ana Rivera 555 1")
      }
      XCTAssertEqual(found, camper)
      let plans = try report.statements.map(\.sql).filter { $0.hasPrefix("SELECT") }.flatMap {
        try StoreShell(file).rows("EXPLAIN QUERY PLAN \($0)")
      }
      XCTAssertFalse(plans.contains { $0.contains("SCAN") }, plans.joined(separator: "\n"))
    }
  }

  func testTwinsHaveTheSameNameInAnyCaseAndTheSamePhoneNumberOrAddress() async throws {
    try await eachStore { desk in
      let ana = try desk.campers.addCamper("Ana Rivera", phoneNumber: "408-555-1234")
      let lower = try desk.campers.addCamper("ana riverá", phoneNumber: "(408) 555 1234")
      let mailed = try desk.campers.addCamper(
        "Ana Rivera", phoneNumber: nil, email: "ana@example.org")
      let other = try desk.campers.addCamper(
        "Ana Rivera", phoneNumber: "408-555-9999", email: "ANA@example.org")
      let bob = try desk.campers.addCamper("Bob Rivera", phoneNumber: "408-555-1234")
      XCTAssertEqual(try desk.campers.twins(of: ana), [lower])
      XCTAssertEqual(try desk.campers.twins(of: lower), [ana])
      XCTAssertEqual(try desk.campers.twins(of: mailed), [other])
      XCTAssertEqual(try desk.campers.twins(of: bob), [])
      // Found by both, and named once.
      let both = try desk.campers.addCamper(
        "ANA RIVERA", phoneNumber: "408-555-9999", email: "ana@example.org")
      XCTAssertEqual(Set(try desk.campers.twins(of: both)), [mailed, other])
      XCTAssertEqual(try desk.campers.twins(of: both).count, 2)
      XCTAssertEqual(
        try desk.campers.twins(of: desk.campers.addCamper("Ana Rivera", phoneNumber: nil)), [])
    }
  }

  func testTwinsInAScratchPadAreFoundAmongSavedAndUnsavedCampers() async throws {
    let desk = Desk(on: stack, clock: stack.clock)
    _ = try desk.services.campers.addCamper("Ana Rivera", phoneNumber: "1234567")
    desk.begin()
    for name in ["ana rivera", "Bo Lee", "Bo Lee"] {
      try desk.perform("camper add \(name)") {
        _ = try $0.campers.addCamper(name, phoneNumber: "1234567")
      }
    }
    let campers = desk.services.campers
    let twins = try campers.campers().map { try campers.twins(of: $0).map(\.fullName) }
    // Ana Rivera, who is saved, and "ana rivera", who is not, have different spellings.
    XCTAssertEqual(twins, [[], ["Bo Lee"], ["Bo Lee"], ["Ana Rivera"]])
  }

  func testLooksForNamesakesUseIndexes() async throws {
    try await eachStore { desk in
      guard let file = desk.file else { return }
      let camper = try desk.campers.addCamper("Ana Rivera", phoneNumber: "408-555-1234")
      // The first search makes the index, the first item the campground.
      _ = try desk.campers.twins(of: camper)
      _ = try desk.sales.addItem("ice", ItemPlan(price: 3))
      let (_, report) = try desk.stack.persistentStoreCoordinator.measure {
        _ = try desk.campers.twins(of: camper)
        _ = try desk.sales.addItem("firewood", ItemPlan(price: 6))
        _ = try desk.sales.findItem("firewood")
      }
      let selects = report.statements.map(\.sql).filter {
        $0.hasPrefix("SELECT") && ($0.contains("ZCAMPER") || $0.contains("ZITEM"))
      }
      XCTAssertGreaterThanOrEqual(selects.count, 3)
      for sql in selects {
        let plan = try StoreShell(file).rows("EXPLAIN QUERY PLAN \(sql)")
        XCTAssertFalse(
          plan.contains { $0.contains("SCAN") && !$0.contains("VIRTUAL TABLE") }, "\(sql)\n\(plan)")
      }
    }
  }

  func testEditingChangesOnlyWhatIsGiven() async throws {
    let camper = try service.addCamper("Ana Rivera", phoneNumber: "1", email: "ana@example.org")
    let edited = try service.edit(camper, phoneNumber: "2")
    XCTAssertTrue(edited === camper)
    XCTAssertEqual(camper.fullName, "Ana Rivera")
    XCTAssertEqual(camper.phoneNumber, "2")
    XCTAssertEqual(camper.email, "ana@example.org")
    try service.edit(camper, name: "Ana Stone", email: "")
    XCTAssertEqual(camper.fullName, "Ana Stone")
    XCTAssertNil(camper.email)
    assertBreaks(.emptyName(of: "camper")) { try service.edit(camper, name: "") }
    XCTAssertEqual(camper.fullName, "Ana Stone")
  }

  func testACamperWithReservationsIsKept() async throws {
    let desk = TestDesk(stack)
    let camper = try service.addCamper("Ana Rivera", phoneNumber: nil)
    let site = try desk.sites.addCampSite(15, electricity: false, water: false)
    let reservation = try desk.reservations.reserve(
      site, for: camper, arrival: day("2026-07-01"), nights: 1)
    try desk.reservations.cancel(reservation.code)
    assertBreaks(.inUse, "Ana Rivera has reservations: R-1") {
      try service.delete(camper)
    }
    XCTAssertEqual(try service.campers(), [camper])
  }

  func testACamperWithoutReservationsIsDeleted() async throws {
    let camper = try service.addCamper("Ana Rivera", phoneNumber: nil)
    try service.delete(camper)
    XCTAssertEqual(try service.campers(), [])
    assertBreaks(.gone("the camper")) { try service.delete(camper) }
  }
}
