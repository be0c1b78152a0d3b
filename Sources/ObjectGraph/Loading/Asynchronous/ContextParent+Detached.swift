import Dispatch
import ObjectModel
import ObjectStore

/// Reading off the context's queue.
extension ContextParent {
  /// Reads the rows of a plan on another thread and delivers them there.
  ///
  /// - Parameter changedCount: the number of objects of the context that may differ from the store.
  func readDetached(
    _ fetch: DetachedFetch, changedCount: Int,
    deliver: @escaping @Sendable (Result<DetachedRows, any Error>) -> Void
  ) {
    let plan = changedCount > 0 ? fetch.plan.widened(by: changedCount) : fetch.plan
    let allowance = changedCount > 0 ? changedCount : nil
    func readElsewhere(_ read: @escaping @Sendable () throws -> DetachedRows) {
      DispatchQueue.global(qos: .userInitiated).async { deliver(Result { try read() }) }
    }
    switch self {
    case .coordinator(let coordinator):
      readElsewhere {
        let epoch = coordinator.epoch
        let rows = try coordinator.fetch(plan)
        return DetachedRows(rows: rows, allowance: allowance, epoch: epoch)
      }
    case .generation(let generation):
      readElsewhere {
        DetachedRows(rows: try generation.reader().fetch(plan), allowance: allowance)
      }
    case .context(let link):
      link.handle.enqueue { parent in
        var wider = fetch
        wider.plan = plan
        wider.withPendingChanges = true
        parent.readDetached(wider) { result in
          deliver(
            result.map { objects in
              let rows = objects.compactMap { $0.rowForChild() }
              link.adoptIdentities(of: rows, from: parent)
              return DetachedRows(rows: rows, allowance: allowance)
            })
        }
      }
    }
  }
}
