import Foundation

/// The canonical text behind the version hashes of entities and properties.
///
/// A version hash is the SHA-256 of a text that contains exactly the properties that affect stored
/// data. Stores record the hashes, so the grammar must never change: later additions to the model
/// may only add lines where they are used.
///
///     entity       = "entity 1" LF
///                    "name " string LF
///                    "super " (hash / "-") LF
///                    "abstract " flag LF
///                    "modifier " (string / "-") LF
///                    "properties " count LF *(hash LF)
///                    "constraints " count LF *(constraint LF)
///     constraint   = count *(" " string)
///     attribute    = "attribute 1" LF common "type " number LF
///                    ["elements " count LF *(hash LF)]
///     relationship = "relationship 1" LF common
///                    "destination " (string / "-") LF
///                    "inverse " (string / "-") LF
///                    "min " number LF
///                    "max " number LF
///                    ["ordered" LF]
///     common       = "name " string LF "optional " flag LF "transient " flag LF
///                    "modifier " (string / "-") LF
///     string       = count ":" *OCTET     ; its length in bytes, then its UTF-8
///     hash         = 64 lower-case hexadecimal digits
///     flag         = "0" / "1"
///     count        = number               ; how many follow
///     number       = decimal, without leading zeros
///
/// - `super` is the hash of the superentity, so that a change affects all subentities.
/// - The property hashes are those of the entity's own attributes and relationships, ordered by
///   name. Fetched properties are queries and are not stored.
/// - The names in a constraint are sorted, and the constraints are sorted by their names. All
///   sorting is by code point.
/// - `elements` are the elements of a composite attribute, ordered by name.
/// - An empty modifier is equivalent to none, and `ordered` applies only to to-many relationships.
/// - `type` is the raw value of the attribute type.
struct VersionHashText {
  private(set) var text: String

  init(kind: String) {
    text = "\(kind) 1\n"
  }

  mutating func add(_ key: String, _ value: String) {
    text += key
    text += " "
    text += value
    text += "\n"
  }

  mutating func add(_ key: String, string: String?) { add(key, string.map(Self.string) ?? "-") }

  mutating func add(_ key: String, flag: Bool) { add(key, flag ? "1" : "0") }

  mutating func add(line: String) {
    text += line
    text += "\n"
  }

  var hash: Data { SHA2.sha256.digest(of: text.utf8) }

  static func string(_ value: String) -> String { "\(value.utf8.count):\(value)" }

  /// Whether one string precedes the other by code point, which is also the order of their UTF-8
  /// bytes.
  static func areInOrder(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}

extension VersionHashText {
  init(entity: EntityDescription, superentityHash: Data?) {
    self.init(kind: "entity")
    add("name", string: entity.name ?? "")
    add("super", superentityHash?.hexadecimal() ?? "-")
    add("abstract", flag: entity.isAbstract)
    add(modifier: entity.versionHashModifier)

    let stored = entity.properties.filter { property in
      property is AttributeDescription || property is RelationshipDescription
    }
    add("properties", hashesOf: stored)

    let constraints = entity.uniquenessConstraints.map { $0.sorted(by: Self.areInOrder) }
      .sorted { $0.lexicographicallyPrecedes($1, by: Self.areInOrder) }
    add("constraints", "\(constraints.count)")
    for constraint in constraints {
      add(line: (["\(constraint.count)"] + constraint.map(Self.string)).joined(separator: " "))
    }
  }

  init(property: PropertyDescription) {
    let attribute = property as? AttributeDescription
    let relationship = property as? RelationshipDescription
    let kind = attribute != nil ? "attribute" : relationship != nil ? "relationship" : "property"
    self.init(kind: kind)
    add("name", string: property.name)
    add("optional", flag: property.isOptional)
    add("transient", flag: property.isTransient)
    add(modifier: property.versionHashModifier)
    if let attribute {
      add("type", "\(attribute.attributeType.rawValue)")
      // The stored form of its values differs, so stores with and without it are incompatible.
      if attribute.allowsExternalBinaryDataStorage { add(line: "external") }
    }
    if let composite = property as? CompositeAttributeDescription {
      add("elements", hashesOf: composite.elements)
    }
    if let relationship {
      add("destination", string: relationship.destinationName)
      add("inverse", string: relationship.inverseName)
      add("min", "\(relationship.minCount)")
      add("max", "\(relationship.maxCount)")
      if relationship.isOrdered, relationship.isToMany { add(line: "ordered") }
    }
  }

  private mutating func add(_ key: String, hashesOf properties: [PropertyDescription]) {
    add(key, "\(properties.count)")
    for property in properties.sorted(by: { Self.areInOrder($0.name, $1.name) }) {
      add(line: property.versionHash.hexadecimal())
    }
  }

  private mutating func add(modifier: String?) {
    add("modifier", string: modifier.flatMap { $0.isEmpty ? nil : $0 })
  }
}
