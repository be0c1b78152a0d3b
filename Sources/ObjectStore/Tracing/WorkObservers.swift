import ObjectModel
import Synchronization

/// The observers of a coordinator's work; without any, the only cost is checking for them.
package final class WorkObservers: Sendable {
  private struct Entry {
    let observer: any WorkObserver
    let interests: WorkInterests
  }

  private struct List {
    var entries: [Entry] = []
    var log: SQLLog?
  }

  /// The combined interests of all observers.
  private let union = Atomic<Int>(0)
  private let list = Lock(List())

  package init() {}

  package var interests: WorkInterests { WorkInterests(rawValue: union.load(ordering: .acquiring)) }

  func add(_ observer: any WorkObserver) {
    let interests = observer.interests
    change { list in
      list.entries.removeAll { $0.observer === observer }
      list.entries.append(Entry(observer: observer, interests: interests))
    }
  }

  func remove(_ observer: any WorkObserver) {
    change { $0.entries.removeAll { $0.observer === observer } }
  }

  var log: SQLLog? {
    get { list.withLock { $0.log } }
    set { change { $0.log = newValue } }
  }

  private func change(_ body: (inout List) -> Void) {
    list.withLock { list in
      body(&list)
      var all = list.log?.interests ?? []
      for entry in list.entries { all.formUnion(entry.interests) }
      union.store(all.rawValue, ordering: .releasing)
    }
  }

  func send(_ event: WorkEvent) {
    let interest: WorkInterests = if case .statement = event { .statements } else { .work }
    let (entries, log) = list.withLock { ($0.entries, $0.log) }
    for entry in entries where entry.interests.contains(interest) { entry.observer.didWork(event) }
    if let log, log.interests.contains(interest) { log.didWork(event) }
  }

  /// Starts measuring some work, if any observer is interested.
  package func begin() -> WorkSpan? { interests.contains(.work) ? WorkSpan(self) : nil }
}

/// Work in progress, and its start time.
package struct WorkSpan {
  private let observers: WorkObservers
  private let start = ContinuousClock.now

  fileprivate init(_ observers: WorkObservers) { self.observers = observers }

  /// Reports the work to the observers.
  ///
  /// - Parameter event: creates the event from its duration.
  package func end(_ event: (Duration) -> WorkEvent) { observers.send(event(.now - start)) }
}
