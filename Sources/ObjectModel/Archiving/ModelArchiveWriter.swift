import Foundation

/// Lays a model out as the keyed archive of a compiled model.
struct ModelArchiveWriter {
  private let model: ModelContents
  private var builder = KeyedArchiveBuilder()
  private var modelPlace = KeyedArchiveBuilder.null
  private var entityPlaces: [ObjectIdentifier: BinaryPropertyList] = [:]
  private var propertyPlaces: [ObjectIdentifier: [String: BinaryPropertyList]] = [:]

  /// The class of entities that have none of their own, as Core Data calls it.
  static let plainClassName = "NSManagedObject"
  private static let ownPlainClassName = "ManagedObject"

  init(_ model: ModelContents) {
    self.model = model
  }

  /// The whole archive.
  ///
  /// - Throws: code 134020 when a default value or a bound cannot be archived.
  mutating func archive() throws -> BinaryPropertyList {
    modelPlace = builder.reserve()
    let entities = model.entities
    for entity in entities { entityPlaces[ObjectIdentifier(entity)] = builder.reserve() }
    for entity in entities {
      let places = Self.properties(of: entity).map { ($0.name, builder.reserve()) }
      propertyPlaces[ObjectIdentifier(entity)] = Dictionary(
        places, uniquingKeysWith: { $1 })
    }
    for entity in entities { try add(entity) }

    let names = entities.map { builder.add($0.name ?? "") }
    let strategy = builder.add(
      [
        "length": .integer(Int64(names.count)), "version": .integer(1),
        "keys": builder.add(array: names),
      ], of: ["NSKnownKeysMappingStrategy1", "NSKnownKeysMappingStrategy"])
    let dictionary = builder.add(
      [
        "searchMapping": strategy, "version": .integer(1),
        "values": builder.add(array: entities.map { place($0) }),
        "emptyToken": builder.add(KeyedArchive.emptySlot),
      ],
      of: [
        "NSKnownKeysDictionary1", "NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary",
      ])
    let versions = model.versionIdentifiers.sorted(by: VersionHashText.areInOrder)
      .map { builder.add($0) }
    let versionSet = builder.add(["NS.objects": .array(versions)], of: ["NSSet"])
    var fields: [String: BinaryPropertyList] = [
      "NSEntities": dictionary, "NSFetchRequestTemplates": KeyedArchiveBuilder.null,
      "NSVersionIdentifiers": versionSet,
    ]
    if !model.configurations.isEmpty { fields["NSConfigurations"] = addConfigurations() }
    let root = builder.add(fields, of: ["NSManagedObjectModel"], at: modelPlace)
    return builder.archive(root: root)
  }

  private mutating func addConfigurations() -> BinaryPropertyList {
    let configurations = model.configurations.sorted { $0.key < $1.key }.map { name, entities in
      (key: name, value: builder.add(array: entities.map { place($0) }))
    }
    return builder.add(dictionary: configurations, isMutable: true)
  }

  /// The class of the values of attributes of a type, as Core Data calls it.
  static func valueClassName(of type: AttributeType) -> String? {
    switch type {
    case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
    case .decimal: "NSDecimalNumber"
    case .string: "NSString"
    case .date: "NSDate"
    case .binaryData: "NSData"
    case .uuid: "NSUUID"
    case .uri: "NSURL"
    case .undefined, .transformable, .objectID, .composite: nil
    }
  }

  /// The entity's own properties, then those that it inherits.
  private static func properties(of entity: EntityDescription) -> [PropertyDescription] {
    let own = entity.properties
    let names = Set(own.map(\.name))
    let inherited = (entity.superentity?.propertiesByName ?? [:]).values
      .filter { !names.contains($0.name) }
      .sorted { VersionHashText.areInOrder($0.name, $1.name) }
    return own + inherited
  }

  private func place(_ name: String, in entity: EntityDescription) -> BinaryPropertyList? {
    propertyPlaces[ObjectIdentifier(entity)]?[name]
  }

  private func place(_ entity: EntityDescription?) -> BinaryPropertyList {
    entity.flatMap { entityPlaces[ObjectIdentifier($0)] } ?? KeyedArchiveBuilder.null
  }

