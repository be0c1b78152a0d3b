import Histories

/// What an actor may see.
extension ShelfModel {
  /// Takes note of what an actor saw of a thing.
  ///
  /// - Returns: what is wrong about it, or nil.
  mutating func see(_ number: Int, _ content: Content, _ actor: Int) -> String? {
    let view = view(number, actor)
    if view.edits.isDeleted { return "\(number) is there, and deleted" }
    if view.edits.isEmpty, let pin = pins[actor], !pin.exempt.contains(number) {
      return seePinned(number, content, pin, actor)
    }
    if view.edits.isInserted {
      let expected = view.edits.laid(over: Content())
      return content.hasSameRow(as: expected) && content.topics == view.edits.added
        ? nil : "new \(number) is \(content), and not \(expected)"
    }
    let possible = view.edits.isEmpty ? view.oldest...newest(number) : view.base
    let matching = possible.filter { index in
      guard let state = state(number, index).content else { return false }
      return view.edits.laid(over: state).hasSameRow(as: content)
    }
    guard let first = matching.first, let last = matching.last else {
      let allowed = possible.map { index in
        state(number, index).content.map { "\(view.edits.laid(over: $0))" } ?? "gone"
      }
      return "\(number) is \(content), and not \(allowed.joined(separator: " or "))"
    }
    // Members are read by themselves, and may be newer than the row.
    let isKnown = (possible.lowerBound...newest(number)).contains { index in
      view.edits.laid(over: state(number, index).content?.topics ?? []) == content.topics
    }
    guard isKnown else { return "\(number) is about \(content.topics), and never was" }
    views[actor][number, default: View()].base = first...last
    if view.edits.isEmpty { views[actor][number, default: View()].oldest = first }
    return nil
  }

  private mutating func seePinned(
    _ number: Int, _ content: Content, _ pin: Pin, _ actor: Int
  ) -> String? {
    guard let expected = pin.contents[number] else {
      return "\(number) is there, and was not at the pinned moment"
    }
    guard content.hasSameRow(as: expected), content.topics == expected.topics else {
      return "\(number) is \(content), and was \(expected) at the pinned moment"
    }
    let isUntouched = pin.exempt.isEmpty && views[actor].values.allSatisfy { $0.edits.isEmpty }
    if isUntouched, content.books != expected.books {
      return "\(number) holds \(content.books), and held \(expected.books) at the pinned moment"
    }
    let view = view(number, actor)
    let matching = (0...newest(number)).filter { index in
      state(number, index).content.map { $0.hasSameRow(as: expected) } ?? false
    }
    guard let first = matching.first, let last = matching.last else { return nil }
    views[actor][number] = View(
      oldest: max(view.oldest, first), base: max(view.oldest, first)...max(view.oldest, last))
    return nil
  }

  /// - Returns: what is wrong about a thing not being there, or nil.
  func miss(_ number: Int, _ actor: Int) -> String? {
    let view = view(number, actor)
    if view.edits.isDeleted { return nil }
    if view.edits.isInserted { return "new \(number) is gone" }
    if view.edits.isEmpty, let pin = pins[actor], !pin.exempt.contains(number) {
      return pin.contents[number] == nil ? nil : "\(number) is gone, and was there when pinned"
    }
    let possible = (view.edits.isEmpty ? view.oldest : newest(number))...newest(number)
    return possible.contains { state(number, $0).content == nil } ? nil : "\(number) is gone"
  }

  /// Takes note of the things that an actor found: all that the store has, and its unsaved changes
  /// laid over them.
  ///
  /// - Returns: what is wrong about it, or nil.
  mutating func find(_ found: Set<Int>, _ actor: Int) -> String? {
    var expected = Set((pins[actor]?.contents ?? contents).keys)
    var doubtful: Set<Int> = []
    for (number, view) in views[actor] where !view.edits.isEmpty {
      if view.edits.isDeleted {
        expected.remove(number)
      } else if view.edits.isInserted {
        expected.insert(number)
      } else if !expected.contains(number) {
        // It is changed here, and somebody else deleted it.
        doubtful.insert(number)
      }
    }
    guard found.subtracting(doubtful) == expected.subtracting(doubtful) else {
      return "found \(found.sorted()), and not \(expected.sorted())"
    }
    if pins[actor] == nil {
      for number in expected where contents[number] != nil { know(number, actor) }
    }
    return nil
  }
}
