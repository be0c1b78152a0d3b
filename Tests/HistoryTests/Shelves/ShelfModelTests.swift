import Histories
import XCTest

/// The judge of histories of shelves finds what it is there to find.
final class ShelfModelTests: XCTestCase {
  private typealias Told = (actor: Int, deed: Deed, saw: Sight)

  /// The first thing that is wrong about a history.
  ///
  /// - Parameter after: what the store holds after each save, in their order.
  private func problem(_ steps: [Told], after: [[Int: Content]]) -> String? {
    var model = ShelfModel(coordinators: [0, 0], isMerging: false)
    var saves = after.makeIterator()
    for step in steps {
      let isSave = if case .save = step.deed { true } else { false }
      let step = (ShelfHistory.Step(actor: step.actor, deed: step.deed), step.saw)
      if let problem = model.take(step.0, step.1, after: isSave ? saves.next() : nil) {
        return problem
      }
    }
    return nil
  }

  private func book(_ number: Int, _ change: (inout Content) -> Void = { _ in }) -> Content {
    var content = Shelves.beginning[number] ?? Content()
    change(&content)
    return content
  }

  /// The beginning with another book 12, or without one.
  private func store(_ content: Content?) -> [Int: Content] {
    var store = Shelves.beginning
    store[12] = content
    return store
  }

  /// Both set the first number of book 12, A also the second one; B saves before A does.
  private func crossing(_ policy: Policy) -> [Told] {
    [
      (0, .edit(12, .first, 1), .saw(book(12))),
      (0, .edit(12, .second, 2), .saw(book(12) { $0.first = 1 })),
      (1, .edit(12, .first, 3), .saw(book(12))),
      (1, .mark(12, topic: 2, isAbout: true), .saw(book(12) { $0.first = 3 })),
      (1, .save(.error), .saved(isMoved: false)), (0, .save(policy), .saved(isMoved: false)),
    ]
  }

  func testEachPolicyHasItsWinnerAndNoOther() {
    let theirs = book(12) {
      $0.first = 3
      $0.topics = [0, 1, 2]
    }
    func result(_ first: Int64, _ second: Int64) -> Content {
      var content = theirs
      (content.first, content.second) = (first, second)
      return content
    }
    let all = [result(3, 0), result(3, 2), result(1, 2), book(12) { $0.first = 1 }]
    let winners: [Policy: Content] = [
      .storeTrump: result(3, 2), .objectTrump: result(1, 2), .overwrite: result(1, 2),
      .rollback: result(3, 0),
    ]
    for (policy, winner) in winners {
      for found in all {
        let problem = problem(crossing(policy), after: [store(theirs), store(found)])
        XCTAssertEqual(problem == nil, found == winner, "\(policy), \(found)")
      }
    }
    XCTAssertEqual(
      problem(crossing(.error), after: [store(theirs), store(result(1, 2))]),
      "a change of 12 was confirmed over one that it had not seen")
  }

  func testOverwriteTakesWhatOnlyTheStoreChangedBack() {
    let steps: [Told] = [
      (0, .edit(12, .first, 1), .saw(book(12))), (1, .edit(12, .second, 2), .saw(book(12))),
      (1, .save(.error), .saved(isMoved: false)), (0, .save(.overwrite), .saved(isMoved: false)),
    ]
    let theirs = book(12) { $0.second = 2 }
    XCTAssertNil(problem(steps, after: [store(theirs), store(book(12) { $0.first = 1 })]))
    let merged = book(12) { ($0.first, $0.second) = (1, 2) }
    XCTAssertEqual(
      problem(steps, after: [store(theirs), store(merged)]),
      "overwrite made 12 \(merged), and not \(book(12) { $0.first = 1 })")
  }

  func testADeletionCrossesAnEditAsThePolicySays() {
    func deleted(_ policy: Policy) -> [Told] {
      [
        (0, .edit(12, .first, 1), .saw(book(12))), (1, .delete(12), .saw(book(12))),
        (1, .save(.error), .saved(isMoved: false)), (0, .save(policy), .saved(isMoved: false)),
      ]
    }
    let again = book(12) {
      $0.first = 1
      $0.topics = []
    }
    for policy in [Policy.objectTrump, .overwrite] {
      XCTAssertNil(problem(deleted(policy), after: [store(nil), store(again)]))
      XCTAssertNotNil(problem(deleted(policy), after: [store(nil), store(nil)]))
    }
    for policy in [Policy.storeTrump, .rollback] {
      XCTAssertNil(problem(deleted(policy), after: [store(nil), store(nil)]))
      XCTAssertNotNil(problem(deleted(policy), after: [store(nil), store(again)]))
    }
  }

  func testAChangeOfSomethingElseIsFound() {
    var other = store(book(12) { $0.first = 1 })
    other[10]?.second = 9
    let steps: [Told] = [
      (0, .edit(12, .first, 1), .saw(book(12))), (0, .save(.error), .saved(isMoved: false)),
    ]
    XCTAssertEqual(
      problem(steps, after: [other]),
      "10 became \(book(10) { $0.second = 9 }) without being changed here")
  }

  func testAWrongCountAndAMissingMemberAreFound() {
    let save: [Told] = [(0, .save(.error), .saved(isMoved: false))]
    var counted = Shelves.beginning
    counted[0]?.bookCount = 3
    XCTAssertNotNil(problem(save, after: [counted]))
    var held = Shelves.beginning
    held[0]?.books = [10]
    XCTAssertNotNil(problem(save, after: [held]))
    XCTAssertNil(problem(save, after: [Shelves.beginning]))
  }

  func testAPinnedReadOfALaterMomentIsFound() {
    let changed = book(12) { $0.first = 1 }
    let steps: [Told] = [
      (1, .pin, .done), (0, .edit(12, .first, 1), .saw(book(12))),
      (0, .save(.error), .saved(isMoved: false)),
    ]
    XCTAssertNil(problem(steps + [(1, .read(12), .saw(book(12)))], after: [store(changed)]))
    XCTAssertEqual(
      problem(steps + [(1, .read(12), .saw(changed))], after: [store(changed)]),
      "12 is \(changed), and was \(book(12)) at the pinned moment")
    XCTAssertNil(
      problem(
        steps + [(1, .unpin, .done), (1, .read(12), .saw(changed))], after: [store(changed)]))
  }

  func testHistoriesAreTheSameInEveryRun() {
    let kind = ShelfHistory.Kind(policies: Policy.allCases, isPinning: true)
    for seed in UInt64(0)..<50 {
      let history = ShelfHistory(seed: seed, kind)
      XCTAssertEqual("\(history)", "\(ShelfHistory(seed: seed, kind))")
      XCTAssertEqual(history.shortened.count, history.steps.count)
    }
  }
}
