import Synchronization

/// What attributes, relationships and fetched properties have in common.
///
/// A description may be changed until its model is taken into use by a coordinator; from then on a
/// change is refused and reported to standard error.
public class PropertyDescription: @unchecked Sendable {
  // Sound: whatever this class and its subclasses have to say is in `facts`. The compiler cannot see
  // it because the class is not final.
  private let facts: Freezable<PropertyFacts>

  /// The place among the properties of its entity that the property has in a model in use, the same
  /// in all subentities; -1 outside of one.
  package final let index = Atomic<Int>(-1)

  /// Makes a property without a name; it gets one before it is added to an entity.
  public init() {
    facts = Freezable(PropertyFacts())
  }

  init(_ facts: PropertyFacts) {
    self.facts = Freezable(facts)
  }

  /// The property's name, unique in its entity and its ancestors.
  public var name: String {
    get { facts.read { $0.name } }
    set { change { $0.name = newValue } }
  }

  /// Whether nil, or an empty to-many relationship, passes validation. The default is true.
  public var isOptional: Bool {
    get { facts.read { $0.isOptional } }
    set { change { $0.isOptional = newValue } }
  }

  /// Whether the property lives in memory only. The default is false.
  public var isTransient: Bool {
    get { facts.read { $0.isTransient } }
    set { change { $0.isTransient = newValue } }
  }

  /// Free text by key, for the application.
  public var userInfo: [String: String] {
    get { facts.read { $0.userInfo } }
    set { change { $0.userInfo = newValue } }
  }

  /// The name that the property had in the model's previous version, for migration.
  public var renamingIdentifier: String? {
    get { facts.read { $0.renamingIdentifier ?? $0.name } }
    set { change { $0.renamingIdentifier = newValue } }
  }

  /// Text that goes into the version hash, to mark a change that the hash would not see.
  public var versionHashModifier: String? {
    get { facts.read { $0.versionHashModifier } }
    set { change { $0.versionHashModifier = newValue } }
  }

  /// What a value that is not nil must be to pass validation, beside the bounds of an attribute.
  ///
  /// In the predicates `SELF` is the value, and `length` counts the UTF-16 units of a text:
  /// `SELF > 5`, `length BETWEEN {2, 9}`, `SELF BEGINSWITH "K"`.
  public var validationPredicates: [FetchPredicate] { facts.read { $0.validationPredicates } }

  /// What is said of a value that fails the validation predicate at the same place.
  public var validationWarnings: [String] { facts.read { $0.validationWarnings } }

  /// Sets the validation predicates, and what is said of values that fail them.
  ///
  /// - Parameter warnings: as many as there are predicates, or fewer. A number is an error code,
  ///   such as 1670; any other text is the message of an error of code 1550.
  public func setValidationPredicates(
    _ predicates: [FetchPredicate], withValidationWarnings warnings: [String] = []
  ) {
    change {
      $0.validationPredicates = predicates
      $0.validationWarnings = warnings
    }
  }

  /// The entity that declares the property.
  public var entity: EntityDescription? { facts.read { $0.entity } }

  func adopt(by entity: EntityDescription) { _ = facts.change { $0.entity = entity } }

  func freeze() { facts.freeze() }

  func read<Result>(_ body: (PropertyFacts) -> Result) -> Result { facts.read(body) }

  /// Changes what the description says, or reports that its model is in use.
  ///
  /// - Returns: whether it was changed.
  @discardableResult
  func change(_ body: (inout PropertyFacts) -> Void) -> Bool {
    let isChanged = facts.change(body)
    if !isChanged { ModelReport.refusedChange(of: "property \(name)") }
    return isChanged
  }
}
