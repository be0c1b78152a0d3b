/// How the entities that a file lists stand above one another.
struct EntityHierarchy {
  /// The place of the entity right above each; nil for the roots.
  let parents: [Int?]

  /// How many entities may stand above one another: many times what the largest models have.
  static let maximumHeight = 128

  /// The place of an entity that is below itself, or below too many others.
  var endless: Int? {
    parents.indices.first { start in
      var current = parents[start]
      var height = 0
      while let place = current, place != start, height < Self.maximumHeight {
        (current, height) = (parents[place], height + 1)
      }
      return current != nil
    }
  }

  /// Puts entities below those right above them.
  ///
  /// - Returns: the roots.
  func link(_ entities: [EntityDescription]) -> [EntityDescription] {
    let families = Dictionary(grouping: entities.indices) { parents[$0] }
    for (parent, children) in families {
      guard let parent else { continue }
      entities[parent].subentities = children.map { entities[$0] }
    }
    return families[nil, default: []].map { entities[$0] }
  }
}
