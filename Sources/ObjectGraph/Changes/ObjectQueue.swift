/// Objects that wait for something to be done with them, which may let others join the queue.
///
/// They are dealt with one after the other: however long a chain of them is, it takes no more of the
/// stack than one.
struct ObjectQueue {
  private(set) var objects: [ManagedObject] = []
  private(set) var isBeingEmptied = false

  var isEmpty: Bool { objects.isEmpty }

  mutating func append(_ object: ManagedObject) { objects.append(object) }

  mutating func removeAll(where isGone: (ManagedObject) -> Bool) {
    objects.removeAll(where: isGone)
  }

  /// Begins to empty the queue; false where somebody does already, who will come to all that joined.
  fileprivate mutating func begin() -> Bool {
    guard !isBeingEmptied else { return false }
    isBeingEmptied = true
    return true
  }

  fileprivate mutating func end() { self = ObjectQueue() }
}

extension ChangeTracker {
  /// Calls the body with each object of a queue, those included that join it meanwhile.
  func empty(
    _ queue: ReferenceWritableKeyPath<ChangeTracker, ObjectQueue>, _ body: (ManagedObject) -> Void
  ) {
    guard self[keyPath: queue].begin() else { return }
    var next = 0
    while next < self[keyPath: queue].objects.count {
      let object = self[keyPath: queue].objects[next]
      next += 1
      body(object)
    }
    self[keyPath: queue].end()
  }
}
