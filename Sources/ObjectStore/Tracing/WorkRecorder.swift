import ObjectModel

/// Keeps what it is told of, for as long as it is one of a coordinator's observers.
///
///     let recorder = WorkRecorder()
///     coordinator.addWorkObserver(recorder)
///     await importGuests()
///     print(recorder.takeReport())
public final class WorkRecorder: WorkObserver {
  public let interests: WorkInterests

  private let events = Lock<[WorkEvent]>([])

  /// Makes a recorder that knows of nothing yet.
  public init(interests: WorkInterests = [.work, .bindings]) { self.interests = interests }

  public func didWork(_ event: WorkEvent) { events.withLock { $0.append(event) } }

  /// What was done since the recorder was made or the last report was taken.
  public var report: WorkReport { WorkReport(events: events.withLock { $0 }) }

  /// Gives the report, and begins a new one.
  public func takeReport() -> WorkReport {
    WorkReport(
      events: events.withLock { events in
        defer { events = [] }
        return events
      })
  }
}
