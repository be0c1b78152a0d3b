extension ModelChecker {
  mutating func check(_ property: FetchedPropertyDescription, in entity: String) {
    func refuse(_ reason: String, repair: String?) {
      note("\(entity).\(property.name) \(reason)", in: entity, property.name, repair: repair)
    }
    guard let request = property.fetchRequest else {
      return refuse("has no fetchRequest", repair: "give it one")
    }
    let name = request.entityName
    guard let destination = model.entitiesByName[name] else {
      return refuse(
        "fetches the unknown entity \(name)",
        repair: NearestName.suggestion(for: name, among: model.entities.compactMap(\.name))
          ?? "fix the model")
    }
    guard request.resultType == .managedObjectResultType else {
      return refuse(
        "has a fetchRequest whose results are not objects", repair: "do not set its resultType")
    }
    if let defect = request.predicate?.defect {
      return refuse(
        "has a predicate that cannot be used: \(defect.message)", repair: defect.repair)
    }
    if let node = request.predicate?.node,
      SyntaxNode.predicate(node).contains(where: { $0.isFetch || $0.isBlock })
    {
      return refuse(
        "has a fetch in its predicate, but a model has no context for it",
        repair: "fetch in code, and use the results of one fetch in the other")
    }
    do {
      _ = try ResolvedSortOrder(request.sortDescriptors, entity: destination)
    } catch {
      return refuse("cannot be sorted: \(error.message)", repair: error.repair)
    }
    let known = [
      FetchedPropertyDescription.fetchSource, FetchedPropertyDescription.fetchedProperty,
    ]
    for variable in (request.predicate?.node.variables ?? []).sorted()
    where !known.contains(ExpressionNode.variableName(of: variable)) {
      refuse(
        "has the variable $\(variable) in its predicate",
        repair: "use $\(known[0]) or $\(known[1])")
    }
  }
}
