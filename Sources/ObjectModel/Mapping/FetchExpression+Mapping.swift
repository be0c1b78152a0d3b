/// The expressions from which mapping models are built.
extension FetchExpression {
  /// The destination objects created from source objects:
  /// `FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:", "NoteToNote",
  /// $source.notes)`.
  ///
  /// - Parameters:
  ///   - mapping: the name of the mapping that created them; nil for any mapping.
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

  /// The destination objects that any mapping created from the destinations of a source
  /// relationship:
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

/// The messages that value expressions send to the migration manager, by Core Data's names.
package enum MappingMessage {
  /// `(mappingName, sources)`
  package static let destinationInstancesOfMapping =
    "destinationInstancesForEntityMappingNamed:sourceInstances:"
  /// `(keyPath)`, sent to an object.
  package static let valueForKeyPath = "valueForKeyPath:"
  /// `(key)`, sent to an object.
  package static let valueForKey = "valueForKey:"
  /// `(entityName, predicateText)`
  package static let sourceFetchRequest = "fetchRequestForSourceEntityNamed:predicateString:"
  /// `(sources)`, for any mapping; Core Data's inferred mappings do not name one either.
  package static let destinationInstances = "destinationInstancesForSourceInstances:"
  /// `(relationshipName, sources)`
  package static let destinationInstancesOfRelationship =
    "destinationInstancesForSourceRelationshipNamed:sourceInstances:"
  /// `(mappingName, destinations)`
  package static let sourceInstancesOfMapping =
    "sourceInstancesForEntityMappingNamed:destinationInstances:"

  /// The messages that the manager understands.
  package static let ofManager = [
    destinationInstancesOfMapping, destinationInstances, destinationInstancesOfRelationship,
    sourceInstancesOfMapping, sourceFetchRequest,
  ]
}
