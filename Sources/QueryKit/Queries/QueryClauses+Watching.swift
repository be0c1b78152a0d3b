import CommandKit
import ObjectGraph

/// Requests for watched lists.
extension QueryClauses {
  /// Creates a request for objects, ordered so that sections are contiguous.
  ///
  /// - Throws: a diagnostic at the invalid clause, or at the invalid key in it.
  func watchRequest(_ style: CellStyle) throws -> FetchRequest<ManagedObject> {
    let request = try objectRequest(style)
    var sorts = request.sortDescriptors ?? []
    if let key = sections {
      let descriptor = FetchSortDescriptor(key: key.expression, ascending: true)
      try check(descriptor, key)
      if sorts.first?.key != descriptor.key {
        sorts.insert(descriptor, at: 0)
      } else if sort.first?.descriptor.comparison != .binary {
        // Values that compare as equal here can differ, and then belong to separate sections.
        sorts.insert(descriptor, at: 1)
      }
    }
    // A fetched results controller needs a sort order; this is the default order of a fetch.
    if sorts.isEmpty { sorts = [FetchSortDescriptor(key: "SELF", ascending: true)] }
    request.sortDescriptors = sorts
    return request
  }

  private func check(_ descriptor: FetchSortDescriptor, _ term: SelectTerm) throws(Diagnostic) {
    do {
      _ = try ResolvedSortOrder([descriptor], entity: entity)
    } catch {
      let isUnknown = error.message.contains(" has no \"")
      throw text.diagnostic(
        error.message,
        hint: isUnknown
          ? error.repair : "by takes an attribute, or a path to one through to-one relationships",
        at: place(of: error.key ?? "", in: term.source))
    }
  }
}
