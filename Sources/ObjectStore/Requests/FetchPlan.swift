import ObjectModel

/// A fetch as a store carries it out: everything resolved against the model.
package struct FetchPlan: Sendable {
  package var layout: EntityLayout { didSet { form = nil } }
  package var includesSubentities = true
  package var predicate: ResolvedPredicate? { didSet { form = nil } }
  /// The form of the predicate, if it has one; set after the predicate.
  package var form: PredicateForm?
  /// Most significant first; ties end on the primary key, ascending.
  package var sorts: [ResolvedSortDescriptor] = []
  /// The greatest number of rows, or 0 for all.
  package var limit = 0
  /// How many rows to leave out at the start.
  package var offset = 0
  /// Whether there is a limit or an offset.
  var hasWindow: Bool { limit > 0 || offset > 0 }

  /// The stores to ask; nil for all that may hold the entity.
  package var stores: [StoreIdentity]?
  /// Whom the fetch tells of its progress, and who can end it; nil mostly.
  package var monitor: FetchMonitor?

  package init(layout: EntityLayout) { self.layout = layout }

  /// Whether a search is part of the predicate; one that has a form is made of plain comparisons.
  package var searches: Bool {
    // An operator's right side is a closure, and would copy the plan.
    if form != nil { return false }
    return predicate?.searches == true
  }

  /// Whether rows of that entity are asked for.
  package func includes(entityNumber: Int) -> Bool {
    includesSubentities ? layout.includes(entityNumber) : entityNumber == layout.number
  }

  /// The plan of which this one is a window, where some rows may have to make way for others.
  ///
  /// - Parameter count: how many may come in before the end of the window,
  ///   and push as many over it.
  package func widened(by count: Int) -> FetchPlan {
    var wider = self
    wider.offset = 0
    guard limit > 0 else { return wider }
    let (window, isTooLarge) = offset.addingReportingOverflow(limit)
    wider.limit = isTooLarge || window > Int.max - count ? 0 : window + count
    return wider
  }

  /// The plan without limit and offset.
  package var withoutWindow: FetchPlan {
    var plan = self
    (plan.limit, plan.offset) = (0, 0)
    return plan
  }
}

/// In which form stores answer a fetch of objects.
package enum FetchForm: Sendable {
  /// The objects' rows.
  case rows
  /// The objects' keys: rows are read later.
  case keys
  /// How many objects there are.
  case count
}
