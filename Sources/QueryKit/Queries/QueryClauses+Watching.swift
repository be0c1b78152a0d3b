import CommandKit
import ObjectGraph

/// The clauses of a query whose results are followed.
extension QueryClauses {
  /// A request for objects in an order that keeps sections together.
  ///
  /// - Throws: a diagnostic at the clause, and within it at the key, that is wrong.
  func watchRequest(_ style: CellStyle) throws -> FetchRequest<ManagedObject> {
    let request = try objectRequest(style)
    var sorts = request.sortDescriptors ?? []
    if let key = sections {
      let descriptor = FetchSortDescriptor(key: key.expression, ascending: true)
      try check(descriptor, key)
      if sorts.first?.key != descriptor.key {
        sorts.insert(descriptor, at: 0)
      } else if sort.first?.descriptor.comparison != .binary {
        // Values that such a comparison takes for equal are sections of their own.
        sorts.insert(descriptor, at: 1)
      }
    }
    // By itself a fetch is in the order of the objects.
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
