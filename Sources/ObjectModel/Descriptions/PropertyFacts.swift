/// What a property says of itself; of the parts those of its own kind alone have a meaning.
struct PropertyFacts: Sendable {
  var name = ""
  var isOptional = true
  var isTransient = false
  var userInfo: [String: String] = [:]
  var renamingIdentifier: String?
  var versionHashModifier: String?
  weak var entity: EntityDescription?
  var validationPredicates: [FetchPredicate] = []
  var validationWarnings: [String] = []
  var attribute = Attribute()
  var relationship = Relationship()
  var fetchRequest: FetchRequestDescription?

  struct Attribute: Sendable {
    var type = AttributeType.undefined
    var defaultValue = AttributeValue.null
    var minimum: AttributeValue?
    var maximum: AttributeValue?
    var pattern: String?
    var transformerName: String?
    var valueClassName: String?
    var allowsExternalStorage = false
    var preservesValueInHistory = false
    var isIndexed = false
    /// The composite attribute around it.
    weak var composite: CompositeAttributeDescription?
    /// The parts of a composite attribute.
    var elements: [AttributeDescription] = []
    /// What a derived attribute, or a column of a result, is worked out from.
    var expression: FetchExpression?
  }

  struct Relationship: Sendable {
    var destinationName: String?
    var inverseName: String?
    weak var destination: EntityDescription?
    weak var inverse: RelationshipDescription?
    var deleteRule = DeleteRule.nullifyDeleteRule
    var minCount = 0
    var maxCount = 0
    var isOrdered = false
  }
}
