/// The complete order of a fetch: its sort descriptors, checked against an entity, followed by the
/// primary key.
package struct ResolvedSortOrder: Sendable {
  /// Most significant first.
  package let descriptors: [ResolvedSortDescriptor]

  /// Creates an order from checked descriptors.
  package init(resolved descriptors: [ResolvedSortDescriptor]) {
    self.descriptors = descriptors
  }

  /// - Throws: `invalidArgument` for an unknown key, a path through a to-many relationship, an
  ///   attribute whose values have no order, and a comparison that a store cannot perform.
  package init(
    _ descriptors: [FetchSortDescriptor], entity: EntityDescription
  ) throws(ObjectGraphError) {
    let resolver = PathResolver(entity: entity)
    var resolved: [ResolvedSortDescriptor] = []
    for descriptor in descriptors {
      let comparison = try descriptor.storeComparison()
      let keys: [String]
      switch try FormatArguments.keyPath(descriptor.key).kind {
      case .keyPath(let path): keys = path
      case .collection:
        throw ObjectGraphError(
          .invalidArgument, "a fetch cannot sort by \(descriptor.key)",
          repair: "derive an attribute from it, and sort by that", entityName: entity.name,
          key: descriptor.key)
      default:
        throw ObjectGraphError(
          .invalidArgument, "a fetch cannot sort by \(descriptor.key)",
          repair: "sort by attributes and to-one relationships", entityName: entity.name,
          key: descriptor.key)
      }
      let path = try resolver.resolve(keys, of: descriptor.key, as: .sort)
      resolved.append(try ResolvedSortDescriptor(descriptor, by: comparison, at: path))
    }
    self.descriptors = resolved
  }
}

/// A sort descriptor whose key has been checked against an entity.
package struct ResolvedSortDescriptor: Sendable {
  /// A path through to-one relationships to an attribute, or to an object, which is ordered by
  /// primary key.
  package let path: ResolvedPath
  package let ascending: Bool
  package let comparison: FetchSortDescriptor.Comparison
}

extension ResolvedSortDescriptor {
  /// - Throws: `invalidArgument` for a path whose values have no order.
  init(
    _ descriptor: FetchSortDescriptor, by comparison: FetchSortDescriptor.Comparison,
    at path: ResolvedPath
  ) throws(ObjectGraphError) {
    guard path.type.family != .opaque else {
      throw ObjectGraphError(
        .invalidArgument, "\(descriptor.key) is \(path.type.phrase), which has no order",
        entityName: path.rootEntity.name, key: descriptor.key)
    }
    self.init(path: path, ascending: descriptor.ascending, comparison: comparison)
  }
}
