import Foundation

@testable import ObjectModel

/// Mapping files as texts in a test.
enum MappingText {
  /// A mapping file with the given objects, of which the first is in line 5.
  static func file(_ objects: String) -> String {
    """
    <?xml version="1.0" standalone="yes"?>
    <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">
    <database>
    <databaseInfo><version>134481920</version><metadata><plist version="1.0"><dict><key>a</key><data>AA==</data></dict></plist></metadata></databaseInfo>
    \(objects)
    </database>
    """
  }

  /// A mapping model that lists entity mappings.
  static func model(listing ids: String) -> String {
    object("MAPPINGMODEL", "m", [:], ["entitymappings": ids])
  }

  /// The mapping of one entity, under the id `e`, and the mapping model that lists it.
  static func mapping(_ attributes: [String: String], _ relationships: [String: String] = [:])
    -> String
  {
    model(listing: "e") + "\n" + object("ENTITYMAPPING", "e", attributes, relationships)
  }

  static func object(
    _ type: String, _ id: String, _ attributes: [String: String],
    _ relationships: [String: String] = [:]
  ) -> String {
    let attributes = attributes.sorted { $0.key < $1.key }
      .map { "<attribute name=\"\($0)\" type=\"string\">\($1)</attribute>" }
    let relationships = relationships.sorted { $0.key < $1.key }
      .map { "<relationship name=\"\($0)\" type=\"0/0\" destination=\"X\" idrefs=\"\($1)\"/>" }
    return "<object type=\"XDDEV\(type)\" id=\"\(id)\">"
      + (attributes + relationships).joined() + "</object>"
  }

  /// Reads a file with the given objects.
  static func read(_ objects: String) throws -> MappingModel {
    try ModelText.withFolder { folder in
      let file = folder.appendingPathComponent("xcmapping.xml")
      try Data(self.file(objects).utf8).write(to: file)
      return try MappingModel(contentsOf: file)
    }
  }
}

extension MappingModel {
  /// What the mappings say, a line each.
  var lines: [String] {
    entityMappings.flatMap { mapping in
      var line =
        "\(mapping.name): \(mapping.sourceEntityName ?? "-") > \(mapping.destinationEntityName ?? "-")"
      if mapping.mappingType != .undefined { line += " \(mapping.mappingType)" }
      if let predicate = mapping.sourcePredicate { line += " where \(predicate.predicateFormat)" }
      if let policy = mapping.entityMigrationPolicyClassName { line += " by \(policy)" }
      return [line]
        + (mapping.attributeMappings + mapping.relationshipMappings).map { property in
          "  \(property.name)" + (property.valueExpression.map { " = \($0)" } ?? "")
        }
    }
  }
}
