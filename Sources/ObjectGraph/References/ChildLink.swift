import ObjectModel
import Synchronization

/// What a context lets its parent know, from any thread: whether it may still ask for the key of an
/// object that it knows by a temporary reference.
final class ChildLink: Sendable {
  private let asks = Atomic<Int>(0)
  private let knows = Atomic<Bool>(false)
  private let wanted = Atomic<Bool>(false)
  private let children = Lock<[Weak<ChildLink>]>([])

  /// While the child asks its parent for anything, which may be an unsaved object.
  func beginAsking() { asks.add(1, ordering: .acquiringAndReleasing) }

  func endAsking() { asks.subtract(1, ordering: .acquiringAndReleasing) }

  /// Whether the child knows temporary references of its parent's.
  var knowsReferences: Bool {
    get { knows.load(ordering: .acquiring) }
    set { knows.store(newValue, ordering: .releasing) }
  }

  /// Whether a parent would like to forget the keys that the child may ask for.
  var isSettlingWanted: Bool { wanted.load(ordering: .relaxed) }

  func finishSettling() { wanted.store(false, ordering: .relaxed) }

  func add(_ child: ChildLink) {
    children.withLock { list in
      list.removeAll { $0.object == nil }
      list.append(Weak(child))
    }
  }

  private var living: [ChildLink] { children.withLock { $0.compactMap(\.object) } }

  /// Whether a child, or one of its own, may ask for a key.
  var mayChildrenAsk: Bool {
    living.contains { child in
      child.asks.load(ordering: .acquiring) > 0 || child.knowsReferences || child.mayChildrenAsk
    }
  }

  /// Lets children take over all keys when they next do anything.
  func wantSettledChildren() {
    for child in living {
      child.wanted.store(true, ordering: .relaxed)
      child.wantSettledChildren()
    }
  }
}
