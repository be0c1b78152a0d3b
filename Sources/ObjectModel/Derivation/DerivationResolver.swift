/// Checks a derived attribute's expression against its entity.
struct DerivationResolver {
  let attribute: DerivedAttributeDescription
  let entity: EntityDescription

  /// - Throws: code 134020 with the problem: an unknown key, a misplaced to-many relationship, a
  ///   source that is not stored or is itself derived, or an unsuitable type.
  func resolve() throws -> Derivation {
    guard let expression = attribute.derivationExpression else {
      throw error("has no derivationExpression", repair: "give it one, or make it an attribute")
    }
    if let defect = expression.defect { throw error(defect.message, repair: defect.repair) }
    let derivation: Derivation
    switch expression.node.kind {
    case .keyPath(let keys) where !keys.isEmpty: derivation = try path(keys, .copy)
    case .collection(let symbol, let collection, let rest):
      guard case .keyPath(let keys) = collection.kind else { throw unfit(expression) }
      guard rest.isEmpty else {
        let right = (keys + rest + [symbol.operatorName]).joined(separator: ".")
        throw error(
          "in \"\(expression)\", \(symbol.operatorName) is not the last key",
          repair: "put the operator last: \(right)")
      }
      derivation = try path(keys, .aggregate(symbol))
    case .function(.now, _): derivation = made(.now, [], nil)
    case .function(let function, let arguments):
      guard function.operand == .string, function != .length, arguments.count == 1,
        case .keyPath(let keys) = arguments[0].kind, !keys.isEmpty
      else { throw unfit(expression) }
      derivation = try path(keys, .text(function))
    default: throw unfit(expression)
    }
    try check(derivation)
    return derivation
  }

  private func unfit(_ expression: FetchExpression) -> ObjectGraphError {
    error(
      "cannot be derived by \(expression)",
      repair:
        "use a key path, uppercase:, lowercase:, canonical:, @count, @sum, @min, @max, @avg "
        + "or now()")
  }

  private func made(
    _ form: Derivation.Form, _ steps: [RelationshipDescription], _ source: AttributeDescription?
  ) -> Derivation {
    Derivation(form: form, steps: steps, source: source, type: attribute.attributeType)
  }

  private func path(_ keys: [String], _ form: Derivation.Form) throws -> Derivation {
    let path: ResolvedPath
    do {
      path = try PathResolver(entity: entity).resolve(keys, as: .collection)
    } catch {
      throw self.error(error.message, repair: error.repair)
    }
    var steps = path.steps
    if case .toOne(let last) = path.terminal { steps.append(last) }
    try checkSteps(steps, form)
    if form == .aggregate(.count) {
      guard path.attribute == nil else { throw error("@count counts objects, not values") }
    } else if path.attribute == nil {
      throw error("the path ends in a relationship", repair: "add the name of an attribute")
    }
    return made(form, steps, path.attribute)
  }

  private func checkSteps(_ steps: [RelationshipDescription], _ form: Derivation.Form) throws {
    if let step = steps.first(where: \.isEffectivelyTransient) {
      throw error("\(step.name) is not stored")
    }
    var rest = steps[...]
    if case .aggregate = form {
      guard rest.popFirst()?.isToMany == true else {
        throw error("the path of a collection operator must start with a to-many relationship")
      }
    }
    if let step = rest.first(where: \.isToMany) {
      throw error(
        "\(step.name) is to-many",
        repair:
          "end the path with a collection operator; only the first relationship can be to-many")
    }
  }

  private func check(_ derivation: Derivation) throws {
    if let source = derivation.source {
      if source is DerivedAttributeDescription {
        throw error(
          "\(source.name) is derived itself", repair: "derive it from its source"
        )
      }
      if let composite = source.composite {
        throw error("\(source.name) is an element of \(composite.name)")
      }
      if source.isTransient {
        throw error("\(source.name) is transient", repair: "derive it from a stored attribute")
      }
    }
    guard fits(derivation) else {
      throw error(
        "a value of type \(derivation.type) cannot be derived from "
          + (attribute.derivationExpression?.description ?? ""),
        repair: "change the attribute's type")
    }
  }

  private func fits(_ derivation: Derivation) -> Bool {
    let source = derivation.source?.attributeType ?? .undefined
    let type = derivation.type
    switch derivation.form {
    case .now: return type == .date
    case .text: return source == .string && type == .string
    case .copy: return Self.widens(source, to: type)
    case .aggregate(.count): return Self.integers.contains(type)
    case .aggregate(.sum):
      if Self.integers.contains(source) {
        return Self.integers.contains(type) || type == .double || type == .decimal
      }
      return Self.isNumber(source) && Self.widens(source, to: type)
    case .aggregate(.average):
      if source == .decimal { return type == .decimal }
      return Self.isNumber(source) && (type == .double || type == .float)
    case .aggregate:
      return (Self.isNumber(source) || source == .date || source == .string)
        && Self.widens(source, to: type)
    }
  }

  private static let integers: [AttributeType] = [.integer16, .integer32, .integer64]

  private static func isNumber(_ type: AttributeType) -> Bool {
    type.isNumber && type != .boolean
  }

  /// Whether every value of one type is a value of the other.
  private static func widens(_ source: AttributeType, to type: AttributeType) -> Bool {
    if source == type {
      return ![.undefined, .transformable, .composite, .objectID].contains(type)
    }
    if let from = integers.firstIndex(of: source), let to = integers.firstIndex(of: type) {
      return from < to
    }
    return source == .float && type == .double
  }

  private func error(_ message: String, repair: String? = nil) -> ObjectGraphError {
    .wrongModel(
      "\(entity.name ?? "").\(attribute.name) cannot be derived: \(message)",
      repair: repair ?? "fix its derivationExpression", entity: entity.name, key: attribute.name)
  }
}

extension DerivedAttributeDescription {
  /// The attribute's derivation.
  ///
  /// - Throws: code 134020 if the expression does not fit the entity.
  package func derivation() throws -> Derivation {
    guard let entity else {
      throw ObjectGraphError.wrongModel("\(name) belongs to no entity", repair: nil, key: name)
    }
    return try DerivationResolver(attribute: self, entity: entity).resolve()
  }
}
