import ObjectModel
import ObjectStore

/// Finding the owners of to-many relationships that contain or contained a changed row, so that
/// they read their members again; all others are left alone.
extension RelationshipEditor {
  /// Makes the destinations of a row's to-one relationships read their members again.
  func refaultDestinations(of layout: EntityLayout, row: Row) {
    for property in layout.toOnes { refaultDestination(of: property, in: row) }
  }

  func refaultDestination(of property: PropertyLayout, in row: Row) {
    guard let inverse = model.inverse(of: property), inverse.isToMany else { return }
    guard let owner = destination(of: property, in: row),
      let members = owner.toManys?[inverse.toManyIndex]
    else { return }
    tracker.recordFormer(of: owner)
    members.refault()
  }

  /// Makes the former and the current owners of a row read their members again.
  ///
  /// - Parameter former: the row as it was known here; nil if it was unknown.
  func refaultOwners(of layout: EntityLayout, former: Row?, fresh: Row) {
    for property in layout.toOnes {
      guard let former else {
        if let inverse = model.inverse(of: property), inverse.isToMany { clocks.advance(inverse) }
        continue
      }
      let hasMoved =
        property.orderKeyIndex >= 0
        && !former.hasSameValue(as: fresh, of: layout.properties[property.orderKeyIndex])
      guard hasMoved || !former.hasSameValue(as: fresh, of: property) else { continue }
      refaultDestination(of: property, in: former)
      refaultDestination(of: property, in: fresh)
    }
  }

  /// Makes the owners of a deleted row read their members again.
  ///
  /// An object that is not registered here is not a member of any relationship that has been read.
  ///
  /// - Parameter row: the row as it was last known; nil if it was unknown.
  func refaultOwners(ofDeleted layout: EntityLayout, key: Int64, row: Row?) {
    let object = registry.registered(key: key, root: layout.rootNumber)
    let known = object?.snapshot ?? object?.row
    for row in [row, known] { row.map { refaultDestinations(of: layout, row: $0) } }
    guard object != nil else { return }
    refaultAll(leadingTo: layout, byJoin: row != nil || known != nil)
  }

  /// Makes all relationships that may contain objects of an entity read their members again.
  ///
  /// - Parameter byJoin: whether relationships whose inverse is to-one are left out.
  func refaultAll(leadingTo layout: EntityLayout, byJoin: Bool = false) {
    for property in layout.relationships {
      guard let inverse = model.inverse(of: property), inverse.isToMany,
        !byJoin || property.isToMany
      else { continue }
      clocks.advance(inverse)
    }
    for relationship in model.toManysWithoutInverse
    where model[relationship.destinationNumber].includes(layout.number)
      || layout.includes(relationship.destinationNumber)
    {
      clocks.advance(relationship)
    }
  }

  /// Makes relationships without an inverse read their members again, after possible members were
  /// deleted.
  func refaultAllWithoutInverse() {
    for relationship in model.toManysWithoutInverse { clocks.advance(relationship) }
  }
}
