import ObjectModel

/// A fetch of values instead of rows, as a store carries it out.
package struct ValueFetch: Sendable {
  /// The rows that it reads, with the window of the results; it has no order.
  package var rows: FetchPlan
  package var results: ResultPlan

  package init(_ rows: FetchPlan, _ results: ResultPlan) {
    self.rows = rows
    self.results = results
    self.rows.sorts = []
  }

  /// The rows in the order of the results, where there is one for each row and the order is that of
  /// its properties.
  var sortedRows: FetchPlan {
    var plan = rows
    let stands = Set(results.columns.map { ObjectIdentifier($0.stand) })
    let isOfProperties = results.sorts.allSatisfy { sort in
      sort.path.attribute.map { !stands.contains(ObjectIdentifier($0)) } ?? false
    }
    if results.isOfRows, isOfProperties { plan.sorts = results.sorts }
    return plan
  }

  /// The rows without the window, for a reader that makes the results of them itself.
  package var allRows: FetchPlan { rows.withoutWindow }
}
