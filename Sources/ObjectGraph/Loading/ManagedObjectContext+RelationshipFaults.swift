import ObjectModel
import ObjectStore

/// Firing relationship faults.
extension ManagedObjectContext {
  /// The rows at the other end of a to-many relationship: those read ahead, or the store's, read
  /// together with those of other registered objects of the entity whose relationship is a fault.
  func destinationRows(of property: PropertyLayout, source: ManagedObject) throws -> [Row] {
    let span = coordinator.work.begin()
    if let ahead = source.toManys?[property.toManyIndex]?.ahead {
      source.toManys?[property.toManyIndex]?.ahead = nil
      if isCurrent(ahead) {
        reader.recordUse(ofRowsReadAheadFor: property)
        span?.end {
          .fault(of: source.layout, property, batchCount: 0, count: ahead.rows.count, duration: $0)
        }
        return ahead.rows
      }
    }
    let siblings = waitingSiblings(
      of: source, property, count: reader.nextReadAheadSize(for: property) - 1)
    // Others may save during the read.
    let epoch = coordinator.epoch
    guard !siblings.isEmpty,
      let lists = try contextParent.destinations(
        of: property, sources: [source.key] + siblings.map(\.key)), let own = lists.first
    else {
      let rows = try contextParent.destinations(
        of: property, source: source.key, entityNumber: source.layout.number)
      span?.end {
        .fault(of: source.layout, property, batchCount: 1, count: rows.count, duration: $0)
      }
      return rows
    }
    for (sibling, rows) in zip(siblings, lists.dropFirst()) {
      sibling.knownToManyState(property).ahead = ToManyState.Ahead(rows: rows, epoch: epoch)
    }
    // The read-ahead size is reset at the end of the event.
    scheduleProcessing()
    span?.end {
      .fault(
        of: source.layout, property, batchCount: siblings.count + 1, count: own.count, duration: $0)
    }
    return own
  }

  /// Whether there were no saves since rows were read ahead, and stale rows are acceptable.
  private func isCurrent(_ ahead: ToManyState.Ahead) -> Bool {
    ahead.epoch == coordinator.epoch && stalenessInterval < 0
  }

  /// Registered objects near a source in the table whose members have not been read.
  private func waitingSiblings(
    of source: ManagedObject, _ property: PropertyLayout, count: Int
  ) -> [ManagedObject] {
    guard count > 0, source.key > 0, stalenessInterval < 0 else { return [] }
    var siblings: [ManagedObject] = []
    let table = registry.table(root: source.layout.rootNumber)
    let store = StoreIdentity.number(ofKey: source.key)
    table.visitNeighbors(of: source.key, places: count * 8) { key, object in
      let object = object.takeUnretainedValue()
      guard key > 0, StoreIdentity.number(ofKey: key) == store, object !== source,
        object.binding === source.binding, !object.state.isInserted,
        !object.state.isDeleted
      else { return true }
      if let state = object.toManys?[property.toManyIndex] {
        guard state.isFault, state.ahead.map(isCurrent) != true else { return true }
      }
      siblings.append(object)
      return siblings.count < count
    }
    return siblings
  }
}
