import Histories

/// What a store and two contexts may do under merge policies, one step after the other: the judge
/// of a history of shelves. It knows nothing of the engine.
///
/// It keeps every state that a thing was ever confirmed in. A context sees one of them, never an
/// older one than before; its unsaved changes lie on top. What a save must leave in the store
/// follows from the state that the changes are based on, the newest state, and the policy.
struct ShelfModel {
  /// A state that a thing was confirmed in.
  struct State {
    /// Nil where the thing was deleted, or not there yet.
    var content: Content?
    /// False for one that is as the one before: nobody can tell whether the row was written.
    var isCertain = true
  }

  /// What an actor knows of a thing.
  struct View {
    /// The oldest state that it can still see.
    var oldest = 0
    /// Its unsaved changes, and the states that they may be based on.
    var edits = ShelfEdits()
    var base = 0...0
  }

  /// What a pinned actor reads.
  struct Pin {
    let contents: [Int: Content]
    /// Things that had unsaved changes when the actor was pinned: they keep the values that they had,
    /// but for what only others changed.
    var exempt: Set<Int>
  }

  private(set) var states: [Int: [State]]
  var views: [[Int: View]]
  var pins: [Pin?]
  /// What the store was found to hold after the last save.
  private(set) var contents = Shelves.beginning
  /// The oldest state that each coordinator can still give out.
  private var known: [[Int: Int]]
  let coordinators: [Int]
  private let isMerging: Bool

  /// - Parameters:
  ///   - coordinators: which coordinator each actor reads through.
  ///   - isMerging: whether the actors take over what the other saved, on the one queue of both.
  init(coordinators: [Int], isMerging: Bool) {
    self.coordinators = coordinators
    self.isMerging = isMerging
    states = Shelves.beginning.mapValues { [State(content: $0)] }
    views = coordinators.map { _ in [:] }
    known = coordinators.map { _ in [:] }
    pins = coordinators.map { _ in nil }
  }

  /// Takes one step with what was seen of it; `after` is what the store holds after a save.
  ///
  /// - Returns: what is wrong about it, or nil.
  mutating func take(
    _ step: ShelfHistory.Step, _ sight: Sight, after: [Int: Content]?
  ) -> String? {
    let actor = step.actor
    switch (step.deed, sight) {
    case (_, .failed(let reason)): return reason
    case (.read(let number), .saw(let content)): return see(number, content, actor)
    case (.edit(let number, _, _), .saw(let content)), (.move(let number, _), .saw(let content)),
      (.mark(let number, _, _), .saw(let content)):
      if let problem = see(number, content, actor) { return problem }
      views[actor][number, default: View()].edits.note(step.deed, seen: content)
    case (.delete(let number), .saw(let content)):
      if let problem = see(number, content, actor) { return problem }
      if view(number, actor).edits.isInserted {
        views[actor][number] = View()
      } else {
        views[actor][number, default: View()].edits.isDeleted = true
      }
    case (.read(let number), .gone), (.edit(let number, _, _), .gone),
      (.move(let number, _), .gone), (.mark(let number, _, _), .gone), (.delete(let number), .gone):
      return miss(number, actor)
    case (.insert(let number, let value, let shelf, let topic), .done):
      var edits = ShelfEdits(added: topic.map { [$0] } ?? [], isInserted: true)
      edits.fields = [.first: value]
      edits.shelf = .some(shelf)
      views[actor][number] = View(edits: edits)
    case (.fetch, .found(let numbers)): return find(numbers, actor)
    case (.save(let policy), .saved(let isMoved)):
      guard let after else { return "nobody looked into the store" }
      return confirm(actor, policy, isMoved: isMoved, after: after)
    case (.save(let policy), .conflict(let numbers)):
      return policy == .error ? refuse(numbers, actor) : "\(policy) left conflicts \(numbers)"
    case (.read, .done), (.edit, .done), (.move, .done), (.mark, .done), (.delete, .done),
      (.fetch, .done), (.save, .done):
      return "\(step.deed) was answered with nothing"
    case (_, .done): tend(step.deed, actor)
    default: return "\(step.deed) was answered with \(sight)"
    }
    return nil
  }

