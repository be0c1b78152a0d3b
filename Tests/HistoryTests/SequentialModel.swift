import Histories

/// What a store and two contexts may do, one step after the other: the judge of a history.
///
/// It keeps every state that a tally was ever confirmed in. A context sees one of them, never an
/// older one than before; its unsaved changes lie on top. A save on the newest state must be
/// confirmed, one on an older state must be refused and change nothing.
struct SequentialModel {
  /// What an actor knows of a tally.
  private struct View {
    /// The oldest state that it can still see.
    var oldest = 0
    /// Its unsaved changes, and the states that they may be based on.
    var unsaved: [Field: Int64] = [:]
    var base = 0...0

    func laid(over values: Values) -> Values {
      unsaved.reduce(into: values) { $0[$1.key] = $1.value }
    }
  }

  /// All states of each tally that were confirmed.
  private var states = Array(repeating: [Values()], count: History.rowCount)
  private var views: [[View]]
  /// The oldest state that each coordinator can still give out.
  private var known: [[Int]]
  private let coordinators: [Int]
  private let isMerging: Bool

  /// The bits that were confirmed, and that nobody knowingly wrote over.
  private var confirmed: [Values]

  /// - Parameters:
  ///   - coordinators: which coordinator each actor reads through.
  ///   - isMerging: whether the actors take over what the other saved, on the one queue of both.
  init(coordinators: [Int], isMerging: Bool = false) {
    self.coordinators = coordinators
    self.isMerging = isMerging
    let count = History.rowCount
    views = Array(repeating: Array(repeating: View(), count: count), count: coordinators.count)
    known = Array(repeating: Array(repeating: 0, count: count), count: coordinators.count)
    confirmed = Array(repeating: Values(), count: count)
  }

  /// Takes one step with what was seen of it.
  ///
  /// - Returns: what is wrong about it, or nil.
  mutating func take(_ step: History.Step, _ observation: Observation) -> String? {
    let actor = step.actor
    switch (step.action, observation) {
    case (_, .failed(let reason)): return reason
    case (.read(let row), .saw(let values)): return see(values, row, actor)
    case (.edit(let row, let field, let bit), .saw(let values)):
      if let problem = see(values, row, actor) { return problem }
      if views[actor][row].unsaved.isEmpty {
        views[actor][row].base = views[actor][row].oldest...views[actor][row].oldest
      }
      views[actor][row].unsaved[field] = values[field] | 1 << bit
    case (.save, .saved): return confirm(actor)
    case (.save, .conflict(let row)): return refuse(row, actor)
    case (.drop, .done): break
    case (.fetch, .done), (.notice, .done):
      for row in states.indices { know(newest(row), row, actor) }
    case (.rollback, .done):
      for row in states.indices { forgetChanges(row, actor) }
    case (.refresh(let row, mergeChanges: false), .done):
      forgetChanges(row, actor)
      raise(row, actor)
    case (.refresh(let row, mergeChanges: true), .done):
      rebase(row, actor)
    case (.refreshAll, .done):
      for row in states.indices { take(row, actor) }
    case (.reset, .done):
      for row in states.indices {
        forgetChanges(row, actor)
        raise(row, actor)
      }
    case (.deliver, .done):
      guard isMerging else { break }
      // Whether a merge moves what unsaved changes are based on is the context's affair. Whoever
      // delivers, the merges of all actors run.
      for actor in views.indices {
        for row in states.indices where !views[actor][row].unsaved.isEmpty {
          views[actor][row].base = views[actor][row].base.lowerBound...newest(row)
        }
      }
    default: return "\(step.action) was answered with \(observation)"
    }
    return nil
  }

  /// What the store must hold in the end.
  var final: [Values] { states.map { $0[$0.count - 1] } }

  /// What is wrong about the store's content in the end, or nil.
  func judge(final found: [Values]) -> String? {
    if found != final { return "the store holds \(found), and not \(final)" }
    for (values, bits) in zip(found, confirmed) {
      for field in Field.allCases where values[field] & bits[field] != bits[field] {
        return "the store lost a confirmed change: \(values) lacks some of \(bits)"
      }
    }
    return nil
  }

