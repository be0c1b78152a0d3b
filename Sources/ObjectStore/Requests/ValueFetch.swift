import ObjectModel

/// A fetch of values instead of rows, ready to be executed by a store.
package struct ValueFetch: Sendable {
  /// The rows to read, with the window of the results; without a sort order.
  package var rows: FetchPlan
  package var results: ResultPlan

  /// Whether results that no sort tells apart may come in any order, as the store finds them:
  /// ordering ten thousand rows by their keys costs as much as reading them.
  package var isInAnyOrder = false

  package init(_ rows: FetchPlan, _ results: ResultPlan) {
    self.rows = rows
    self.results = results
    self.rows.sorts = []
  }

  /// The rows in the order of the results, if there is one result for each row and they are sorted
  /// by its properties.
  var sortedRows: FetchPlan {
    var plan = rows
    let stands = Set(results.columns.map { ObjectIdentifier($0.stand) })
    let isOfProperties = results.sorts.allSatisfy { sort in
      sort.path.attribute.map { !stands.contains(ObjectIdentifier($0)) } ?? false
    }
    if results.isOfRows, isOfProperties { plan.sorts = results.sorts }
    return plan
  }

  /// The rows without the window, for a caller that computes the results itself.
  package var allRows: FetchPlan { rows.withoutWindow }
}
