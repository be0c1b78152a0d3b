import ObjectModel

/// Assigns final order keys to objects that a save adds at the end of an ordered relationship.
///
/// The keys are written into the rows of the change set, from which its owner gets them after the
/// save.
struct OrderKeySettlement {
  /// The relationship of one owner.
  private struct Place: Hashable {
    let orderKey: ObjectIdentifier
    let owner: Int64
  }

  private var replaced: [(row: Row, orderKey: PropertyLayout, former: Int64)] = []

  init(_ changes: ChangeSet, in session: SQLiteSession) throws {
    var last: [Place: Int64] = [:]
    var arrived: [Place: [(row: Row, reference: EntityLayout.OrderedToOne, key: Int64)]] = [:]
    func add(_ row: Row, _ layout: EntityLayout) {
      for reference in layout.orderedToOnes {
        guard let owner = row.integer(of: reference.toOne),
          let key = row.integer(of: reference.orderKey)
        else { continue }
        let place = Place(orderKey: ObjectIdentifier(reference.orderKey), owner: owner)
        if key < OrderKey.firstUnsettled {
          last[place] = max(last[place] ?? key, key)
        } else {
          arrived[place, default: []].append((row, reference, key))
        }
      }
    }
    for update in changes.updates { add(update.row, update.layout) }
    for insert in changes.inserts { add(insert.row, insert.layout) }
    for (place, objects) in arrived {
      var key = last[place]
      if place.owner > 0,
        let stored = try session.greatestOrderKey(of: objects[0].reference, owner: place.owner)
      {
        key = max(key ?? .min, OrderKey.settled(stored))
      }
      for object in objects.sorted(by: { $0.key < $1.key }) {
        let settled = key.map { $0 + OrderKey.step } ?? OrderKey.first
        guard settled < OrderKey.firstUnsettled else {
          throw ObjectGraphError(
            .persistentStoreOperation,
            "nothing can be added behind the last member that refers to the row "
              + "\(StoreIdentity.reference(ofKey: place.owner)) by \(object.reference.toOne.name): its "
              + "order key, \(settled - OrderKey.step), is the greatest possible",
            repair: "remove that member, save, and add it again")
        }
        key = settled
        let property = object.reference.orderKey
        replaced.append((object.row, property, object.key))
        object.row.set(property.index, slot: property.slot, integer: settled)
      }
    }
  }

  /// Restores the rows after a failed save.
  func undo() {
    for (row, property, key) in replaced {
      row.set(property.index, slot: property.slot, integer: key)
    }
  }
}
