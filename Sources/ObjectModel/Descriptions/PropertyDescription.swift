import Synchronization

/// The base class of attributes, relationships and fetched properties.
public class PropertyDescription: ModelDescription, @unchecked Sendable {
  // Sound: as its superclass is.

  /// The property's index among its entity's properties once the model is in use, the same in all
  /// subentities; -1 before.
  package final let index = Atomic<Int>(-1)

  /// Creates a property without a name; set one before adding it to an entity.
  public override init() {}

  /// The property's name, unique in its entity and its ancestors.
  @Fact public var name = ""

  /// The path from the entity to the property. It is the name; for an element of a composite
  /// attribute, it is prefixed by the names of the enclosing composites, as in `address.city`.
  package var keyPath: String { name }

  /// Whether nil, or an empty to-many relationship, passes validation. The default is true.
  @Fact public var isOptional = true

  /// Whether the property exists only in memory. The default is false.
  @Fact public var isTransient = false

  /// Conditions that a non-nil value must meet to pass validation, in addition to the attribute's
  /// bounds.
  ///
  /// In the predicates, `SELF` is the value, and `length` is the number of UTF-16 units in a
  /// string: `SELF > 5`, `length BETWEEN {2, 9}`, `SELF BEGINSWITH "K"`.
  @Fact public private(set) var validationPredicates: [FetchPredicate] = []

  /// The warnings for values that fail the validation predicates, at the same indexes.
  @Fact public private(set) var validationWarnings: [String] = []

  /// Sets the validation predicates, with warnings for values that fail them.
  ///
  /// - Parameter warnings: at most as many as there are predicates. A number is an error code, such
  ///   as 1670; any other text is the message of an error with code 1550.
  public func setValidationPredicates(
    _ predicates: [FetchPredicate], withValidationWarnings warnings: [String] = []
  ) {
    validationPredicates = predicates
    validationWarnings = warnings
  }

  /// The entity that declares the property.
  public var entity: EntityDescription? { read { owner } }

  private weak var owner: EntityDescription?

  func adopt(by entity: EntityDescription) { _ = facts.change { _ in owner = entity } }

  func freeze() { facts.freeze() }

  override var ownName: String? { name }

  override var subject: String { "property \(name)" }
}

extension PropertyDescription: FetchableProperty {
  public var fetchedProperty: FetchedProperty {
    switch self {
    case let described as ExpressionDescription:
      .expression(
        name: described.name, described.expression ?? FetchExpression(forConstantValue: nil),
        described.expressionResultType)
    case let attribute as AttributeDescription: .keyPath(attribute.keyPath)
    default: .keyPath(name)
    }
  }
}
