import Synchronization

/// What attributes, relationships and fetched properties have in common.
public class PropertyDescription: ModelDescription, @unchecked Sendable {
  // Sound: as its superclass is.

  /// The place among the properties of its entity that the property has in a model in use, the same
  /// in all subentities; -1 outside of one.
  package final let index = Atomic<Int>(-1)

  /// Makes a property without a name; it gets one before it is added to an entity.
  public override init() {}

  /// The property's name, unique in its entity and its ancestors.
  @Fact public var name = ""

  /// The path from the entity to the property, which is its name; of an element of a composite
  /// attribute it has the names of the composites around it before that, such as `address.city`.
  package var keyPath: String { name }

  /// Whether nil, or an empty to-many relationship, passes validation. The default is true.
  @Fact public var isOptional = true

  /// Whether the property lives in memory only. The default is false.
  @Fact public var isTransient = false

  /// The name that the property had in the model's previous version, for migration.
  public var renamingIdentifier: String? {
    get { formerName ?? name }
    set { formerName = newValue }
  }

  @Fact private var formerName: String? = nil

  /// What a value that is not nil must be to pass validation, beside the bounds of an attribute.
  ///
  /// In the predicates `SELF` is the value, and `length` counts the UTF-16 units of a text:
  /// `SELF > 5`, `length BETWEEN {2, 9}`, `SELF BEGINSWITH "K"`.
  @Fact public private(set) var validationPredicates: [FetchPredicate] = []

  /// What is said of a value that fails the validation predicate at the same place.
  @Fact public private(set) var validationWarnings: [String] = []

  /// Sets the validation predicates, and what is said of values that fail them.
  ///
  /// - Parameter warnings: as many as there are predicates, or fewer. A number is an error code,
  ///   such as 1670; any other text is the message of an error of code 1550.
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

  override var subject: String { "property \(name)" }
}
