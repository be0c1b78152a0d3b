import Foundation
import ObjectModel
import Rendering

extension PropertyDescription {
  /// The property's name in the previous version; nil if it has not been renamed.
  var formerName: String? { renamingIdentifier == name ? nil : renamingIdentifier }

  /// The traits including whether it is required and its former name.
  var allTraits: [String] {
    (isOptional ? [] : ["required"]) + traits + (formerName.map { ["was \($0)"] } ?? [])
  }

  var typeTitle: String {
    switch self {
    case let attribute as AttributeDescription: attribute.attributeType.title
    case let relationship as RelationshipDescription:
      (relationship.isToMany && relationship.isOrdered ? "ordered " : "")
        + (relationship.isToMany ? "to-many" : "to-one")
    default: "fetched"
    }
  }
}

extension EntityDescription {
  /// The entity's name in the previous version; nil if it has not been renamed.
  var formerName: String? { renamingIdentifier == name ? nil : renamingIdentifier }
}

extension PropertyDescription {
  /// Traits that have no column of their own, in words.
  var traits: [String] {
    (isTransient ? ["transient"] : [])
      + ((self as? AttributeDescription)?.ownTraits ?? [])
      + (versionHashModifier.map { ["hash modifier \($0)"] } ?? [])
  }
}

extension AttributeDescription {
  fileprivate var ownTraits: [String] {
    let derived = (self as? DerivedAttributeDescription)?.derivationExpression
    let traits: [String?] = [
      derived.map { "derived from \($0)" }, minimumValue.map { "at least \(text(of: $0))" },
      maximumValue.map { "at most \(text(of: $0))" }, regularExpression.map { "matches \($0)" },
      isIndexed ? "indexed" : nil, allowsExternalBinaryDataStorage ? "may be kept in files" : nil,
      valueTransformerName.map { "transformed by \($0)" },
      preservesValueInHistoryOnDeletion ? "kept in the history" : nil,
      isDayNumber ? "counts days" : nil,
    ]
    return traits.compactMap { $0 }
  }

  private func text(of value: AttributeValue) -> String {
    FetchExpression(forConstantValue: value.anyValue).description
  }
}

extension RelationshipDescription {
  /// The number of destination objects: `1`, `0–1`, `many`, `2 or more`, `1–5` or `ordered many`.
  var countText: String {
    let order = isToMany && isOrdered ? "ordered " : ""
    if !isToMany { return minCount > 0 || !isOptional ? "1" : "0–1" }
    if maxCount == 0 { return order + (minCount > 0 ? "\(minCount) or more" : "many") }
    return order + "\(minCount)–\(maxCount)"
  }
}

extension DeleteRule {
  var word: String {
    switch self {
    case .noActionDeleteRule: "no action"
    case .nullifyDeleteRule: "nullify"
    case .cascadeDeleteRule: "cascade"
    case .denyDeleteRule: "deny"
    }
  }
}

extension Data {
  var hexadecimal: String { map { String(format: "%02x", $0) }.joined() }
}
