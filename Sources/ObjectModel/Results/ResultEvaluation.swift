/// Executes a result plan on rows in memory.
extension ResultPlan {
  /// The values of the columns, one list for each result, in order.
  ///
  /// - Parameters:
  ///   - subjects: the rows that match the fetch's predicate, ordered by primary key.
  ///   - limit: the maximum number of results, or 0 for all.
  /// - Throws: `invalidArgument` if the regular expression of a `MATCHES` backtracks too much.
  package func results(
    of subjects: [any PredicateSubject], limit: Int, offset: Int
  ) throws -> [[AttributeValue]] {
    var results =
      try isGrouped
      ? groups(of: subjects).map { try result(ofGroup: $0) }
      : subjects.map { subject in
        GroupedRow(
          values: try columns.map { try $0.expression.value(for: subject) }, row: subject,
          plan: self)
      }
    if let having { results = try results.filter { try having.matches($0) } }
    if isDistinct {
      var seen: Set<GroupKey> = []
      results = results.filter { seen.insert(GroupKey(values: $0.values)).inserted }
    }
    if !isOfRows || !sorts.isEmpty { sort(&results) }
    let rest = results.dropFirst(offset)
    return (limit > 0 ? rest.prefix(limit) : rest).map { typed($0.values) }
  }

  /// Converts the values to the types of their columns: an integer among doubles, which the minimum
  /// of a list can be, stays exact until now, and becomes a double in the result.
  private func typed(_ values: [AttributeValue]) -> [AttributeValue] {
    zip(values, columns).map { value, column in
      if case .path = column.expression { return value }
      return value.widened(to: column.expression.type)
    }
  }

  private func groups(of subjects: [any PredicateSubject]) throws -> [[any PredicateSubject]] {
    guard !groups.isEmpty else { return [subjects] }
    var places: [GroupKey: Int] = [:]
    var lists: [[any PredicateSubject]] = []
    for subject in subjects {
      let key = GroupKey(values: try groups.map { try $0.value(for: subject) })
      if let place = places[key] {
        lists[place].append(subject)
      } else {
        places[key] = lists.count
        lists.append([subject])
      }
    }
    return lists
  }

  private func result(ofGroup subjects: [any PredicateSubject]) throws -> GroupedRow {
    let row = subjects.first ?? KnownByID.nothing
    let values = try columns.map { column in
      try column.expression.value(in: EvaluationScope(row, rows: subjects))
    }
    let keys = try groups.map { try $0.value(for: row) }
    return GroupedRow(values: values, keys: keys, row: row, plan: self)
  }

  /// Ties are broken by the values that distinguish the results.
  private func sort(_ results: inout [GroupedRow]) {
    let order = ResolvedSortOrder(resolved: sorts)
    results.sort { left, right in
      if order.areInIncreasingOrder(left, right) { return true }
      guard !isOfRows, !order.areInIncreasingOrder(right, left) else { return false }
      for (first, second) in zip(left.ties, right.ties) {
        let order = ValueOrder.compareForSorting(first, second)
        if order != .orderedSame { return order == .orderedAscending }
      }
      return false
    }
  }

  /// One result, as seen by the condition on groups and the sort order.
  private struct GroupedRow: PredicateSubject {
    let values: [AttributeValue]
    var keys: [AttributeValue] = []
    let row: any PredicateSubject
    let plan: ResultPlan

    var ties: [AttributeValue] { plan.isDistinct ? values : keys }

    /// Results that do not stand for a single row have no primary key to break ties.
    var objectID: ManagedObjectID { plan.isOfRows ? row.objectID : KnownByID.nothing.objectID }

    func value(of attribute: AttributeDescription) -> AttributeValue {
      column(attribute).map { values[$0] } ?? row.value(of: attribute)
    }

    func destination(of relationship: RelationshipDescription) -> (any PredicateSubject)? {
      guard let column = column(relationship) else { return row.destination(of: relationship) }
      if case .objectID(let id) = values[column] { return KnownByID(objectID: id) }
      return nil
    }

    func destinations(of relationship: RelationshipDescription) -> [any PredicateSubject] {
      row.destinations(of: relationship)
    }

    private func column(_ stand: PropertyDescription) -> Int? {
      plan.columns.firstIndex { $0.stand === stand }
    }
  }
}

/// Values that are equal if a store considers them equal: strings by their bytes, numbers by their
/// values, even if one is an integer and the other a double from an overflow.
struct GroupKey: Hashable {
  let values: [AttributeValue]

  static func == (left: GroupKey, right: GroupKey) -> Bool {
    left.values.elementsEqual(right.values) { left, right in
      switch (left, right) {
      case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
      case (.integer, .double), (.double, .integer):
        ValueOrder.compare(left, right) == .orderedSame
      default: left == right
      }
    }
  }

  func hash(into hasher: inout Hasher) {
    for value in values {
      if case .integer(let number) = value {
        hasher.combine(AttributeValue.double(Double(number)))
      } else {
        // Equal bytes imply canonical equivalence, on which the hash is based.
        hasher.combine(value)
      }
    }
  }
}
