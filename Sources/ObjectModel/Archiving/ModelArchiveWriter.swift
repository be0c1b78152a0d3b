import Foundation

/// Converts a model to the keyed archive of a compiled model.
struct ModelArchiveWriter {
  private let model: ModelContents
  private let builder = KeyedArchiveBuilder()
  private let modelPlace: PropertyList
  private var entityPlaces: [ObjectIdentifier: PropertyList] = [:]
  private var propertyPlaces: [ObjectIdentifier: PropertyList.Fields] = [:]

  /// Core Data's name for the class of entities without their own.
  static let plainClassName = "NSManagedObject"
  private static let ownPlainClassName = "ManagedObject"

  init(_ model: ModelContents) {
    self.model = model
    modelPlace = builder.reserve()
    for entity in model.entities { entityPlaces[ObjectIdentifier(entity)] = builder.reserve() }
    for entity in model.entities {
      for property in Self.properties(of: entity) {
        propertyPlaces[ObjectIdentifier(entity), default: [:]][property.name] = builder.reserve()
      }
    }
  }

  /// The complete archive.
  ///
  /// - Throws: code 134020 if a default value or a bound cannot be archived.
  func archive() throws -> PropertyList {
    for entity in model.entities { try add(entity) }
    let names = model.entities.map { builder.add($0.name ?? "") }
    let strategy = builder.add(
      [
        "length": .integer(Int64(names.count)), "version": .integer(1),
        "keys": builder.add(array: names),
      ], of: "NSKnownKeysMappingStrategy1")
    let entities = builder.add(
      [
        "searchMapping": strategy, "version": .integer(1),
        "values": builder.add(array: model.entities.map { place($0) }),
        "emptyToken": builder.add(KeyedArchive.emptySlot),
      ], of: "NSKnownKeysDictionary1")
    let versions = model.versionIdentifiers.sorted(by: VersionHashText.areInOrder)
      .map { builder.add($0) }
    var fields: PropertyList.Fields = [
      "NSEntities": entities, "NSFetchRequestTemplates": KeyedArchiveBuilder.null,
      "NSVersionIdentifiers": builder.add(["NS.objects": .array(versions)], of: "NSSet"),
    ]
    if !model.configurations.isEmpty {
      let configurations = model.configurations.sorted { $0.key < $1.key }.map { name, entities in
        (key: name, value: builder.add(array: entities.map { place($0) }))
      }
      fields["NSConfigurations"] = builder.add(dictionary: configurations, isMutable: true)
    }
    return builder.archive(root: builder.add(fields, of: "NSManagedObjectModel", at: modelPlace))
  }

  /// The entity's own properties, followed by the inherited ones.
  private static func properties(of entity: EntityDescription) -> [PropertyDescription] {
    let own = entity.properties
    let names = Set(own.map(\.name))
    let inherited = (entity.superentity?.propertiesByName ?? [:]).values
      .filter { !names.contains($0.name) }
      .sorted { VersionHashText.areInOrder($0.name, $1.name) }
    return own + inherited
  }

  private func place(_ name: String, in entity: EntityDescription) -> PropertyList? {
    propertyPlaces[ObjectIdentifier(entity)]?[name]
  }

  private func place(_ entity: EntityDescription?) -> PropertyList {
    entity.flatMap { entityPlaces[ObjectIdentifier($0)] } ?? KeyedArchiveBuilder.null
  }

