import XCTest

@testable import ObjectGraph

/// Walks all states that transitions lead to, from those in which objects begin.
final class ObjectStateTests: XCTestCase {
  /// The part of a state that the life of an object, and a save, depend on.
  private struct Core: Hashable, CustomStringConvertible {
    var life: String
    var isFault: Bool
    var save: String

    init(_ life: String, fault: Bool = false, _ save: String = "") {
      (self.life, isFault, self.save) = (life, fault, save)
    }

    init(_ state: ObjectState) {
      life =
        switch (state.isInserted, state.isChanged, state.isDeleted) {
        case (false, false, false): "clean"
        case (true, false, false): "unattached"
        case (true, true, false): "new"
        case (false, true, false): "changed"
        case (false, true, true): "deleted"
        case (false, false, true): "gone"
        case (true, true, true): "dropped"
        case (true, false, true): "discarded"
        }
      isFault = state.isFault
      save =
        switch (state.isPlanned, state.isInSave) {
        case (false, false): ""
        case (true, false): "planned"
        case (true, true): "written"
        case (false, true): "separated"
        }
    }

    var description: String { "\(life)\(isFault ? " fault" : "") \(save)" }
  }

  /// Every state that can be reached, with the transitions that led there.
  private func reachable() -> [ObjectState: [ObjectState.Transition]] {
    var paths: [ObjectState: [ObjectState.Transition]] = [.unattached: [], .fault: [], .clean: []]
    var queue = Array(paths.keys)
    while let state = queue.popLast() {
      for transition in ObjectState.Transition.allCases {
        guard let next = state.after(transition), paths[next] == nil else { continue }
        paths[next] = paths[state]! + [transition]
        queue.append(next)
      }
    }
    return paths
  }

  func testNoTransitionLeadsToAnIllegalState() {
    let paths = reachable()
    var broken: Set<String> = []
    for (state, path) in paths {
      func check(_ isLegal: Bool, _ rule: String) {
        guard !isLegal, broken.insert(rule).inserted else { return }
        XCTFail("\(rule), but an object was \(state), after \(path)")
      }
      check(!state.isPending || state.isChanged, "only changed objects are pending")
      check(!state.isIndexed || state.isChanged, "only changed objects are indexed")
      check(
        state.isChanged || !(state.isPlanned || state.isInSave),
        "only changed objects are part of a save")
      check(!(state.isPlanned && state.isInSave && state.ownsRow), "the row belongs to the save")
      check(
        !state.wroteUntracked || state.ownsRow || state.isInSave,
        "untracked values are in a row of the object's own")
      check(!state.isPropagated || state.isDeleted, "only deletions are propagated")
      check(
        !state.isDeletedInStore || (state.isDeleted && state.isChanged && !state.isInserted),
        "only the row of a deleted object can be gone already")
      check(
        !state.isFault
          || !(state.isInserted || state.ownsRow || state.isAwaking || state.wroteUntracked
            || state.isInSave),
        "a fault has no values of its own")
      check(!state.isVanished || !state.isInserted, "a new object has no row to miss")
    }
  }

  func testAnObjectHasFewStates() {
    let expected: Set<Core> = [
      Core("clean"), Core("clean", fault: true), Core("unattached"),
      // New objects are saved as a whole.
      Core("new"), Core("new", "planned"), Core("new", "written"), Core("new", "separated"),
      Core("changed"), Core("changed", "planned"), Core("changed", "written"),
      Core("changed", "separated"),
      // Only members of its relationships changed.
      Core("changed", fault: true), Core("changed", fault: true, "planned"),
      // A save writes no row of a deleted object, unless it was deleted since.
      Core("deleted"), Core("deleted", "planned"), Core("deleted", "separated"),
      Core("deleted", fault: true), Core("deleted", fault: true, "planned"),
      Core("gone"), Core("gone", fault: true),
      Core("dropped"), Core("dropped", "planned"), Core("dropped", "separated"), Core("discarded"),
    ]
    let found = Set(reachable().keys.map(Core.init))
    XCTAssertEqual(found.subtracting(expected), [])
    XCTAssertEqual(expected.subtracting(found), [])
  }

  func testATransitionLeadsFromNowhereElse() {
    let legal = Set(reachable().keys)
    func sources(_ transition: ObjectState.Transition) -> Set<String> {
      Set(legal.filter { $0.after(transition) != nil }.map { Core($0).life })
    }
    XCTAssertEqual(sources(.new), ["unattached"])
    XCTAssertEqual(sources(.deleted), ["new", "changed"])
    XCTAssertEqual(sources(.discarded), ["dropped"])
    XCTAssertEqual(sources(.changedAgain), ["new", "changed", "deleted", "dropped"])
    XCTAssertEqual(sources(.changed), ["clean", "unattached", "gone", "discarded"])
    XCTAssertEqual(sources(.deletedElsewhere), ["clean", "gone"])
    XCTAssertEqual(sources(.insertedAgain), ["new", "changed"])
    XCTAssertEqual(sources(.planned), ["new", "changed", "deleted", "dropped"])
    XCTAssertEqual(sources(.written), ["new", "changed"])
    XCTAssertEqual(sources(.fault), ["clean", "changed", "deleted", "gone"])
    XCTAssertFalse(legal.contains { $0.isFault && $0.after(.owner) != nil })
    XCTAssertFalse(legal.contains { $0.isPlanned && $0.isInSave && $0.after(.owner) != nil })
    XCTAssertFalse(legal.contains { $0.isPlanned && $0.after(.planned) != nil })
  }
}
