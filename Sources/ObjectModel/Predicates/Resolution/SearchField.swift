/// An attribute in which objects of an entity are searched.
package struct SearchField: Sendable {
  /// The to-one relationships leading to the attribute.
  package let steps: [RelationshipDescription]
  package let attribute: AttributeDescription
  package let style: SearchStyle

  /// The subentity to whose objects the field is limited; nil if it applies to all.
  let owner: EntityDescription?

  /// The number of steps to the object that has the field.
  package let ownerStep: Int

  /// The owner, if the attribute belongs to another object, so that other entities might share it.
  package var ownerOfPath: EntityDescription? { ownerStep < steps.count ? owner : nil }

  /// The path from the entity, such as `camper.fullName`.
  package var keyPath: String { (steps.map(\.name) + [attribute.keyPath]).joined(separator: ".") }

  /// The value as searchable text; nil if it is not searchable.
  package func text(of value: AttributeValue) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    default: nil
    }
  }
}

extension EntityDescription {
  /// Whether objects of the entity can be searched: by an attribute with a `searchStyle`, its own,
  /// inherited or a subentity's, or by one of the `searchKeyPaths`.
  public var isSearched: Bool {
    // An invalid setting is reported by the search itself.
    do { return try !searchFields().isEmpty } catch { return true }
  }

  /// The fields of the entity and its subentities: attributes by entity and name, followed by those
  /// of other objects.
  ///
  /// - Throws: `invalidArgument` for a field that cannot be searched.
  package func searchFields() throws(ObjectGraphError) -> [SearchField] {
    var fields: [SearchField] = []
    let above = sequence(first: self) { $0.superentity }.dropFirst().reversed()
    let all = above + withDescendants
    let owners = all.indices.map { $0 > above.count ? all[$0] : nil }
    for (entity, owner) in zip(all, owners) {
      for attribute in entity.ownSearchedAttributes {
        guard let style = attribute.searchStyle else { continue }
        fields.append(try SearchField([], attribute, style, in: entity, owner: owner))
      }
    }
    for (entity, owner) in zip(all, owners) {
      for path in entity.searchKeyPaths { fields.append(try entity.field(at: path, owner: owner)) }
    }
    return fields
  }

  private var withDescendants: [EntityDescription] {
    [self] + subentities.flatMap(\.withDescendants)
  }

  private var ownSearchedAttributes: [AttributeDescription] {
    let inherited = superentity?.propertiesByName ?? [:]
    return properties.filter { inherited[$0.name] == nil }
      .compactMap { $0 as? AttributeDescription }
      .flatMap { ($0 as? CompositeAttributeDescription)?.leaves ?? [$0] }
      .filter { $0.searchStyle != nil }
      .sorted { $0.keyPath < $1.keyPath }
  }

  private func field(
    at keyPath: String, owner: EntityDescription?
  ) throws(ObjectGraphError) -> SearchField {
    let path = try PathResolver(entity: self)
      .resolve(keyPath.split(separator: ".").map(String.init), as: .value)
    guard case .attribute(let attribute) = path.terminal else {
      throw ObjectGraphError(
        .invalidArgument, "\(name ?? "").\(keyPath) is not an attribute, so it cannot be searched",
        repair: "give searchKeyPaths that end at attributes", entityName: name, key: keyPath)
    }
    return try SearchField(
      path.steps, attribute, attribute.searchStyle ?? .words, in: self, owner: owner)
  }
}

extension SearchField {
  /// - Throws: `invalidArgument` for an attribute that cannot be searched.
  init(
    _ steps: [RelationshipDescription], _ attribute: AttributeDescription, _ style: SearchStyle,
    in entity: EntityDescription, owner: EntityDescription? = nil
  ) throws(ObjectGraphError) {
    let types: [AttributeType] = [.string, .integer16, .integer32, .integer64]
    guard types.contains(attribute.attributeType), !attribute.isTransient else {
      throw ObjectGraphError(
        .invalidArgument,
        "\(entity.name ?? "").\(attribute.keyPath) cannot be searched: only stored strings "
          + "and integers can",
        repair: "remove its searchStyle", entityName: entity.name, key: attribute.keyPath)
    }
    self.init(steps: steps, attribute: attribute, style: style, owner: owner, ownerStep: 0)
  }

  /// The same field, seen from an object from which the steps lead to this one's.
  func behind(_ others: [RelationshipDescription]) -> SearchField {
    SearchField(
      steps: others + steps, attribute: attribute, style: style, owner: owner,
      ownerStep: others.count + ownerStep)
  }
}
