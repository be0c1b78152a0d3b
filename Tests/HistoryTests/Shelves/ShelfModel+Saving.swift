import Histories

/// What a save may do.
extension ShelfModel {
  /// What a save may leave in the store of one thing.
  private struct Outcome {
    let content: Content?
    var isWritten = true
    /// Whether it was changed back: then the save does not look at it, and leaves an old view old.
    var isLeft = false
  }

  /// Takes note of a save that was confirmed.
  ///
  /// - Returns: what is wrong about what the store holds after it, or nil.
  mutating func confirm(
    _ actor: Int, _ policy: Policy, isMoved: Bool, after: [Int: Content]
  ) -> String? {
    if let problem = Self.judge(relationshipsOf: after) { return problem }
    let dirty = views[actor].filter { !$0.value.edits.isEmpty }
    for number in numbers.union(after.keys) where dirty[number] == nil {
      guard Self.isSame(after[number], state(number, newest(number)).content) else {
        return "\(number) became \(Self.text(after[number])) without being changed here"
      }
    }
    let isChanged =
      after.count != contents.count || !after.allSatisfy { Self.isSame($1, contents[$0]) }
    for (number, view) in dirty.sorted(by: { $0.key < $1.key }) {
      let outcomes = outcomes(number, view, policy)
      guard !outcomes.isEmpty else {
        return "a change of \(number) was confirmed over one that it had not seen"
      }
      let matching = outcomes.filter { Self.isSame($0.content, after[number]) }
      guard !matching.isEmpty else {
        let allowed = outcomes.map { Self.text($0.content) }.joined(separator: " or ")
        return "\(policy) made \(number) \(Self.text(after[number])), and not \(allowed)"
      }
      let before = newest(number)
      let isSame = Self.isSame(after[number], state(number, before).content)
      if matching.contains(where: \.isWritten), !isSame || after[number] != nil {
        append(State(content: after[number], isCertain: !isSame), number)
      }
      // A pinned actor that does not move on reads again what was there at its moment.
      let staysOld = pins[actor] != nil && !isMoved || matching.contains(where: \.isLeft)
      let oldest = staysOld ? view.oldest : isSame ? before : newest(number)
      views[actor][number] = View(oldest: oldest)
      if !staysOld { know(number, actor) }
    }
    take(contents: after)
    guard pins[actor] != nil else { return nil }
    if isMoved {
      pins[actor] = Pin(contents: after, exempt: [])
    } else {
      if isChanged { return "a save that changed the store did not move the pinned actor on" }
      pins[actor]?.exempt.formUnion(dirty.keys)
    }
    return nil
  }

  /// - Returns: what is wrong about the refusal of a save, or nil.
  func refuse(_ conflicts: Set<Int>, _ actor: Int) -> String? {
    guard !conflicts.isEmpty else { return "a refusal without a conflict" }
    for number in conflicts {
      let view = view(number, actor)
      guard !view.edits.isEmpty, !view.edits.isInserted else {
        return "a conflict over \(number), which is not changed here"
      }
      guard view.base.lowerBound < newest(number) else {
        return "a conflict over \(number), which nobody else changed"
      }
    }
    for (number, view) in views[actor] where !view.edits.isEmpty && !conflicts.contains(number) {
      if outcomes(number, view, .error).isEmpty { return "no conflict over \(number)" }
    }
    return nil
  }

  /// All that may become of a thing that is saved; nothing where the save must be refused.
  private func outcomes(_ number: Int, _ view: View, _ policy: Policy) -> [Outcome] {
    let edits = view.edits
    if edits.isInserted {
      var content = edits.laid(over: Content())
      content.topics = edits.added
      return [Outcome(content: content)]
    }
    let now = state(number, newest(number)).content
    return view.base.flatMap { index -> [Outcome] in
      guard let seen = state(number, index).content else { return [] }
      let newer = (index...newest(number)).dropFirst()
      var outcomes: [Outcome] = []
      if !newer.contains(where: { state(number, $0).isCertain }), let now {
        var plain = edits.laid(over: now)
        plain.topics = edits.laid(over: now.topics)
        outcomes.append(Outcome(content: edits.isDeleted ? nil : plain))
      }
      if !edits.changes(seen) {
        outcomes.append(Outcome(content: now, isWritten: false, isLeft: true))
      }
      if !newer.isEmpty, policy != .error {
        let settled = edits.settled(by: policy, seen: seen, now: now)
        outcomes.append(Outcome(content: settled, isWritten: policy != .rollback))
      }
      return outcomes
    }
  }

  // MARK: What a store holds

  /// What is wrong about what a store holds, of which nothing was saved
  /// since the last step, or nil.
  func judge(final found: [Int: Content]) -> String? {
    for number in numbers.union(found.keys).sorted()
    where !Self.isSame(found[number], state(number, newest(number)).content) {
      return "the store has \(number) as \(Self.text(found[number])), and not as "
        + Self.text(state(number, newest(number)).content)
    }
    return nil
  }

  private static func isSame(_ left: Content?, _ right: Content?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.hasSameRow(as: right) && left.topics == right.topics
  }

  private static func text(_ content: Content?) -> String { content.map { "\($0)" } ?? "gone" }

  /// Both ends of a relationship say the same, and so does what is derived from it.
  private static func judge(relationshipsOf contents: [Int: Content]) -> String? {
    for shelf in Shelves.shelves {
      let books = Set(contents.filter { $0.value.shelf == shelf }.keys)
      guard let content = contents[shelf] else { return "shelf \(shelf) is gone" }
      if content.books != books {
        return "shelf \(shelf) holds \(content.books), and \(books) stand there"
      }
      if content.bookCount != books.count {
        return "shelf \(shelf) counts \(content.bookCount) books, and \(books) stand there"
      }
    }
    return nil
  }
}
