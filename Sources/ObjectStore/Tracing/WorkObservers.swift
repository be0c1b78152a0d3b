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

  /// Starts to take the time of something, where somebody is interested.
  package func begin() -> WorkSpan? { interests.contains(.work) ? WorkSpan(self) : nil }
}

/// Something that is being done, and the time at which it began.
package struct WorkSpan {
  private let observers: WorkObservers
  private let start = ContinuousClock.now

  fileprivate init(_ observers: WorkObservers) { self.observers = observers }

  /// Tells the observers what was done.
  ///
  /// - Parameter event: makes the event, of the time that it took.
  package func end(_ event: (Duration) -> WorkEvent) { observers.send(event(.now - start)) }
}
