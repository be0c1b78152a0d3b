import ObjectGraph
import XCTest

/// The stacks of an undo manager by themselves, without a context.
final class UndoManagerTests: XCTestCase {
  /// Something to change, whose changes can be undone.
  private final class Page {
    let manager: UndoManager
    private(set) var text = ""

    init(_ manager: UndoManager) {
      self.manager = manager
    }

    func write(_ new: String) {
      let old = text
      manager.registerUndo(withTarget: self) { $0.write(old) }
      text = new
    }
  }

  private struct Torn: Error {}

  private let manager = UndoManager()
  private lazy var page = Page(manager)

  /// Writes in a group by itself.
  private func write(_ text: String, name: String = "") {
    manager.beginUndoGrouping()
    page.write(text)
    manager.setActionName(name)
    manager.endUndoGrouping()
  }

  func testGroupsAreUndoneAndRedoneOneByOne() {
    for text in ["a", "ab", "abc"] { write(text) }
    manager.undo()
    XCTAssertEqual(page.text, "ab")
    manager.undo()
    XCTAssertEqual(page.text, "a")
    XCTAssertTrue(manager.canRedo)
    manager.redo()
    manager.redo()
    XCTAssertEqual(page.text, "abc")
    XCTAssertFalse(manager.canRedo)
    for _ in 0..<3 { manager.undo() }
    XCTAssertEqual(page.text, "")
    XCTAssertFalse(manager.canUndo)
    manager.undo()
    XCTAssertEqual(page.text, "")
    XCTAssertEqual(manager.errors.count, 0)
  }

  func testANewActionForgetsWhatCouldBeRedone() {
    write("a")
    manager.undo()
    write("b")
    XCTAssertFalse(manager.canRedo)
    manager.redo()
    XCTAssertEqual(page.text, "b")
  }

  func testNestedGroupsAreUndoneAtOnceInReverseOrder() {
    manager.beginUndoGrouping()
    page.write("a")
    manager.beginUndoGrouping()
    page.write("ab")
    XCTAssertEqual(manager.groupingLevel, 2)
    manager.endUndoGrouping()
    page.write("abc")
    manager.endUndoGrouping()
    manager.undo()
    XCTAssertEqual(page.text, "")
    manager.redo()
    XCTAssertEqual(page.text, "abc")
  }

  func testActionsOutsideAGroupAreOneGroupOfTheEvent() {
    page.write("a")
    page.write("ab")
    XCTAssertEqual(manager.groupingLevel, 1)
    manager.undo()
    XCTAssertEqual(page.text, "")
    manager.redo()
    XCTAssertEqual(page.text, "ab")
  }

  func testWithoutGroupsOfEventsEachActionIsAGroup() {
    manager.groupsByEvent = false
    page.write("a")
    page.write("ab")
    manager.undo()
    XCTAssertEqual(page.text, "a")
    manager.undo()
    XCTAssertEqual(page.text, "")
  }

  func testAGroupWithoutActionsLeavesNothing() {
    manager.beginUndoGrouping()
    manager.endUndoGrouping()
    XCTAssertFalse(manager.canUndo)
  }

  func testOnlyTheLastLevelsAreKept() {
    manager.levelsOfUndo = 2
    for text in ["a", "ab", "abc"] { write(text) }
    for _ in 0..<3 { manager.undo() }
    XCTAssertEqual(page.text, "a")
    manager.levelsOfUndo = 1
    for _ in 0..<2 { manager.redo() }
    XCTAssertEqual(page.text, "ab")
  }

  func testNamesGoWithTheirGroups() {
    write("a", name: "First")
    write("ab", name: "Second")
    XCTAssertEqual(manager.undoActionName, "Second")
    XCTAssertEqual(manager.redoActionName, "")
    manager.undo()
    XCTAssertEqual(manager.undoActionName, "First")
    XCTAssertEqual(manager.redoActionName, "Second")
    manager.setActionName("Write")
    XCTAssertEqual(manager.undoActionName, "Write")
    manager.redo()
    XCTAssertEqual(manager.undoActionName, "Second")
  }

