import ObjectModel

/// Records events while it observes a coordinator.
///
///     let recorder = WorkRecorder()
///     coordinator.addWorkObserver(recorder)
///     await importGuests()
///     print(recorder.takeReport())
public final class WorkRecorder: WorkObserver {
  /// The kinds of events that it records.
  public let interests: WorkInterests

  private let events = Lock<[WorkEvent]>([])

  /// Creates an empty recorder.
  public init(interests: WorkInterests = [.work, .bindings]) { self.interests = interests }

  public func didWork(_ event: WorkEvent) { events.withLock { $0.append(event) } }

  /// The events since the recorder was created or the last report was taken.
  public var report: WorkReport { WorkReport(events: events.withLock { $0 }) }

  /// Returns the report, and starts a new one.
  public func takeReport() -> WorkReport {
    WorkReport(
      events: events.withLock { events in
        defer { events = [] }
        return events
      })
  }
}
