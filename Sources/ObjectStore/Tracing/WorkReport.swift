/// What a stack did within some time.
///
/// In a test, without any help:
///
///     let report = try coordinator.measure { try service.arrivals(on: today) }.report
///     XCTAssertLessThanOrEqual(report.statementCount, 2, "\(report)")
public struct WorkReport: Sendable {
  /// All that was done, in the order in which it was finished.
  public let events: [WorkEvent]

  /// Makes a report of events.
  public init(events: [WorkEvent]) { self.events = events }

  /// The statements that SQLite stores ran.
  public var statements: [SQLStatement] {
    events.compactMap { if case .statement(let statement) = $0 { statement } else { nil } }
  }

  /// The fetches and counts of contexts.
  public var fetches: [WorkEvent.Fetch] {
    events.compactMap { if case .fetch(let work) = $0 { work } else { nil } }
  }

  /// The faults of objects that had to look for their values.
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

  /// How many statements SQLite stores ran.
  public var statementCount: Int { statements.count }

  /// How many faults fired and were not served by what was at hand, those of objects and those of
  /// to-many relationships together.
  public var faultCount: Int { objectFaults.count + relationshipFaults.count { $0.batchCount > 0 } }

  /// How many rows were found in the coordinator's cache.
  public var rowCacheHits: Int { rowLookups.reduce(0) { $0 + $1.hitCount } }

  /// How many rows were looked for in the coordinator's cache and were not there.
  public var rowCacheMisses: Int { rowLookups.reduce(0) { $0 + $1.missCount } }
}

extension WorkReport: CustomStringConvertible {
  /// The numbers, and below them each event in a line.
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
