/// The expressions that mapping models are made of.
extension FetchExpression {
  /// The objects that have been made of source objects:
  /// `FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:", "NoteToNote",
  /// $source.notes)`.
  ///
  /// - Parameters:
  ///   - mapping: the name of the mapping that made them; nil for any mapping.
  ///   - sources: the source objects.
  public static func destinationInstances(
    forEntityMappingNamed mapping: String? = nil, ofSources sources: FetchExpression
  ) -> FetchExpression {
    let manager = ExpressionNode.variable("manager")
    guard let mapping else {
      return FetchExpression(
        of: [sources]) { .message(manager, MappingMessage.destinationInstances, $0) }
    }
    return FetchExpression(of: [sources]) {
      .message(
        manager, MappingMessage.destinationInstancesOfMapping, [.constant(.string(mapping))] + $0)
    }
  }

  /// The objects that have been made, by whatever mapping, of those at the other end of a relationship
  /// of the source object:
  /// `FUNCTION($manager, "destinationInstancesForSourceRelationshipNamed:sourceInstances:", "notes",
  /// $source.notes)`.
  ///
  /// - Parameters:
  ///   - relationship: the name of the relationship.
  ///   - sources: the source objects.
  public static func destinationInstances(
    forSourceRelationshipNamed relationship: String, ofSources sources: FetchExpression
  ) -> FetchExpression {
    FetchExpression(of: [sources]) {
      .message(
        .variable("manager"), MappingMessage.destinationInstancesOfRelationship,
        [.constant(.string(relationship))] + $0)
    }
  }
}

/// What value expressions ask the migration manager for, by Core Data's names.
package enum MappingMessage {
  /// `(mappingName, sources)`
  package static let destinationInstancesOfMapping =
    "destinationInstancesForEntityMappingNamed:sourceInstances:"
  /// `(keyPath)`, of an object.
  package static let valueForKeyPath = "valueForKeyPath:"
  /// `(key)`, of an object.
  package static let valueForKey = "valueForKey:"
  /// `(entityName, predicateText)`
  package static let sourceFetchRequest = "fetchRequestForSourceEntityNamed:predicateString:"
  /// `(sources)`: of whatever mapping; Core Data's inferred mappings know no name either.
  package static let destinationInstances = "destinationInstancesForSourceInstances:"
  /// `(relationshipName, sources)`
  package static let destinationInstancesOfRelationship =
    "destinationInstancesForSourceRelationshipNamed:sourceInstances:"
  /// `(mappingName, destinations)`
  package static let sourceInstancesOfMapping =
    "sourceInstancesForEntityMappingNamed:destinationInstances:"

  /// What the manager answers.
  package static let ofManager = [
    destinationInstancesOfMapping, destinationInstances, destinationInstancesOfRelationship,
    sourceInstancesOfMapping, sourceFetchRequest,
  ]
}
