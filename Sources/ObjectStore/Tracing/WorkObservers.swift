import ObjectModel
import Synchronization

/// Those who want to be told of a coordinator's work; without any, asking whether there is
/// one is all that it costs.
package final class WorkObservers: Sendable {
  private struct Entry {
    let observer: any WorkObserver
    let interests: WorkInterests
  }

  private struct List {
    var entries: [Entry] = []
    var log: SQLLog?
  }

  /// What all observers together are interested in.
  private let union = Atomic<Int>(0)
  private let list = Lock(List())

  package init() {}

  package var interests: WorkInterests {
    WorkInterests(rawValue: union.load(ordering: .acquiring))
  }

  func add(_ observer: any WorkObserver) {
    let interests = observer.interests
    list.withLock { list in
      list.entries.removeAll { $0.observer === observer }
      list.entries.append(Entry(observer: observer, interests: interests))
      publish(list)
    }
  }

  func remove(_ observer: any WorkObserver) {
    list.withLock { list in
      list.entries.removeAll { $0.observer === observer }
      publish(list)
    }
  }

  var log: SQLLog? {
    get { list.withLock { $0.log } }
    set {
      list.withLock { list in
        list.log = newValue
        publish(list)
      }
    }
  }

  private func publish(_ list: List) {
    var all = list.log?.interests ?? []
    for entry in list.entries { all.formUnion(entry.interests) }
    union.store(all.rawValue, ordering: .releasing)
  }

  func send(_ event: WorkEvent) {
    let interest: WorkInterests = if case .statement = event { .statements } else { .work }
    var (observers, log) = list.withLock { list in
      (
        list.entries.filter { $0.interests.contains(interest) }.map(\.observer), list.log
      )
    }
    if let log, log.interests.contains(interest) { observers.append(log) }
    for observer in observers { observer.didWork(event) }
  }

  /// Starts to take the time of something, where somebody is interested.
  package func begin() -> WorkSpan? {
    interests.contains(.work) ? WorkSpan(self) : nil
  }
}

/// Something that is being done, and the time at which it began.
package struct WorkSpan {
  private let observers: WorkObservers
  private let start = ContinuousClock.now

  fileprivate init(_ observers: WorkObservers) {
    self.observers = observers
  }

  /// Tells the observers what was done.
  ///
  /// - Parameter event: makes the event, of the time that it took.
  package func end(_ event: (Duration) -> WorkEvent) {
    observers.send(event(.now - start))
  }
}
