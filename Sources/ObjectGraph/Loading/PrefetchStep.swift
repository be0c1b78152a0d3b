import ObjectModel
import ObjectStore

/// A relationship that a fetch prefetches, and the relationships prefetched from its destinations.
struct PrefetchStep: Sendable {
  let property: PropertyLayout
  private(set) var next: [PrefetchStep] = []

  /// The steps of key paths; paths with a common start share their first steps.
  ///
  /// - Throws: code 134061 if a key is not a relationship.
  static func steps(
    of keyPaths: [String], from entity: EntityLayout, in model: ModelLayout
  ) throws -> [PrefetchStep] {
    var steps: [PrefetchStep] = []
    for keyPath in keyPaths {
      let keys = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      try add(keys[...], of: keyPath, to: &steps, entity, model)
    }
    return steps
  }

  private static func add(
    _ keys: ArraySlice<String>, of keyPath: String, to steps: inout [PrefetchStep],
    _ entity: EntityLayout, _ model: ModelLayout
  ) throws {
    guard let key = keys.first else { return }
    let place: Int
    if let known = steps.firstIndex(where: { $0.property.name == key }) {
      place = known
    } else {
      let property = try relationship(key, of: keyPath, in: entity)
      place = steps.count
      steps.append(PrefetchStep(property: property))
    }
    let destination = model[steps[place].property.destinationNumber]
    try add(keys.dropFirst(), of: keyPath, to: &steps[place].next, destination, model)
  }

  private static func relationship(
    _ key: String, of keyPath: String, in entity: EntityLayout
  ) throws -> PropertyLayout {
    let property = entity.property(key)
    if let property, property.isRelationship { return property }
    let names = entity.properties.filter(\.isRelationship).map(\.name)
    let reason =
      property == nil
      ? "the entity \(entity.name) has no relationship \(key)"
      : "\(entity.name).\(key) is an attribute, which is fetched with its object"
    let nearest = property == nil ? NearestName.nearest(to: key, among: names) : nil
    throw ObjectGraphError(
      .invalidArgument, "\(keyPath) cannot be prefetched: \(reason)",
      repair: nearest.map { "did you mean \($0)?" }
        ?? (names.isEmpty
          ? "leave it out: \(entity.name) has no relationships"
          : "use one of \(names.joined(separator: ", "))"),
      entityName: entity.name, key: key)
  }
}
