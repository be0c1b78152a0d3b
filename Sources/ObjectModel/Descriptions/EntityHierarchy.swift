/// The hierarchy of the entities listed in a file.
struct EntityHierarchy {
  /// The index of each entity's superentity; nil for roots.
  let parents: [Int?]

  /// The maximum number of superentities: many times that of the largest models.
  static let maximumHeight = 128

  /// The index of an entity that is its own superentity, or has too many.
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

  /// Links entities to their superentities.
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