  private mutating func add(_ entity: EntityDescription) throws {
    let properties = try Self.properties(of: entity).map { property in
      let place = place(property.name, in: entity) ?? builder.reserve()
      try add(property, of: entity, at: place)
      return (key: property.name, value: place)
    }
    let subentities = entity.subentities.map { (key: $0.name ?? "", value: place($0)) }
    let className = entity.managedObjectClassName
    var fields: [String: BinaryPropertyList] = [
      "NSEntityName": builder.add(entity.name ?? ""),
      "NSClassNameForEntity": builder.add(
        className == Self.ownPlainClassName ? Self.plainClassName : className),
      "NSRenamingIdentifier": builder.add(entity.renamingIdentifier),
      "NSVersionHashModifier": builder.add(entity.versionHashModifier),
      "NSManagedObjectModel": modelPlace,
      "NSSuperentity": place(entity.superentity),
      "NSSubentities": builder.add(dictionary: subentities, isMutable: true),
      "NSProperties": builder.add(dictionary: properties, isMutable: true),
      "NSUserInfo": add(userInfo: entity.userInfo),
      "NSFetchIndexDescriptions": addIndexes(of: entity),
      "NSCompoundIndexes": builder.add(array: [], isMutable: true),
    ]
    if entity.isAbstract { fields["NSIsAbstract"] = .boolean(true) }
    if !entity.uniquenessConstraints.isEmpty {
      let tuples = entity.uniquenessConstraints.map { constraint in
        builder.add(array: constraint.map { builder.add($0) }, isMutable: true)
      }
      fields["NSUniqueTuples"] = builder.add(array: tuples, isMutable: true)
    }
    _ = builder.add(fields, of: ["NSEntityDescription"], at: place(entity))
  }

  private mutating func add(userInfo: [String: String]) -> BinaryPropertyList {
    let entries = userInfo.sorted { VersionHashText.areInOrder($0.key, $1.key) }
      .map { (key: $0.key, value: builder.add($0.value)) }
    return builder.add(dictionary: entries, isMutable: false)
  }

  /// Attributes that are indexed by themselves have an index of their name in Core Data's archives.
  private mutating func addIndexes(of entity: EntityDescription) -> BinaryPropertyList {
    let named = Set(entity.indexes.map(\.name))
    let implied = entity.properties.compactMap { $0 as? AttributeDescription }
      .filter { $0.isIndexed && !named.contains($0.name) }
      .map { FetchIndexDescription(name: $0.name, elements: [.init($0.name)]) }
    let indexes = (implied + entity.indexes).map { index in
      let place = builder.reserve()
      let elements = index.elements.map { element in
        builder.add(
          [
            "NSPropertyName": builder.add(element.propertyName),
            "NSFetchIndexElementType": .integer(0), "NSFetchIndexDescription": place,
            "NSAscending": .boolean(element.isAscending),
          ], of: ["NSFetchIndexElementDescription"])
      }
      return builder.add(
        [
          "NSIndexName": builder.add(index.name),
          "NSPartialIndexPredicate": KeyedArchiveBuilder.null,
          "NSIndexElements": builder.add(array: elements), "NSEntity": self.place(entity),
        ], of: ["NSFetchIndexDescription"], at: place)
    }
    return builder.add(array: indexes, isMutable: true)
  }

