/// The work of a stack over some time.
///
/// For example, in a test:
///
///     let report = try coordinator.measure { try service.arrivals(on: today) }.report
///     XCTAssertLessThanOrEqual(report.statementCount, 2, "\(report)")
public struct WorkReport: Sendable {
  /// The events, in the order in which the work was finished.
  public let events: [WorkEvent]

  /// Creates a report from events.
  public init(events: [WorkEvent]) { self.events = events }

  /// The statements executed by SQLite stores.
  public var statements: [SQLStatement] {
    events.compactMap { if case .statement(let statement) = $0 { statement } else { nil } }
  }

  /// The fetches and counts of contexts.
  public var fetches: [WorkEvent.Fetch] {
    events.compactMap { if case .fetch(let work) = $0 { work } else { nil } }
  }

  /// The object faults that needed values from outside their context.
  public var objectFaults: [WorkEvent.ObjectFault] {
    events.compactMap { if case .objectFault(let work) = $0 { work } else { nil } }
  }

  /// The faults of to-many relationships.
  public var relationshipFaults: [WorkEvent.RelationshipFault] {
    events.compactMap { if case .relationshipFault(let work) = $0 { work } else { nil } }
  }

  /// The saves that reached the stores.
  public var saves: [WorkEvent.Save] {
    events.compactMap { if case .save(let work) = $0 { work } else { nil } }
  }

  private var rowLookups: [WorkEvent.RowLookup] {
    events.compactMap { if case .rowLookup(let work) = $0 { work } else { nil } }
  }

  /// The number of statements executed by SQLite stores.
  public var statementCount: Int { statements.count }

  /// The number of object and to-many relationship faults whose values were not already at hand.
  public var faultCount: Int { objectFaults.count + relationshipFaults.count { $0.batchCount > 0 } }

  /// The number of rows found in the coordinator's cache.
  public var rowCacheHits: Int { rowLookups.reduce(0) { $0 + $1.hitCount } }

  /// The number of rows not found in the coordinator's cache.
  public var rowCacheMisses: Int { rowLookups.reduce(0) { $0 + $1.missCount } }
}

extension WorkReport: CustomStringConvertible {
  /// The totals, followed by each event on a line.
  public var description: String {
    let numbers = [
      statementCount.text(of: "statement"), "\(fetches.count) fetches or counts",
      faultCount.text(of: "fault"), saves.count.text(of: "save"),
      "row cache: \(rowCacheHits.text(of: "hit")), \(rowCacheMisses) missing",
    ]
    return ([numbers.joined(separator: " · ")] + events.map { "  \($0)" })
      .joined(separator: "\n")
  }
}
