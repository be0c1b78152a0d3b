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
