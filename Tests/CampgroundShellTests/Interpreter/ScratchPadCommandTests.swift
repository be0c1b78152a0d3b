import Campground
import CommandKit
import XCTest

@testable import CampgroundShell

/// `begin`, `save`, `rollback`, `undo` and `redo`.
final class ScratchPadCommandTests: SessionTestCase {
  private func text(_ commands: String) throws -> String {
    session.format = .plain
    return try run(commands)
  }

  func testRollbackDropsAndSaveKeeps() async throws {
    XCTAssertEqual(
      try run("begin; camper add Ada; rollback"),
      """
      {"open":true}
      {"camper":"Ada","phone":null,"email":null}
      {"added":1,"changed":0,"deleted":0}

      """)
    XCTAssertEqual(try run("count Camper"), "{\"count\":0}\n")
    XCTAssertTrue(
      try run("begin; camper add Ada; save").hasSuffix(
        "{\"added\":1,\"changed\":0,\"deleted\":0,\"codes\":[]}\n"))
    XCTAssertFalse(session.hasUnsavedWork)
    XCTAssertEqual(try run("count Camper"), "{\"count\":1}\n")
  }

  func testSaveTellsTheCodesOfNewReservations() async throws {
    try run("campsite add 15; camper add Ada; begin")
    try run(
      "reserve 15 for Ada from 2026-07-01 nights 1; reserve 15 for Ada from 2026-07-02 nights 1")
    XCTAssertTrue(try run("reservation show R-new2").contains("\"code\":\"R-new2\""))
    let completer = Completer(session.grammar, in: session)
    XCTAssertEqual(completer.complete("cancel ").candidates, ["R-new1", "R-new2"])
    XCTAssertEqual(
      try text("cancel R-new1; save; reservation list"),
      """
      Canceled R-new1 · Ada · site 15 · Wed 2026-07-01 to Thu 2026-07-02 · 1 night · $0.00
      Saved 2 changes: 2 added
      R-new1 is now R-1
      R-new2 is now R-2
      code\tguest\tsite\tfrom\tto\tnights\tparty\tstatus\ttotal
      R-1\tAda\t15\t2026-07-01\t2026-07-02\t1\t1 adult\tCanceled\t0.00
      R-2\tAda\t15\t2026-07-02\t2026-07-03\t1\t1 adult\tReserved\tno price

      """)
  }

  func testEachCommandIsOneStepToUndo() async throws {
    XCTAssertEqual(
      try text(
        "begin; camper add Ada; camper list; campsite  add 15; undo; undo; redo; count Camper"),
      """
      Opened a scratch pad: save keeps your changes, rollback drops them
      Added camper Ada
      camper\tphone\temail
      Ada\t\t
      Added site 15
      Undid: campsite  add 15
      Undid: camper add Ada
      Redid: camper add Ada
      1

      """)
    XCTAssertEqual(try failure("undo; undo").message, "the scratch pad has nothing to undo")
    try run("redo")
    XCTAssertEqual(
      try text("redo; save; count CampSite"),
      "Redid: campsite  add 15\nSaved 3 changes: 3 added\n1\n")
  }

  func testACommandThatFailsLeavesThePadAsItWas() async throws {
    try run("begin; camper add Ada")
    XCTAssertEqual(try failure("camper add \"\"").message, "name cannot be empty")
    XCTAssertTrue(session.hasUnsavedWork)
    XCTAssertEqual(try text("undo"), "Undid: camper add Ada\n")
  }

  func testWordsOfAPadOutsideOfOneTellWhatToDo() async throws {
    for command in ["save", "pending", "rollback", "undo 2", "redo"] {
      let error = try failure(command)
      XCTAssertTrue(error.message.hasPrefix("no scratch pad is open: "), error.message)
      XCTAssertEqual(
        error.hint,
        command == "undo 2"
          ? "\"undo list\" shows them"
          : "begin opens one, for changes that are saved or dropped together")
    }
    XCTAssertEqual(try failure("begin; begin").message, "a scratch pad is already open")
    XCTAssertEqual(
      try text("save; begin; rollback"),
      """
      Closed the scratch pad: nothing changed
      Opened a scratch pad: save keeps your changes, rollback drops them
      Closed the scratch pad: nothing changed

      """)
    try run("begin; camper add Ada")
    XCTAssertEqual(try failure("undo 2").message, "the scratch pad has no command 2")
  }

  func testACampgroundOfThePadStaysChosenWhenItIsSaved() async throws {
    try run("campground add Wawona; begin; campground add Bassi; use Bassi; campsite add 1; save")
    XCTAssertTrue(try run("campsite list").contains("\"site\":\"1\""))
    try run("begin; campground add Pines; use Pines; rollback")
    XCTAssertTrue(try run("campsite list").contains("\"site\":\"1\""))
    try run("begin; campground add Pines; use Pines; undo")
    XCTAssertTrue(try run("campsite list").contains("\"site\":\"1\""))
  }