  private mutating func add(
    _ property: PropertyDescription, of entity: EntityDescription, at place: BinaryPropertyList
  ) throws {
    var fields: [String: BinaryPropertyList] = [
      "NSPropertyName": builder.add(property.name),
      "NSRenamingIdentifier": builder.add(property.renamingIdentifier),
      "NSEntity": self.place(entity),
    ]
    if property.isOptional { fields["NSIsOptional"] = .boolean(true) }
    if property.isTransient { fields["NSIsTransient"] = .boolean(true) }
    if let modifier = property.versionHashModifier {
      fields["NSVersionHashModifier"] = builder.add(modifier)
    }
    if !property.userInfo.isEmpty { fields["NSUserInfo"] = add(userInfo: property.userInfo) }
    if let rules = ArchivedRules.texts(of: property) {
      fields[ArchivedRules.validationKey] = add(userInfo: rules)
    }
    var classNames = ["NSAttributeDescription"]
    switch property {
    case let composite as CompositeAttributeDescription:
      try add(composite, to: &fields)
      fields["NSElements"] = try add(elements: composite.elements, of: entity)
      classNames.insert("NSCompositeAttributeDescription", at: 0)
    case let derived as DerivedAttributeDescription:
      try add(derived, to: &fields)
      fields[ArchivedRules.derivationKey] = builder.add(derived.derivationExpression?.description)
      classNames.insert("NSDerivedAttributeDescription", at: 0)
    case let attribute as AttributeDescription: try add(attribute, to: &fields)
    case let relationship as RelationshipDescription:
      add(relationship, to: &fields)
      classNames = ["NSRelationshipDescription"]
    case let fetched as FetchedPropertyDescription:
      fields[ArchivedRules.requestKey] = add(
        userInfo: ArchivedRules.texts(of: fetched.fetchRequest))
      classNames = ["NSFetchedPropertyDescription"]
    default: break
    }
    fields["_P"] = .integer(Self.summary(of: fields))
    _ = builder.add(fields, of: classNames + ["NSPropertyDescription"], at: place)
  }

  private mutating func add(
    elements: [AttributeDescription], of entity: EntityDescription
  ) throws -> BinaryPropertyList {
    let places = try elements.map { element in
      let place = builder.reserve()
      try add(element, of: entity, at: place)
      return place
    }
    return builder.add(array: places)
  }

  private mutating func add(
    _ attribute: AttributeDescription, to fields: inout [String: BinaryPropertyList]
  ) throws {
    let type = attribute.attributeType
    fields["NSAttributeType"] = .integer(Int64(type.rawValue))
    fields["NSAttributeValueClassName"] = builder.add(
      attribute.attributeValueClassName ?? Self.valueClassName(of: type))
    fields["NSValueTransformerName"] = builder.add(attribute.valueTransformerName)
    fields["NSDefaultValue"] = try ArchivedValue.add(attribute.defaultValue, to: &builder)
    if attribute.isIndexed { fields["NSIsIndexed"] = .boolean(true) }
    var flags = try ArchivedValidation(attribute).write(to: &fields, type: type, in: &builder)
    if attribute.allowsExternalBinaryDataStorage {
      flags |= ModelPropertyReader.externalStorageFlag
    }
    if attribute.preservesValueInHistoryOnDeletion { flags |= ModelPropertyReader.historyFlag }
    fields["NSFlagsKey"] = .integer(flags)
  }

  private mutating func add(
    _ relationship: RelationshipDescription, to fields: inout [String: BinaryPropertyList]
  ) {
    let destination = relationship.destinationEntity
    let inverse = destination.flatMap { destination in
      relationship.inverseName.flatMap { place($0, in: destination) }
    }
    fields["_NSDestinationEntityName"] = builder.add(relationship.destinationName ?? "")
    fields["_NSInverseRelationshipName"] = builder.add(relationship.inverseName)
    fields["NSDestinationEntity"] = place(destination)
    fields["NSInverseRelationship"] = inverse ?? KeyedArchiveBuilder.null
    fields["NSMinCount"] = .integer(Int64(relationship.minCount))
    fields["NSMaxCount"] = .integer(Int64(relationship.maxCount))
    fields["NSDeleteRule"] = .integer(Int64(relationship.deleteRule.rawValue))
    if relationship.isOrdered { fields["NSIsOrdered"] = .boolean(true) }
  }

  /// The bits that tell Core Data which of the fields to look for.
  private static func summary(of fields: [String: BinaryPropertyList]) -> Int64 {
    var bits: Int64 = 1
    for (key, bit) in [("NSIsOptional", 2), ("NSIsTransient", 8), ("NSIsOrdered", 1024)]
    where fields[key] != nil {
      bits |= Int64(bit)
    }
    let absent = [
      ("NSValidationPredicates", 16), ("NSValidationWarnings", 32), ("NSUserInfo", 64),
      ("NSVersionHashModifier", 128),
    ]
    for (key, bit) in absent where fields[key] == nil { bits |= Int64(bit) }
    return bits
  }
}
