/// Derived and composite attributes.
extension ModelFileReader {
  /// An attribute of the class that the element asks for, without a name and a type.
  func emptyAttribute(
    _ element: ModelFileElement, type: AttributeType, depth: Int
  ) throws -> AttributeDescription {
    if type == .composite { return try composite(element, depth: depth) }
    if let name = element["composite"] {
      throw errors.wrong(
        "is of the composite \(name) and not of type Composite", at: element,
        repair: "write attributeType=\"Composite\", or take composite out")
    }
    let expression = try parsed("derivationExpression", of: element) {
      try FetchExpression(format: $0)
    }
    guard try flag("derived", of: element) else {
      guard expression == nil else {
        throw errors.wrong(
          "has a derivationExpression and is not derived", at: element,
          repair: "write derived=\"YES\", or take the expression out")
      }
      return AttributeDescription()
    }
    guard let expression else {
      throw errors.wrong(
        "is derived from nothing", at: element, repair: "give it a derivationExpression")
    }
    let derived = DerivedAttributeDescription()
    derived.derivationExpression = expression
    return derived
  }

  /// How deep composites may nest.
  private static let maximumDepth = 8

  /// Each attribute of a composite type gets elements of its own.
  private func composite(
    _ element: ModelFileElement, depth: Int
  ) throws -> CompositeAttributeDescription {
    let name = element["composite"] ?? ""
    let composites = root.children(named: "composite")
    guard let definition = composites.first(where: { $0["name"] == name }) else {
      throw errors.wrong(
        "is of the unknown composite \(name)", at: element,
        repair: "name a composite of the model as composite")
    }
    guard depth < Self.maximumDepth else {
      throw errors.wrong(
        "is part of itself, or nested too deep", at: element,
        repair: "take it out of the composite \(name)")
    }
    _ = try names(of: composites)
    try check(definition, attributes: ["name"], children: ["attribute"])
    let composite = CompositeAttributeDescription()
    _ = try names(of: definition.children)
    composite.elements = try definition.children.map { try attribute($0, depth: depth + 1) }
    return composite
  }
}
