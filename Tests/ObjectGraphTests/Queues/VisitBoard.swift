import Foundation
import ObjectGraph

/// Who is in which context, and what went wrong.
final class VisitBoard: Sendable {
  /// A visitor of a context.
  struct Mark: Sendable {
    let context: Int
    fileprivate let visitor: Int
    /// Whether it stands still in a call that may wait, so that others may come in.
    fileprivate var isWaiting = false
  }

  private struct State {
    var marks: [[Mark]] = Array(repeating: [], count: 4)
    var visits = [0, 0, 0, 0]
    var inserted = 0
    var lastVisitor = 0
    var seed: UInt64 = 0
    var lookingIn = 0
    var faults: [String] = []
  }

  /// All that was begun and has to end before the round does.
  let group = DispatchGroup()

  private let state = Lock(State())

  /// How many visits each context had.
  var visits: [Int] { state.withLock { $0.visits } }

  /// How many objects were inserted.
  var inserted: Int { state.withLock { $0.inserted } }

  var faults: [String] { state.withLock { $0.faults } }

  func note(_ fault: String) { state.withLock { $0.faults.append(fault) } }

  /// A visitor comes into a context.
  func enter(_ context: Int) -> Mark {
    state.withLock { state in
      if let last = state.marks[context].last, !last.isWaiting {
        state.faults.append("somebody came into \(context), where another one goes on")
      }
      state.lastVisitor += 1
      state.visits[context] += 1
      let mark = Mark(context: context, visitor: state.lastVisitor)
      state.marks[context].append(mark)
      return mark
    }
  }

  /// The visitor leaves, who has to be the last who came.
  func leave(_ mark: Mark) {
    state.withLock { state in
      if state.marks[mark.context].last?.visitor != mark.visitor {
        state.faults.append("somebody left \(mark.context), where another one was let in")
      }
      state.marks[mark.context].removeAll { $0.visitor == mark.visitor }
    }
  }

  /// Lets others come in while the body waits; they have to be gone when it is through.
  func waiting(_ mark: Mark, _ body: () throws -> Void) {
    set(mark, isWaiting: true)
    do {
      try body()
    } catch let error as ObjectGraphError where error.code == .recursiveSave {
      // One who was let in during a save cannot save, and says so.
    } catch {
      note("\(error)")
    }
    set(mark, isWaiting: false)
  }

  private func set(_ mark: Mark, isWaiting: Bool) {
    state.withLock { state in
      let marks = state.marks[mark.context]
      guard let place = marks.lastIndex(where: { $0.visitor == mark.visitor }) else { return }
      if place != marks.count - 1 {
        state.faults.append("somebody went on in \(mark.context), where another one was let in")
      }
      state.marks[mark.context][place].isWaiting = isWaiting
    }
  }

  /// The context itself is at work, so that no visitor may go on in it.
  func look(at context: Int) {
    state.withLock { state in
      if let last = state.marks[context].last, !last.isWaiting {
        state.faults.append("\(context) was at work, where a visitor goes on")
      }
    }
  }

  /// A name that no other object has.
  func nextName() -> String {
    state.withLock { state in
      state.inserted += 1
      return "\(state.inserted)"
    }
  }

  func nextSeed() -> UInt64 {
    state.withLock { state in
      state.seed += 1
      return state.seed
    }
  }

  /// Runs the body, unless some are at it already: each may lead to the next.
  func lookingIn(_ body: () -> Void) {
    let mayLook = state.withLock { state in
      state.lookingIn += 1
      return state.lookingIn <= 2
    }
    if mayLook { body() }
    state.withLock { $0.lookingIn -= 1 }
  }
}
