/// A key path from an object through relationships to a property or an object.
package struct ResolvedPath: Sendable {
  /// The start of a path.
  package enum Root: Sendable, Hashable {
    /// `SELF`, anywhere in the predicate.
    case evaluated
    /// The variable of the enclosing subquery with this `depth`; 0 is the outermost.
    case variable(Int)
  }

  /// The end of a path.
  package enum Terminal: Sendable {
    case attribute(AttributeDescription)
    /// The destination of a to-one relationship; both `camper` and `camper.objectID`.
    case toOne(RelationshipDescription)
    /// The object that the steps lead to: `SELF`, `objectID`, and `tags` in `ANY tags == %@` and
    /// `tags.@count`. If there are steps, the last one is a to-many relationship.
    case object
    /// The name, as text, of the entity of the object at the end of the steps: `entity`,
    /// `camper.entity.name`.
    case entityName
  }

  package let root: Root

  /// The entity of the object at which the path starts.
  package let rootEntity: EntityDescription

  /// The relationships before the end, starting at the root: to-one, except on the left side of
  /// `ANY`, `ALL` and `NONE` and in aggregates and subqueries, where any of them may be to-many.
  package let steps: [RelationshipDescription]

  package let terminal: Terminal

  /// The path as written, for messages.
  package let text: String

  /// The index of the first to-many relationship among the steps.
  package var toManyStep: Int? { steps.firstIndex { $0.isToMany } }

  /// The range of steps from the first to the last to-many relationship, including to-one
  /// relationships in between.
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

  /// The keys of the path, however it was written, as `propertiesToGroupBy` would spell it.
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

  /// The path to another attribute of the object: an element of a composite.
  func ending(in part: AttributeDescription) -> ResolvedPath {
    ResolvedPath(
      root: root, rootEntity: rootEntity, steps: steps, terminal: .attribute(part),
      text: (steps.map(\.name) + [part.keyPath]).joined(separator: "."))
  }

  /// Whether all elements of the composite at the end are nil or, for `!=`, at least one is not.
  func isNilComposite(_ symbol: ComparisonOperator) -> ResolvedPredicate {
    let leaves = (attribute as? CompositeAttributeDescription)?.leaves ?? []
    let areNil = ResolvedPredicate.and(
      leaves.map { .comparison(ResolvedComparison(.path(ending(in: $0)), .equalTo, .null)) })
    return symbol == .notEqualTo ? .not(areNil) : areNil
  }

  /// The path as written after its root.
  var spelling: String {
    switch root {
    case .evaluated: text.isEmpty ? "SELF" : text
    case .variable: text.isEmpty ? "the object of the subquery" : text
    }
  }

  /// The type of the value at the end.
  package var type: AttributeType {
    switch terminal {
    // Data that may be stored externally cannot be searched, and neither can transformed values.
    case .attribute(let attribute):
      attribute.allowsExternalBinaryDataStorage ? .transformable : attribute.attributeType
    case .toOne, .object: .objectID
    case .entityName: .string
    }
  }
}
