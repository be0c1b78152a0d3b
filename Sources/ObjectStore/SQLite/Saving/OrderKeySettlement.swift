import ObjectModel

/// The final order keys of objects that a save adds at the end of an ordered relationship.
struct OrderKeySettlement {
  /// The end of one owner's members.
  private struct End: Hashable {
    let orderKey: ObjectIdentifier
    let owner: Int64
  }

  /// An object that is added at an end; until the save, its key says when it was added.
  private struct Arrival {
    /// The index of the insert, or the complement of that of the update.
    let place: Int
    let reference: EntityLayout.OrderedToOne
    let key: Int64
  }

  private(set) var keys: [(place: Int, property: PropertyLayout, key: Int64)] = []

  init(_ changes: ChangeSet, in session: SQLiteSession) throws {
    var last: [End: Int64] = [:]
    var arrived: [End: [Arrival]] = [:]
    func add(_ row: Row, _ layout: EntityLayout, at place: Int) {
      for reference in layout.orderedToOnes {
        guard let owner = row.integer(of: reference.toOne),
          let key = row.integer(of: reference.orderKey)
        else { continue }
        let end = End(orderKey: ObjectIdentifier(reference.orderKey), owner: owner)
        if key < OrderKey.firstUnsettled {
          last[end] = max(last[end] ?? key, key)
        } else {
          arrived[end, default: []].append(Arrival(place: place, reference: reference, key: key))
        }
      }
    }
    for (index, update) in changes.updates.enumerated() {
      add(update.row, update.layout, at: ~index)
    }
    for (index, insert) in changes.inserts.enumerated() {
      add(insert.row, insert.layout, at: index)
    }
    for (end, arrivals) in arrived {
      var key = last[end]
      if end.owner > 0,
        let stored = try session.greatestOrderKey(of: arrivals[0].reference, owner: end.owner)
      {
        key = max(key ?? .min, OrderKey.settled(stored))
      }
      for arrival in arrivals.sorted(by: { $0.key < $1.key }) {
        let settled = key.map { $0 + OrderKey.step } ?? OrderKey.first
        guard settled < OrderKey.firstUnsettled else {
          throw ObjectGraphError(
            .persistentStoreOperation,
            "nothing can be added behind the last member that refers to the row "
              + "\(StoreIdentity.reference(ofKey: end.owner)) by \(arrival.reference.toOne.name): its "
              + "order key, \(settled - OrderKey.step), is the greatest possible",
            repair: "remove that member, save, and add it again")
        }
        key = settled
        keys.append((arrival.place, arrival.reference.orderKey, settled))
      }
    }
  }
}
