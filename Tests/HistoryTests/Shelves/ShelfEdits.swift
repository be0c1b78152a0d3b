import Histories

/// What an actor changed about a thing and did not save.
struct ShelfEdits {
  var fields: [Field: Int64] = [:]
  /// Where the book was put, where that changed.
  var shelf: Int??
  var added: Set<Int> = []
  var removed: Set<Int> = []
  var isDeleted = false
  var isInserted = false

  var isEmpty: Bool {
    fields.isEmpty && shelf == nil && added.isEmpty && removed.isEmpty && !isDeleted && !isInserted
  }

  /// Takes note of a step that changes a thing.
  ///
  /// - Parameter seen: what the thing was like before.
  mutating func note(_ deed: Deed, seen: Content) {
    switch deed {
    case .edit(_, let field, let value): fields[field] = value
    case .move(_, let place): if place != seen.shelf { shelf = .some(place) }
    case .mark(_, let topic, true) where !seen.topics.contains(topic):
      if removed.remove(topic) == nil { added.insert(topic) }
    case .mark(_, let topic, false) where seen.topics.contains(topic):
      if added.remove(topic) == nil { removed.insert(topic) }
    default: break
    }
  }

  /// A thing with these changes of its row laid over it.
  func laid(over content: Content) -> Content {
    var content = content
    for (field, value) in fields { content[field] = value }
    if let shelf { content.shelf = shelf }
    return content
  }

  /// Topics with these changes laid over them.
  func laid(over topics: Set<Int>) -> Set<Int> { topics.union(added).subtracting(removed) }

  /// Whether a thing with these changes is other than without.
  func changes(_ content: Content) -> Bool {
    isDeleted || isInserted || !added.isEmpty || !removed.isEmpty
      || !laid(over: content).hasSameRow(as: content)
  }

  /// What must be in the store after a save with these changes, which are based on an older state.
  ///
  /// Written from the table of policies, property by property.
  ///
  /// - Parameters:
  ///   - seen: what the changes are based on.
  ///   - now: what is in the store, or nil when somebody deleted it.
  func settled(by policy: Policy, seen: Content, now: Content?) -> Content? {
    guard let now else {
      guard policy == .objectTrump || policy == .overwrite, !isDeleted else { return nil }
      // A deletion took all pairs away.
      var again = laid(over: seen)
      again.topics = added
      return again
    }
    if policy == .error || policy == .rollback { return now }
    if isDeleted { return policy == .storeTrump ? now : nil }
    let mine = laid(over: seen)
    var result = now
    result.first = choose(mine.first, seen.first, now.first, policy)
    result.second = choose(mine.second, seen.second, now.second, policy)
    result.shelf = choose(mine.shelf, seen.shelf, now.shelf, policy)
    result.topics = laid(over: now.topics)
    return result
  }

  private func choose<Value: Equatable>(
    _ mine: Value, _ seen: Value, _ now: Value, _ policy: Policy
  ) -> Value {
    switch policy {
    case .overwrite: mine
    case .objectTrump: mine == seen ? now : mine
    default: now == seen ? mine : now
    }
  }
}