  private func add(_ entity: EntityDescription) throws {
    let properties = try Self.properties(of: entity).map { property in
      let place = place(property.name, in: entity)
      return (key: property.name, value: try add(property, of: entity, at: place))
    }
    let subentities = entity.subentities.map { (key: $0.name ?? "", value: place($0)) }
    let className = entity.managedObjectClassName
    var fields: PropertyList.Fields = [
      "NSEntityName": builder.add(entity.name ?? ""),
      "NSClassNameForEntity": builder.add(
        className == Self.ownPlainClassName ? Self.plainClassName : className),
      "NSRenamingIdentifier": builder.add(entity.renamingIdentifier),
      "NSVersionHashModifier": builder.add(entity.versionHashModifier),
      "NSManagedObjectModel": modelPlace,
      "NSSuperentity": place(entity.superentity),
      "NSSubentities": builder.add(dictionary: subentities, isMutable: true),
      "NSProperties": builder.add(dictionary: properties, isMutable: true),
      "NSUserInfo": builder.add(texts: entity.userInfo),
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
    _ = builder.add(fields, of: "NSEntityDescription", at: place(entity))
  }

  /// In Core Data's archives, an indexed attribute has an index with its name.
  private func addIndexes(of entity: EntityDescription) -> PropertyList {
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
          ], of: "NSFetchIndexElementDescription")
      }
      return builder.add(
        [
          "NSIndexName": builder.add(index.name),
          "NSPartialIndexPredicate": KeyedArchiveBuilder.null,
          "NSIndexElements": builder.add(array: elements), "NSEntity": self.place(entity),
        ], of: "NSFetchIndexDescription", at: place)
    }
    return builder.add(array: indexes, isMutable: true)
  }

  private func add(
    _ property: PropertyDescription, of entity: EntityDescription, at place: PropertyList?
  ) throws -> PropertyList {
    let place = place ?? builder.reserve()
    var fields: PropertyList.Fields = [
      "NSPropertyName": builder.add(property.name),
      "NSRenamingIdentifier": builder.add(property.renamingIdentifier),
      "NSEntity": self.place(entity),
    ]
    if property.isOptional { fields["NSIsOptional"] = .boolean(true) }
    if property.isTransient { fields["NSIsTransient"] = .boolean(true) }
    fields["NSVersionHashModifier"] = property.versionHashModifier.map { builder.add($0) }
    if !property.userInfo.isEmpty { fields["NSUserInfo"] = builder.add(texts: property.userInfo) }
    if !property.validationPredicates.isEmpty {
      fields[ArchivedRules.validationKey] = builder.add(texts: ArchivedRules.texts(of: property))
    }
    var className = "NSAttributeDescription"
    switch property {
    case let attribute as AttributeDescription:
      try add(attribute, to: &fields)
      if let composite = attribute as? CompositeAttributeDescription {
        className = "NSCompositeAttributeDescription"
        let elements = try composite.elements.map { try add($0, of: entity, at: nil) }
        fields["NSElements"] = builder.add(array: elements)
      } else if let derived = attribute as? DerivedAttributeDescription {
        className = "NSDerivedAttributeDescription"
        let expression = derived.derivationExpression?.description
        fields[ArchivedRules.derivationKey] = builder.add(expression)
      }
    case let relationship as RelationshipDescription:
      className = "NSRelationshipDescription"
      add(relationship, to: &fields)
    case let fetched as FetchedPropertyDescription:
      className = "NSFetchedPropertyDescription"
      let request = ArchivedRules.texts(of: fetched.fetchRequest)
      fields[ArchivedRules.requestKey] = builder.add(texts: request)
    default: break
    }
    fields["_P"] = .integer(Self.summary(of: fields))
    return builder.add(fields, of: className, at: place)
  }

  private func add(_ attribute: AttributeDescription, to fields: inout PropertyList.Fields) throws {
    let type = attribute.attributeType
    fields["NSAttributeType"] = .integer(Int64(type.rawValue))
    fields["NSAttributeValueClassName"] = builder.add(
      attribute.attributeValueClassName ?? type.valueClassName)
    fields["NSValueTransformerName"] = builder.add(attribute.valueTransformerName)
    fields["NSDefaultValue"] = try ArchivedValue.add(attribute.defaultValue, to: builder)
    if attribute.isIndexed { fields["NSIsIndexed"] = .boolean(true) }
    var flags = try ArchivedValidation.write(attribute, to: &fields, in: builder)
    if attribute.allowsExternalBinaryDataStorage {
      flags |= ModelPropertyReader.externalStorageFlag
    }
    if attribute.preservesValueInHistoryOnDeletion { flags |= ModelPropertyReader.historyFlag }
    fields["NSFlagsKey"] = .integer(flags)
  }

  private func add(_ relationship: RelationshipDescription, to fields: inout PropertyList.Fields) {
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

  /// The bits that tell Core Data which fields are present.
  private static func summary(of fields: PropertyList.Fields) -> Int64 {
    let present: [(key: String, bit: Int64)] = [
      ("NSIsOptional", 2), ("NSIsTransient", 8), ("NSIsOrdered", 1024),
    ]
    let absent: [(key: String, bit: Int64)] = [
      ("NSValidationPredicates", 16), ("NSValidationWarnings", 32), ("NSUserInfo", 64),
      ("NSVersionHashModifier", 128),
    ]
    let told = present.filter { fields[$0.key] != nil } + absent.filter { fields[$0.key] == nil }
    return told.reduce(1) { $0 | $1.bit }
  }
}

extension ModelContents {
  /// The model as a store keeps it in `Z_MODELCACHE`: a compressed compiled model.
  ///
  /// - Throws: code 134020 if a default value or a bound is a list or an object.
  package func archivedForStore() throws -> Data {
    Deflate.pack(try BinaryPropertyListWriter.write(ModelArchiveWriter(self).archive()))
  }
}
