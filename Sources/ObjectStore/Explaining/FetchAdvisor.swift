import ObjectModel

/// Suggests how to make a fetch from an SQLite store cheaper.
struct FetchAdvisor {
  let plan: FetchPlan
  let queryPlan: QueryPlan
  let tables: [TableAccess]
  let mapping: StoreMapping
  /// The number of objects that the request skips.
  let offset: Int

  typealias Warning = FetchExplanation.Warning

  /// The number of skipped rows from which there is a warning.
  static let largeOffset = 1000

  func warnings() -> [Warning] {
    scanWarnings() + orderOfTermsWarnings() + sortWarnings() + offsetWarnings()
  }

  private var entity: EntityDescription { plan.layout.entity }

  /// Whether every object of the entity is scanned.
  private var isScanned: Bool { tables.contains { $0.alias == "t0" && $0.method.readsAllRows } }

  /// The name of the entity whose objects are all scanned for a term; nil if there is none.
  private func scannedEntity(for term: FetchTerm) -> String? {
    if isScanned { return entity.name }
    guard let owner = term.property?.entity, let layout = mapping.model.layout(of: owner) else {
      return nil
    }
    let table = mapping.table(of: layout).name
    let isTableScanned = tables.contains { $0.table == table && $0.method.readsAllRows }
    return !term.isOwn && isTableScanned ? owner.name : nil
  }

  // MARK: Terms

  /// The terms that must all be true; each is a list of alternatives.
  private var terms: [[FetchTerm]] {
    plan.predicate?.conjuncts.compactMap(Self.alternatives) ?? []
  }

  /// Nil for a term that contains anything but comparisons.
  private static func alternatives(of predicate: ResolvedPredicate) -> [FetchTerm]? {
    var terms: [FetchTerm] = []
    for part in predicate.disjuncts {
      guard case .comparison(let comparison) = part else { return nil }
      terms.append(FetchTerm(comparison))
    }
    return terms
  }

  // MARK: Indexes

  private func scanWarnings() -> [Warning] {
    missingIndexes()
      + terms.joined().compactMap { term in
        guard case .none(let obstacle) = term.service, let key = term.property?.name,
          scannedEntity(for: term) != nil
        else { return nil }
        return Warning(
          kind: .unindexableTerm,
          message: "no index can serve \(term.text), which \(obstacle.reason)",
          hint: term.searchHint ?? obstacle.hint(key))
      }
  }

  /// The indexes that would avoid scanning all objects of an entity.
  private func missingIndexes() -> [Warning] {
    let own = ownEqualities + singleTerms.filter { $0.isOwn && $0.service == .range }.prefix(1)
    if !own.isEmpty {
      return isScanned && own.allSatisfy(isMissing)
        ? [missingIndex(for: own)].compactMap { $0 } : []
    }
    if let term = singleTerms.first(where: { !$0.isOwn && $0.isServable }) {
      return isMissing(term) ? [missingIndex(for: [term])].compactMap { $0 } : []
    }
    // For a disjunction, each of its terms needs an index.
    let groups = terms.filter { $0.count > 1 && $0.allSatisfy { $0.isOwn && $0.isServable } }
    return groups.first?.filter(isMissing).compactMap { missingIndex(for: [$0]) } ?? []
  }

  private var singleTerms: [FetchTerm] { terms.filter { $0.count == 1 }.flatMap { $0 } }

  private var ownEqualities: [FetchTerm] {
    singleTerms.filter { $0.isOwn && $0.service == .equality }
  }

  private func isMissing(_ term: FetchTerm) -> Bool {
    term.property.map { !isIndexed($0) } ?? false
  }

  /// An index of the properties of terms, or nil if nothing is scanned for them.
  private func missingIndex(for terms: [FetchTerm]) -> Warning? {
    guard let first = terms.first, let scanned = scannedEntity(for: first),
      let owner = first.property?.entity
    else { return nil }
    // An index of an entity can include inherited properties, but not those of subentities.
    let entityName = (terms.count == 1 || !first.isOwn ? owner : entity).name ?? ""
    let names = terms.compactMap { $0.property?.keyPath }
    let index = index(of: names.map { FetchIndexElementDescription($0) })
    let text = terms.map(\.text).joined(separator: " AND ")
    return Warning(
      kind: .fullScan, message: "every \(scanned) is scanned for \(text)",
      hint: Self.hint(index, entityName), index: index, entityName: entityName)
  }

