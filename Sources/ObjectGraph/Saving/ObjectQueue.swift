/// A queue of objects to process; processing one may append others.
///
/// Objects are processed in a loop, so that long chains do not deepen the stack.
struct ObjectQueue {
  private(set) var objects: [ManagedObject] = []
  private(set) var isBeingEmptied = false

  var isEmpty: Bool { objects.isEmpty }

  mutating func append(_ object: ManagedObject) { objects.append(object) }

  mutating func removeAll(where isGone: (ManagedObject) -> Bool) {
    objects.removeAll(where: isGone)
  }

  /// Starts emptying the queue; false if an outer call is already emptying it, which will reach all
  /// objects.
  mutating func begin() -> Bool {
    guard !isBeingEmptied else { return false }
    isBeingEmptied = true
    return true
  }

  mutating func end() { self = ObjectQueue() }
}
