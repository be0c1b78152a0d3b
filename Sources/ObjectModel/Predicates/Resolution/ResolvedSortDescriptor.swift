/// A sort descriptor whose key was checked against an entity.
package struct ResolvedSortDescriptor: Sendable {
  /// Leads over to-one relationships to an attribute, or to an object that is ordered by its
  /// primary key.
  package let path: ResolvedPath
  package let ascending: Bool
  package let comparison: FetchSortDescriptor.Comparison
}
