/// Finds what is wrong with what a model says of an attribute's values: expressions that cannot be
/// carried out, found when the model is taken into use rather than at the first save.
struct ValueRuleChecker {
  let attribute: AttributeDescription
  let entity: EntityDescription

  func problems() -> [ObjectGraphError] {
    var found: [ObjectGraphError] = []
    func check(_ body: () throws -> Void) {
      do {
        try body()
      } catch let error as ObjectGraphError {
        found.append(located(error))
      } catch {}
    }
    if let derived = attribute as? DerivedAttributeDescription {
      check { _ = try derived.derivation() }
      if attribute.isTransient {
        check {
          throw ObjectGraphError(.invalidArgument, "a derived attribute cannot be transient")
        }
      }
    }
    check { try checkValues() }
    if let pattern = attribute.regularExpression { check { _ = try MatchesPattern(pattern) } }
    if let sample = AttributeValue.sample(of: attribute.attributeType) {
      for predicate in attribute.validationPredicates {
        check { _ = try ValuePredicate(predicate).holds(for: sample) }
      }
    }
    return found
  }

  private func checkValues() throws {
    let type = attribute.attributeType
    if attribute.defaultValue.kept(as: type) == nil {
      throw misfit("default", attribute.defaultValue, repair: "give it a default of its type")
    }
    let bounds = [("minimum", attribute.minimumValue), ("maximum", attribute.maximumValue)]
    for case (let name, let bound?) in bounds where bound.bound(of: type) == nil {
      throw misfit(
        name, bound, repair: "bound numbers by numbers, dates by dates, texts by their length")
    }
  }

  private func misfit(
    _ name: String, _ value: AttributeValue, repair: String
  ) -> ObjectGraphError {
    let text = FormatPrinter.text(of: .constant(value))
    return ObjectGraphError(
      .invalidArgument, "its \(name) \(text) does not fit its type \(attribute.attributeType)",
      repair: repair)
  }

  private func located(_ error: ObjectGraphError) -> ObjectGraphError {
    if error.code == .persistentStoreIncompatibleSchema { return error }
    return ObjectGraphError(
      .persistentStoreIncompatibleSchema,
      "\(entity.name ?? "").\(attribute.name): \(error.message)", repair: error.repair,
      entityName: entity.name, key: attribute.name, position: error.position)
  }
}

/// Finds what is wrong with a fetched property.
struct FetchedPropertyChecker {
  let property: FetchedPropertyDescription
  let entity: EntityDescription
  let model: ManagedObjectModel

  func problems() -> [ObjectGraphError] {
    guard let request = property.fetchRequest else {
      return [problem("has no fetchRequest", repair: "give it one")]
    }
    guard let destination = model.entitiesByName[request.entityName] else {
      let known = model.entities.compactMap(\.name)
      return [
        problem(
          "fetches the unknown entity \(request.entityName)",
          repair: NearestName.nearest(to: request.entityName, among: known)
            .map { "did you mean \($0)?" } ?? "mend the model")
      ]
    }
    guard request.resultType == .managedObjectResultType else {
      return [
        problem(
          "has a fetchRequest whose results are no objects",
          repair: "leave its resultType alone")
      ]
    }
    if let defect = request.predicate?.defect {
      return [
        problem("has a predicate that cannot be used: \(defect.message)", repair: defect.repair)
      ]
    }
    if let node = request.predicate?.node,
      SyntaxNode.predicate(node).contains(where: { $0.isFetch || $0.isBlock })
    {
      return [
        problem(
          "has a fetch within its predicate, which belongs to a context and to no model",
          repair: "fetch in code, with the objects of the one for the other")
      ]
    }
    do {
      _ = try ResolvedSortOrder(request.sortDescriptors, entity: destination)
    } catch {
      return [problem("cannot be sorted: \(error.message)", repair: error.repair)]
    }
    let known = [
      FetchedPropertyDescription.fetchSource, FetchedPropertyDescription.fetchedProperty,
    ]
    let foreign = (request.predicate?.node.variables ?? []).sorted().filter { name in
      !known.contains(String(name.prefix { $0 != "." }))
    }
    return foreign.map { name in
      problem(
        "has the variable $\(name) in its predicate",
        repair: "use $\(known[0]) or $\(known[1])")
    }
  }

  private func problem(_ message: String, repair: String?) -> ObjectGraphError {
    .wrongModel(
      "\(entity.name ?? "").\(property.name) \(message)", repair: repair, entity: entity.name,
      key: property.name)
  }
}