  // MARK: Reading

  private func newest(_ row: Int) -> Int { states[row].count - 1 }

  private func floor(_ row: Int, _ actor: Int) -> Int {
    // Whatever goes through one coordinator is known to all who use it.
    Set(coordinators).count == 1 ? newest(row) : known[coordinators[actor]][row]
  }

  private mutating func know(_ state: Int, _ row: Int, _ actor: Int) {
    known[coordinators[actor]][row] = max(known[coordinators[actor]][row], state)
  }

  private mutating func see(_ values: Values, _ row: Int, _ actor: Int) -> String? {
    let view = views[actor][row]
    let isClean = view.unsaved.isEmpty
    let possible = isClean ? view.oldest...newest(row) : view.base
    let matching = possible.filter { view.laid(over: states[row][$0]) == values }
    guard let first = matching.first, let last = matching.last else {
      let allowed = possible.map { "\(view.laid(over: states[row][$0]))" }
      return "tally \(row) is \(values), and not \(allowed.joined(separator: " or "))"
    }
    if isClean {
      views[actor][row].oldest = first
    } else {
      views[actor][row].base = first...last
    }
    know(first, row, actor)
    return nil
  }

  // MARK: Changing

  private mutating func forgetChanges(_ row: Int, _ actor: Int) {
    guard !views[actor][row].unsaved.isEmpty else { return }
    views[actor][row].oldest = max(views[actor][row].oldest, views[actor][row].base.lowerBound)
    views[actor][row].unsaved = [:]
  }

  /// Notes that a tally will be read again.
  private mutating func raise(_ row: Int, _ actor: Int) {
    guard views[actor][row].unsaved.isEmpty else { return }
    views[actor][row].oldest = max(views[actor][row].oldest, floor(row, actor))
  }

  /// Notes that a tally was read again, under unsaved changes where others left alone what they
  /// change. What was last seen of it is one or the other.
  private mutating func take(_ row: Int, _ actor: Int) {
    let view = views[actor][row]
    guard !view.unsaved.isEmpty else { return raise(row, actor) }
    let isApart = view.base.contains { base in
      (base...newest(row)).contains { state in
        state > base
          && view.unsaved.keys.allSatisfy { states[row][base][$0] == states[row][state][$0] }
      }
    }
    if isApart { views[actor][row].base = view.base.lowerBound...newest(row) }
  }

  /// Notes that unsaved changes were put on top of what is there now.
  private mutating func rebase(_ row: Int, _ actor: Int) {
    guard !views[actor][row].unsaved.isEmpty else { return raise(row, actor) }
    let lower = max(views[actor][row].base.lowerBound, floor(row, actor))
    views[actor][row].base = lower...newest(row)
  }

  // MARK: Saving

  private mutating func confirm(_ actor: Int) -> String? {
    for row in states.indices where !views[actor][row].unsaved.isEmpty {
      let view = views[actor][row]
      guard view.base.upperBound == newest(row) else {
        return "a change of tally \(row) was confirmed over one that it had not seen"
      }
      let before = states[row][newest(row)]
      let after = view.laid(over: before)
      for field in view.unsaved.keys {
        // What a context merged under its own change it has seen, and may write over.
        confirmed[row][field] &= ~(before[field] & ~after[field])
        confirmed[row][field] |= after[field] & ~before[field]
      }
      states[row].append(after)
      views[actor][row] = View(oldest: newest(row))
      know(newest(row), row, actor)
    }
    return nil
  }

  private func refuse(_ row: Int, _ actor: Int) -> String? {
    guard !views[actor][row].unsaved.isEmpty else {
      return "a conflict over tally \(row), which has no unsaved changes"
    }
    guard views[actor][row].base.lowerBound < newest(row) else {
      return "a conflict over tally \(row), which nobody else changed"
    }
    return nil
  }
}
