import Foundation
import ObjectModel

extension ManagedObjectModel {
  /// A line for each entity and each of its own properties, in the order of their bytes: the same
  /// lines that `RealModelFileTests` has Python print.
  var facts: [String] {
    entities.flatMap { entity in
      [entity.fact] + entity.properties.map { "\(entity.name ?? "").\($0.name)|\($0.fact)" }
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

private func join(_ facts: [String]) -> String { facts.joined(separator: "|") }

private func flag(_ value: Bool) -> String { value ? "1" : "0" }

private func text(_ userInfo: [String: String]) -> String {
  userInfo.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
}

private func text(_ value: AttributeValue?) -> String {
  switch value {
  case .integer(let value): "i\(value)"
  case .boolean(let value): "b\(value ? 1 : 0)"
  case .double(let value): "d" + bits(value)
  case .date(let value): "d" + bits(value.timeIntervalSinceReferenceDate)
  case .string(let value): "s\(value)"
  case .decimal(let value): "n\(value)"
  case .null, nil: "-"
  case let value?: "\(value)"
  }
}

extension EntityDescription {
  fileprivate var fact: String {
    let indexes = indexes.map { index in
      index.name + ":"
        + index.elements.map { $0.propertyName + ($0.isAscending ? "+" : "-") }
        .joined(separator: ",")
    }
    return join([
      name ?? "", managedObjectClassName, superentity?.name ?? "-", flag(isAbstract),
      renamingIdentifier ?? "-", versionHashModifier ?? "-", text(userInfo),
      uniquenessConstraints.map { $0.joined(separator: ",") }.joined(separator: ";"),
      indexes.sorted().joined(separator: ";"),
    ])
  }
}

extension PropertyDescription {
  fileprivate var fact: String {
    let common = [
      flag(isOptional), flag(isTransient), renamingIdentifier ?? "-", versionHashModifier ?? "-",
      text(userInfo),
    ]
    switch self {
    case let attribute as AttributeDescription:
      return join(
        common + [
          "\(attribute.attributeType.rawValue)", text(attribute.defaultValue),
          text(attribute.minimumValue), text(attribute.maximumValue),
          attribute.regularExpression ?? "-", attribute.valueTransformerName ?? "-",
          attribute.attributeValueClassName ?? "-", flag(attribute.isIndexed),
          flag(attribute.allowsExternalBinaryDataStorage),
          flag(attribute.preservesValueInHistoryOnDeletion),
        ])
    case let relationship as RelationshipDescription:
      return join(
        common + [
          relationship.destinationEntity?.name ?? "-",
          relationship.inverseRelationship?.name ?? "-", "\(relationship.minCount)",
          "\(relationship.maxCount)", flag(relationship.isToMany), flag(relationship.isOrdered),
          "\(relationship.deleteRule.rawValue)",
        ])
    default: return join(common)
    }
  }
}

/// The bits of a number in sixteen hexadecimal digits.
private func bits(_ number: Double) -> String {
  String(repeating: "0", count: number.bitPattern.leadingZeroBitCount / 4)
    + (number == 0 ? "" : String(number.bitPattern, radix: 16))
}
