/// A key path from an object over relationships to a property or to an object.
package struct ResolvedPath: Sendable {
  /// Where a path starts.
  package enum Root: Sendable, Hashable {
    /// `SELF`, everywhere in the predicate.
    case evaluated
    /// The variable of the subquery around the path that has this `depth`; 0 is the outermost.
    case variable(Int)
  }

  /// What stands at the end of a path.
  package enum Terminal: Sendable {
    case attribute(AttributeDescription)
    /// The object that a to-one relationship leads to; `camper` and `camper.objectID` alike.
    case toOne(RelationshipDescription)
    /// The object that the steps lead to: `SELF`, `objectID`, and `tags` in `ANY tags == %@` and
    /// `tags.@count`. Steps before it end in a to-many relationship.
    case object
    /// The name, as text, of the entity that the object at the end of the steps is of itself:
    /// `entity`, `camper.entity.name`.
    case entityName
  }

  package let root: Root

  /// The entity of the object that the path starts from.
  package let rootEntity: EntityDescription

  /// The relationships before the end, from the root on: to-one, save for the left side of `ANY`,
  /// `ALL` and `NONE`, an aggregate and a subquery, where any of them may be to-many.
  package let steps: [RelationshipDescription]

  package let terminal: Terminal

  /// The path as it was written, for messages.
  package let text: String

  /// The index of the first to-many relationship among the steps.
  package var toManyStep: Int? { steps.firstIndex { $0.isToMany } }

  /// The indices of the to-many relationships among the steps, from the first to the last, with the
  /// to-one relationships between them.
  package var toManySteps: ClosedRange<Int>? {
    guard let first = toManyStep, let last = steps.lastIndex(where: { $0.isToMany }) else {
      return nil
    }
    return first...last
  }

  /// The attribute at the end.
  package var attribute: AttributeDescription? {
    if case .attribute(let attribute) = terminal { attribute } else { nil }
  }

  /// The keys of the path, however it was written, as `propertiesToGroupBy` would name it.
  var keys: String {
    let end =
      switch terminal {
      case .attribute(let attribute): [attribute.keyPath]
      case .toOne(let relationship): [relationship.name]
      case .object: steps.isEmpty ? ["objectID"] : []
      case .entityName: ["entity"]
      }
    return (steps.map(\.name) + end).joined(separator: ".")
  }

  /// The entity of the object at the end; nil for a value.
  package var destinationEntity: EntityDescription? {
    switch terminal {
    case .toOne(let relationship): relationship.destinationEntity
    case .object: steps.last?.destinationEntity ?? rootEntity
    case .attribute, .entityName: nil
    }
  }

  /// The same path to another attribute of the object: a part of a composite.
  func ending(in part: AttributeDescription) -> ResolvedPath {
    ResolvedPath(
      root: root, rootEntity: rootEntity, steps: steps, terminal: .attribute(part),
      text: (steps.map(\.name) + [part.keyPath]).joined(separator: "."))
  }

  /// Whether all elements of the composite at the end are nil, or with `!=` one is not.
  func isNilComposite(_ symbol: ComparisonOperator) -> ResolvedPredicate {
    let leaves = (attribute as? CompositeAttributeDescription)?.leaves ?? []
    let areNil = ResolvedPredicate.and(
      leaves.map { .comparison(ResolvedComparison(.path(ending(in: $0)), .equalTo, .null)) })
    return symbol == .notEqualTo ? .not(areNil) : areNil
  }

  /// The path as it is written after its root.
  var spelling: String {
    switch root {
    case .evaluated: text.isEmpty ? "SELF" : text
    case .variable: text.isEmpty ? "the object of the subquery" : text
    }
  }

  /// The type of the value at the end.
  package var type: AttributeType {
    switch terminal {
    // What may lie in a file beside the store cannot be searched, like what a transformer made.
    case .attribute(let attribute):
      attribute.allowsExternalBinaryDataStorage ? .transformable : attribute.attributeType
    case .toOne, .object: .objectID
    case .entityName: .string
    }
  }
}
