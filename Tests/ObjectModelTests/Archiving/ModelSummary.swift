import Foundation
import ObjectModel

extension ManagedObjectModel {
  /// All that the model's descriptions hold, a line each, in order.
  var summary: [String] {
    entities.flatMap(\.summary) + ["versions \(versionIdentifiers.sorted())"]
  }
}

extension EntityDescription {
  fileprivate var summary: [String] {
    let name = name ?? ""
    let facts: [Any?] = [
      managedObjectClassName, isAbstract, superentity?.name, subentitiesByName.keys.sorted(),
      uniquenessConstraints, indexes, userInfo.sorted { $0.key < $1.key }, renamingIdentifier,
      versionHashModifier,
    ]
    let own = properties.map { "\(name).\($0.summary)" }
    return ["\(name): \(facts.map { $0.map { "\($0)" } ?? "nil" })"] + own
  }
}

extension PropertyDescription {
  fileprivate var summary: String {
    var facts: [Any?] = [
      isOptional, isTransient, userInfo.sorted { $0.key < $1.key }, renamingIdentifier,
      versionHashModifier, entity?.name,
    ]
    if let attribute = self as? AttributeDescription {
      facts += [
        attribute.attributeType, attribute.defaultValue, attribute.minimumValue,
        attribute.maximumValue, attribute.regularExpression, attribute.valueTransformerName,
        attribute.attributeValueClassName, attribute.allowsExternalBinaryDataStorage,
        attribute.preservesValueInHistoryOnDeletion, attribute.isIndexed,
      ]
    }
    if let relationship = self as? RelationshipDescription {
      facts += [
        relationship.destinationEntity?.name, relationship.inverseRelationship?.name,
        relationship.minCount, relationship.maxCount, relationship.deleteRule,
        relationship.isOrdered,
      ]
    }
    return "\(name): \(facts.map { $0.map { "\($0)" } ?? "nil" })"
  }
}