  func newest(_ number: Int) -> Int { states[number, default: [State()]].count - 1 }

  func state(_ number: Int, _ index: Int) -> State { states[number, default: [State()]][index] }

  func view(_ number: Int, _ actor: Int) -> View { views[actor][number, default: View()] }

  /// All numbers that the store or an actor ever had.
  var numbers: Set<Int> { views.reduce(Set(states.keys)) { $0.union($1.keys) } }

  /// Takes note of the state that a thing was saved in.
  mutating func append(_ state: State, _ number: Int) {
    states[number, default: [State()]].append(state)
  }

  mutating func know(_ number: Int, _ actor: Int) {
    let newest = newest(number)
    known[coordinators[actor]][number] = newest
  }

  mutating func take(contents: [Int: Content]) { self.contents = contents }

  // MARK: Tending

  private mutating func tend(_ deed: Deed, _ actor: Int) {
    switch deed {
    case .rollback: for number in numbers { forgetChanges(number, actor) }
    case .refresh(let number, mergeChanges: false):
      let edits = view(number, actor).edits
      if !edits.isDeleted, !edits.isInserted { forgetChanges(number, actor) }
      raise(number, actor)
    case .refresh(let number, mergeChanges: true): rebase(number, actor)
    case .refreshAll:
      // What only others changed may have been taken over under unsaved changes.
      for number in numbers {
        widen(number, actor)
        raise(number, actor)
      }
    case .reset:
      for number in numbers {
        forgetChanges(number, actor)
        raise(number, actor)
      }
    case .notice: for number in numbers { know(number, actor) }
    case .deliver where isMerging:
      // Whoever delivers, the merges of all actors run.
      for actor in views.indices { for number in numbers { widen(number, actor) } }
    case .pin:
      pins[actor] = nil
      let dirty = numbers.filter { !view($0, actor).edits.isEmpty }
      for number in numbers where !dirty.contains(number) {
        let oldest = newest(number)
        views[actor][number] = View(oldest: oldest)
      }
      for number in dirty { widen(number, actor) }
      pins[actor] = Pin(contents: contents, exempt: dirty)
    case .unpin: pins[actor] = nil
    default: break
    }
  }

  private mutating func forgetChanges(_ number: Int, _ actor: Int) {
    let view = view(number, actor)
    guard !view.edits.isEmpty else { return }
    let oldest = view.edits.isInserted ? 0 : max(view.oldest, view.base.lowerBound)
    views[actor][number] = View(oldest: oldest)
  }

  /// Notes that a thing will be read again.
  private mutating func raise(_ number: Int, _ actor: Int) {
    guard view(number, actor).edits.isEmpty else { return }
    pins[actor]?.exempt.remove(number)
    guard pins[actor] == nil else { return }
    let oldest = max(view(number, actor).oldest, floor(number, actor))
    views[actor][number, default: View()].oldest = oldest
  }

  private func floor(_ number: Int, _ actor: Int) -> Int {
    // Whatever goes through one coordinator is known to all who use it.
    Set(coordinators).count == 1
      ? newest(number) : known[coordinators[actor]][number, default: 0]
  }

  /// Notes that unsaved changes were put on top of what is there now.
  private mutating func rebase(_ number: Int, _ actor: Int) {
    let view = view(number, actor)
    guard !view.edits.isEmpty else { return raise(number, actor) }
    widen(number, actor)
    guard pins[actor] == nil, !view.edits.isDeleted else { return }
    let lower = max(view.base.lowerBound, floor(number, actor))
    // What is gone cannot be read again.
    guard (lower...newest(number)).allSatisfy({ state(number, $0).content != nil }) else { return }
    let upper = newest(number)
    views[actor][number]?.base = lower...upper
  }

  /// Notes that unsaved changes may have been put on top of what is there now.
  private mutating func widen(_ number: Int, _ actor: Int) {
    let view = view(number, actor)
    guard !view.edits.isEmpty else { return }
    let base = view.base.lowerBound...newest(number)
    views[actor][number]?.base = base
  }
}