  private func index(of elements: [FetchIndexElementDescription]) -> FetchIndexDescription {
    var seen: Set<String> = []
    let kept = elements.filter { seen.insert($0.propertyName).inserted }
    let names = kept.map { element in
      element.propertyName.split(separator: ".").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        .joined()
    }
    return FetchIndexDescription(name: "by" + names.joined(separator: "And"), elements: kept)
  }

  /// Whether the model has an index that starts with a property.
  private func isIndexed(_ property: PropertyDescription) -> Bool {
    guard let attribute = property as? AttributeDescription else { return true }
    if attribute.isIndexed { return true }
    guard let declaring = property.entity.flatMap({ mapping.model.layout(of: $0) }) else {
      return false
    }
    return mapping.model.hierarchy(of: declaring).map(\.entity).contains { entity in
      entity.indexes.contains { $0.elements.first?.propertyName == property.keyPath }
        || entity.uniquenessConstraints.contains { $0.first == property.keyPath }
    }
  }

  private static func hint(_ index: FetchIndexDescription, _ entityName: String) -> String {
    let elements = index.elements.map { element in
      "FetchIndexElementDescription(\"\(element.propertyName)\""
        + (element.isAscending ? ")" : ", isAscending: false)")
    }
    return "add FetchIndexDescription(name: \"\(index.name)\", elements: "
      + "[\(elements.joined(separator: ", "))]) to the indexes of \(entityName)"
  }

  // MARK: The order of terms

  /// SQLite evaluates terms without an index in the order in which they are written.
  private func orderOfTermsWarnings() -> [Warning] {
    let served = Set(tables.filter { $0.alias == "t0" }.flatMap(\.columns))
    guard let place = terms.firstIndex(where: { $0.contains { $0.isExpensive } }),
      let expensive = terms[place].first(where: { $0.isExpensive })
    else { return [] }
    let cheap = terms[(place + 1)...].lazy.compactMap { alternatives -> FetchTerm? in
      guard alternatives.count == 1, let term = alternatives.first, term.isCheap,
        let property = term.property, let column = try? mapping.columnName(of: property),
        !served.contains(column)
      else { return nil }
      return term
    }.first
    guard let cheap else { return [] }
    return [
      Warning(
        kind: .expensiveTermFirst,
        message: "\(expensive.text) is evaluated before \(cheap.text), which is cheaper",
        hint: "write \(cheap.text) first")
    ]
  }

  // MARK: The order of rows, and the window

  private func sortWarnings() -> [Warning] {
    let isSorted = queryPlan.allSteps.contains { $0.detail == "USE TEMP B-TREE FOR ORDER BY" }
    guard isSorted, !plan.sorts.isEmpty else { return [] }
    let keys = plan.sorts.map(\.path.text).joined(separator: ", ")
    let name = entity.name ?? ""
    func warning(_ hint: String, index: FetchIndexDescription? = nil) -> [Warning] {
      [
        Warning(
          kind: .unindexedSort,
          message: "all results are sorted by \(keys), because no index has that order",
          hint: hint, index: index, entityName: index.map { _ in name })
      ]
    }
    if plan.sorts.contains(where: { !$0.path.steps.isEmpty }) {
      return warning("no index covers several tables: sort by an attribute of \(name)")
    }
    if let folded = plan.sorts.first(where: { $0.path.type == .string && $0.comparison != .binary })
    {
      return warning(
        "add a derived attribute canonical:(\(folded.path.text)) with a fetch index, and "
          + "sort by it")
    }
    let elements =
      ownEqualities.compactMap { $0.property?.name }.map { FetchIndexElementDescription($0) }
      + plan.sorts.compactMap { sort in
        sort.path.attribute.map {
          FetchIndexElementDescription($0.name, isAscending: sort.ascending)
        }
      }
    guard !elements.isEmpty else { return [] }
    let index = index(of: elements)
    return warning(Self.hint(index, name), index: index)
  }

  private func offsetWarnings() -> [Warning] {
    guard offset >= Self.largeOffset else { return [] }
    let key = plan.sorts.first?.path.text ?? "the sort key"
    return [
      Warning(
        kind: .largeOffset, message: "\(offset) rows are found only to be skipped",
        hint: "fetch what follows the last object seen: \(key) > …, with a limit")
    ]
  }
}