  func testNothingIsKeptWhileRegistrationIsDisabled() {
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    page.write("a")
    manager.enableUndoRegistration()
    XCTAssertFalse(manager.isUndoRegistrationEnabled)
    page.write("ab")
    manager.enableUndoRegistration()
    XCTAssertTrue(manager.isUndoRegistrationEnabled)
    XCTAssertFalse(manager.canUndo)
    page.write("abc")
    manager.undo()
    XCTAssertEqual(page.text, "ab")
  }

  func testUnbalancedCallsAreReportedAndLeaveTheManagerUsable() {
    manager.endUndoGrouping()
    manager.enableUndoRegistration()
    XCTAssertEqual(manager.errors.count, 2)
    manager.beginUndoGrouping()
    page.write("a")
    manager.undo()
    XCTAssertEqual(manager.errors.count, 3)
    XCTAssertEqual(page.text, "a")
    manager.endUndoGrouping()
    manager.undo()
    XCTAssertEqual(page.text, "")
    manager.removeAllActions()
    XCTAssertEqual(manager.errors.count, 0)
  }

  func testAnActionThatThrowsIsReportedAndTheOthersAreCarriedOut() {
    manager.beginUndoGrouping()
    page.write("a")
    manager.registerUndo(withTarget: page) { _ in throw Torn() }
    manager.endUndoGrouping()
    manager.undo()
    XCTAssertEqual(page.text, "")
    XCTAssertEqual(manager.errors.count, 1)
    XCTAssertFalse(manager.isUndoing)
    manager.redo()
    XCTAssertEqual(page.text, "a")
  }

  func testAnActionThatUndoesOrLeavesGroupsOpenOrClosesTooManyIsReported() {
    manager.beginUndoGrouping()
    page.write("a")
    manager.registerUndo(withTarget: manager) { manager in
      XCTAssertTrue(manager.isUndoing)
      manager.undo()
      manager.redo()
      manager.endUndoGrouping()
      manager.beginUndoGrouping()
    }
    manager.endUndoGrouping()
    manager.undo()
    XCTAssertEqual(manager.errors.count, 4)
    XCTAssertEqual(manager.groupingLevel, 0)
    XCTAssertEqual(page.text, "")
    manager.redo()
    XCTAssertEqual(page.text, "a")
  }

  func testAnActionMayForgetAllActions() {
    write("a")
    manager.beginUndoGrouping()
    page.write("ab")
    manager.registerUndo(withTarget: manager) { $0.removeAllActions() }
    manager.endUndoGrouping()
    manager.undo()
    XCTAssertEqual(page.text, "a")
    XCTAssertFalse(manager.canUndo)
    XCTAssertFalse(manager.canRedo)
    XCTAssertEqual(manager.groupingLevel, 0)
  }

  func testRemovingAllActionsEnablesRegistrationAgain() {
    page.write("a")
    manager.disableUndoRegistration()
    manager.removeAllActions()
    XCTAssertTrue(manager.isUndoRegistrationEnabled)
    XCTAssertFalse(manager.canUndo)
  }

  func testTheActionsOfOneTargetAreRemovedAlone() {
    let other = Page(manager)
    write("a")
    manager.beginUndoGrouping()
    other.write("x")
    manager.endUndoGrouping()
    manager.removeAllActions(withTarget: other)
    manager.undo()
    XCTAssertEqual(page.text, "")
    XCTAssertEqual(other.text, "x")
    XCTAssertFalse(manager.canUndo)
  }

  func testATargetIsNotKeptAlive() {
    var other: Page? = Page(manager)
    weak let freed = other
    other?.write("x")
    other = nil
    XCTAssertNil(freed)
    manager.undo()
    XCTAssertFalse(manager.canRedo)
  }

  func testAHundredThousandNestedGroupsAreNoTrap() {
    for _ in 0..<100_000 { manager.beginUndoGrouping() }
    page.write("a")
    for _ in 0..<100_000 { manager.endUndoGrouping() }
    manager.undo()
    XCTAssertEqual(page.text, "")
    XCTAssertEqual(manager.errors.count, 0)
  }
}
