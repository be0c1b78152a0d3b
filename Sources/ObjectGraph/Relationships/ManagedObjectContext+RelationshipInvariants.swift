import ObjectModel
import ObjectStore

/// The invariant of relationships: if one refers to an object whose inverse is known, the inverse
/// refers back; deleted objects, and relationships that have not been read, are not checked.
extension ManagedObjectContext {
  /// Violations of the invariant, for tests.
  func checkRelationships() -> [String] {
    var problems: [String] = []
    for object in registry.objects where !object.isGone {
      for property in object.layout.properties where property.isRelationship {
        guard let inverse = model.inverse(of: property),
          let destinations = object.knownDestinations(of: property)
        else { continue }
        for destination in destinations where !destination.isGone {
          guard let back = destination.knownDestinations(of: inverse), !back.contains(object)
          else { continue }
          problems.append("\(object).\(property.name) refers to \(destination), but not back")
        }
      }
    }
    return problems
  }
}

extension ManagedObject {
  /// The destinations of a relationship, including undelivered changes; nil if it has not been
  /// read.
  fileprivate final func knownDestinations(of property: PropertyLayout) -> Set<ManagedObject>? {
    guard let context = contextReference else { return nil }
    guard property.isToMany else {
      guard let row else { return nil }
      guard !row.isNull(property.index) else { return [] }
      let root = context.model[property.destinationNumber].rootNumber
      return context.registered(key: row.integer(slot: property.slot), root: root).map { [$0] }
        ?? []
    }
    guard let state = toManys?[property.toManyIndex], !state.isFault else { return nil }
    var members = state.members()
    for entry in context.tracker.inverses.entries
    where entry.owner === self && entry.property === property {
      if entry.isMember { members.insert(entry.object) } else { members.remove(entry.object) }
    }
    return members
  }
}
