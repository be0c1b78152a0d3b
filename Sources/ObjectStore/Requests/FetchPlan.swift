import ObjectModel

/// A fetch ready to be executed by a store, with everything resolved against the model.
package struct FetchPlan: Sendable {
  package var layout: EntityLayout {
    // A form is one of the entity's.
    didSet { if let form { predicate = form.predicate } }
  }
  package var includesSubentities = true
  /// The condition; nil for none. One given by its form is made each time it is asked for.
  package var predicate: ResolvedPredicate? {
    get { form?.predicate ?? ownPredicate }
    set { (ownPredicate, form) = (newValue, nil) }
  }
  private var ownPredicate: ResolvedPredicate?
  /// The form of the predicate, if it has one, in place of the predicate.
  package var form: PredicateForm?
  /// Most significant first; ties are broken by the primary key, ascending.
  package var sorts: [ResolvedSortDescriptor] = []
  /// The maximum number of rows, or 0 for all.
  package var limit = 0
  /// The number of rows to skip at the start.
  package var offset = 0
  /// Whether there is a limit or an offset.
  var hasWindow: Bool { limit > 0 || offset > 0 }

  /// The stores to query; nil for all that may hold the entity.
  package var stores: [StoreIdentity]?
  /// Receives the fetch's progress, and can cancel it; usually nil.
  package var monitor: FetchMonitor?

  package init(layout: EntityLayout) { self.layout = layout }

  /// Sets the predicate, or its form.
  package mutating func select(_ resolution: ResolvedPredicate.Resolution) {
    switch resolution {
    case .predicate(let resolved): predicate = resolved
    case .form(let form): self.form = form
    }
  }

  /// Whether the predicate contains a search; one with a form contains only plain comparisons.
  package var searches: Bool {
    // An autoclosure would copy the plan.
    if form != nil { return false }
    return predicate?.searches == true
  }

  /// Whether rows of an entity are included.
  package func includes(entityNumber: Int) -> Bool {
    includesSubentities ? layout.includes(entityNumber) : entityNumber == layout.number
  }

  /// The plan without the start of its window, and with more rows at its end, in case some rows are
  /// replaced.
  ///
  /// - Parameter count: the number of rows that may be inserted before the end of the window,
  ///   pushing others beyond it.
  package func widened(by count: Int) -> FetchPlan {
    var wider = self
    wider.offset = 0
    guard limit > 0 else { return wider }
    let (window, isTooLarge) = offset.addingReportingOverflow(limit)
    wider.limit = isTooLarge || window > Int.max - count ? 0 : window + count
    return wider
  }

  /// The elements that the limit and the offset select.
  package func window<Elements: Collection>(of elements: Elements) -> Elements.SubSequence {
    let rest = elements.dropFirst(max(0, offset))
    return limit > 0 ? rest.prefix(limit) : rest
  }

  /// The plan without limit and offset.
  package var withoutWindow: FetchPlan {
    var plan = self
    (plan.limit, plan.offset) = (0, 0)
    return plan
  }
}

/// The form in which stores return the results of a fetch.
package enum FetchForm: Sendable {
  /// The objects' rows.
  case rows
  /// The objects' keys, whose rows are read later.
  case keys
  /// The number of objects.
  case count
}

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
