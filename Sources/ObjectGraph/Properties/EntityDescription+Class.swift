import ObjectModel

extension EntityDescription {
  /// Creates an entity, named after its class, with the `@Managed` properties of the class.
  ///
  ///     EntityDescription(
  ///       Camper.self, required: ["campground"], cascade: ["wishes"], search: ["email": .words]
  ///     ) {
  ///       AttributeDescription("rigLength", .integer16, minimum: 1)
  ///     }
  ///
  /// The properties are in the order of the class, inherited ones first. Inherited ones become the
  /// entity's own, so an entity with a superentity is made from its name and a list of properties.
  ///
  /// A property whose type is not an `Optional` is mandatory, and a mandatory integer, floating-point
  /// number or Boolean is 0 or false in a new object. A set is a to-many relationship, an optional
  /// object a to-one, the inverse of the only property of its class that leads back, if there is only
  /// one. List other properties explicitly in `properties`, among them those whose types are not
  /// attribute types, such as composites.
  ///
  /// - Parameters:
  ///   - unique: groups of property names whose combined values are unique.
  ///   - required: the to-one relationships that an object must have when it is saved.
  ///   - cascade: the relationships whose destinations are deleted with an object.
  ///   - deny: the relationships whose destinations keep an object from being deleted.
  ///   - indexed: the attributes that have an index of their own.
  ///   - search: the attributes that are searched, and how.
  ///   - searchKeyPaths: attributes of other objects by which its objects are found; see
  ///     `searchKeyPaths`.
  ///   - properties: the properties that the class does not describe completely.
  public convenience init<Object: ManagedObject>(
    _ objectClass: Object.Type, unique: [[String]] = [], indexes: [FetchIndexDescription] = [],
    required: Set<String> = [], cascade: Set<String> = [], deny: Set<String> = [],
    indexed: Set<String> = [], search: [String: SearchStyle] = [:], searchKeyPaths: [String] = [],
    @PropertiesBuilder _ properties: () -> [PropertyDescription] = { [] }
  ) {
    let listed = properties()
    let declared = ManagedPropertyProbe.properties(of: objectClass)
    self.init(
      "\(objectClass)", class: objectClass, unique: unique, indexes: indexes,
      searchKeyPaths: searchKeyPaths
    ) {
      declared.map { property in
        listed.first { $0.name == property.name } ?? property.description(in: objectClass)
      }
      listed.filter { property in !declared.contains { $0.name == property.name } }
    }
    let known = Set(self.properties.map(\.name))
    let named = required.union(cascade).union(deny).union(indexed).union(search.keys)
    for name in named.subtracting(known).sorted() {
      ModelReport.warn("\(objectClass) declares no property \(name)")
    }
    for property in self.properties {
      if required.contains(property.name) { property.isOptional = false }
      if let attribute = property as? AttributeDescription {
        if indexed.contains(property.name) { attribute.isIndexed = true }
        if let style = search[property.name] { attribute.searchStyle = style }
      } else if let relationship = property as? RelationshipDescription {
        if cascade.contains(property.name) { relationship.deleteRule = .cascadeDeleteRule }
        if deny.contains(property.name) { relationship.deleteRule = .denyDeleteRule }
      }
    }
  }
}

extension ManagedProperty {
  /// What the declaration says about the property.
  fileprivate func description(in objectClass: ManagedObject.Type) -> PropertyDescription {
    switch kind {
    case .toMany(let destination, let isOrdered):
      return RelationshipDescription(
        name, toMany: "\(destination)", inverse: inverse(at: destination, of: objectClass),
        isOrdered: isOrdered)
    case .toOne(let destination):
      return RelationshipDescription(
        name, toOne: "\(destination)", inverse: inverse(at: destination, of: objectClass))
    case .attribute(let type, let isOptional):
      let attributeType = Self.widestType(of: type)
      return AttributeDescription(
        name, attributeType, isOptional: isOptional,
        default: isOptional ? .null : Self.zero(of: attributeType))
    case .other(_, let isOptional):
      return AttributeDescription(name, .undefined, isOptional: isOptional)
    }
  }

  /// The name of the only property of the destination that leads back.
  private func inverse(
    at destination: ManagedObject.Type, of objectClass: ManagedObject.Type
  ) -> String? {
    let candidates = ManagedPropertyProbe.properties(of: destination).filter { property in
      property.kind.destination == objectClass
        && (destination != objectClass || property.name != name)
    }
    return candidates.count == 1 ? candidates.first?.name : nil
  }

  /// The default of a mandatory attribute.
  private static func zero(of type: AttributeType) -> AttributeValue {
    switch type {
    case .boolean: false
    case .integer64, .integer32, .integer16, .double, .float: 0
    default: .null
    }
  }

  /// The widest attribute type whose values a Swift type can hold; undefined, which no store
  /// accepts, if there is none.
  private static func widestType(of type: any ManagedAttribute.Type) -> AttributeType {
    types.first { type.accepts($0) } ?? .undefined
  }

  private static let types: [AttributeType] = [
    .boolean, .integer64, .integer32, .integer16, .double, .float, .decimal, .string, .date,
    .binaryData, .uuid, .uri,
  ]
}