  func testWhatSomebodyChangedMeanwhileIsToldAndSavedByTheNextSave() async throws {
    try run("camper add Ada phone 1; begin; camper add Bo; camper edit Ada phone 2")
    let other = CamperService(
      managedObjectContext: session.stack.mainContext, storeStack: session.stack)
    try other.edit(other.find("Ada"), phoneNumber: "3")
    let error = try failure("save")
    XCTAssertEqual(
      error.message,
      "someone changed camper Ada meanwhile: phone 1 is now 3\n  2 · camper edit Ada phone 2")
    XCTAssertEqual(
      error.hint,
      "nothing was saved; save again to accept the current values; undo drops the command")
    XCTAssertTrue(session.hasUnsavedWork)
    XCTAssertEqual(try text("save"), "Saved 2 changes: 1 added, 1 changed\n")
    XCTAssertEqual(try text("camper list"), "camper\tphone\temail\nAda\t2\t\nBo\t\t\n")
  }

  func testACommandThatDoesNotWorkAnyMoreIsMarkedInItsOwnText() async throws {
    try run("campsite add 15; camper add Ada; begin")
    try run("reserve 15 for Ada from 2026-07-01 nights 2; camper add Bo")
    let office = TestShell(stack)
    try office.run("reserve 15 for Ada from 2026-07-02 nights 1")
    let error = try failure("save")
    XCTAssertEqual(error.message, "site 15 is taken 2026-07-02 to 2026-07-03 (R-1)")
    XCTAssertEqual(error.sourceLine, "reserve 15 for Ada from 2026-07-01 nights 2; camper add Bo")
    XCTAssertEqual([error.column, error.length], [9, 2])
    XCTAssertEqual(
      error.hint, "nothing was saved; undo 1 drops this command, rollback drops them all")
    session.format = .plain
    XCTAssertTrue(try run("pending").contains("(R-1)"))
    XCTAssertEqual(
      try run("undo 1; save"),
      "Undid: reserve 15 for Ada from 2026-07-01 nights 2\nSaved 1 change: 1 added\n")
  }

  func testWhatIsImportedIsWhatWasRead() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).csv")
    try Data("facility,unit,arrival,departure\n,15,2026-07-01,2026-07-02\n".utf8).write(to: file)
    try run("begin; import stays \(file.path) create yes")
    try FileManager.default.removeItem(at: file)
    XCTAssertEqual(
      try text("save").components(separatedBy: "\n").last { !$0.isEmpty }, "R-new1 is now R-1")
    XCTAssertTrue(try text("reservation list").contains("R-1"))
  }

  // MARK: What the pad deletes

  func testACommandAboutWhatThePadDeletesSaysSoInWords() async throws {
    try run("campsite add 15 rate 40; camper add Ada; policy add Kind steps \"0+ nothing\"")
    try run("begin; campsite delete 15; policy delete Kind; camper delete Ada")
    let office = TestShell(stack)
    try office.run("reserve 15 for Ada from 2026-06-20 nights 2")
    for command in ["cancel R-1", "reservation extend R-1 nights 1", "checkin R-1 early"] {
      let told = try failure(command)
      XCTAssertEqual(told.message, "site 15 is deleted in the scratch pad", command)
      XCTAssertEqual(
        told.hint, "\"undo\" undoes your commands one by one, back to the one that deleted it")
    }
    try run("undo; undo; undo; cancel R-1; save")
    XCTAssertTrue(try run("reservation show R-1").contains("Canceled"))
  }

  func testThePolicyThatNewReservationsGetIsOneOnly() async throws {
    try run("policy add Kind steps \"0+ nothing\"; begin")
    try run("policy add Strict steps \"0+ all\" default yes")
    let office = TestShell(stack)
    office.session.format = .plain
    XCTAssertEqual(
      try office.run("policy add \"High season\" steps \"0+ 1 night\" default yes"),
      "Added policy High season for new reservations instead of Kind · full refund within 60 "
        + "minutes of booking\n")
    XCTAssertTrue(
      try failure("save").message.hasPrefix(
        "someone changed cancellation policy High season meanwhile: default nothing is now no"))
    // What was said is so, whoever had the policies before.
    XCTAssertEqual(try text("save"), "Saved 3 changes: 2 added, 1 changed\n")
    session.format = .plain
    XCTAssertEqual(
      try run("count CancellationPolicy where isDefault == YES; policy list").split(separator: "\n")
        .filter { $0 == "1" || $0.hasSuffix("yes") }.count, 2)
  }

  func testANewNamesakeKeepsTheNameThatThePadGaveUntilItIsSaved() async throws {
    session.format = .plain
    try run("campground add Pines timezone UTC; campsite add 77; camper add Rivera")
    try run("begin; camper add Rivera; camper add Rivera")
    for word in ["Rivera #1", "Rivera #new1", "Rivera #new2"] {
      XCTAssertTrue(try run("camper list").contains(word.suffix(word.count - 7)), word)
    }
    try run("reserve 77 for \"Rivera #new2\" from 2026-07-01 nights 1")
    try run("camper edit \"Rivera #new2\" name Cid; undo; redo; save")
    XCTAssertTrue(try run("reservation show R-1").contains("guest\tCid\n"))
  }

  func testAPaperAboutAStayThatIsNotSavedSaysSo() async throws {
    session.format = .plain
    try run("campground add Pines timezone UTC; campsite add 77; camper add Rivera")
    try run("begin; reserve 77 for Rivera from 2026-07-01 nights 1; confirmation R-new1")
    XCTAssertEqual(
      notes,
      "warning: R-new1 gets its code when the scratch pad is saved\n"
        + "hint: save first to print a paper for the guest\n")
    try run("save; confirmation R-1")
    XCTAssertEqual(notes, "")
  }
}
