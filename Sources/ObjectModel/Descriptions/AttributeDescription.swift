/// An attribute of an entity: its type, default value and bounds.
public class AttributeDescription: PropertyDescription, @unchecked Sendable {
  // Sound: the superclass keeps all facts.

  /// Makes an attribute without a name and of undefined type.
  public override init() {
    super.init()
  }

  /// Makes an attribute.
  public init(
    name: String, type: AttributeType, isOptional: Bool = true,
    defaultValue: AttributeValue = .null, isTransient: Bool = false
  ) {
    super.init()
    self.name = name
    attributeType = type
    self.isOptional = isOptional
    self.defaultValue = defaultValue
    self.isTransient = isTransient
  }

  /// The type of the attribute's values.
  @Fact public var attributeType = AttributeType.undefined

  /// The value that a new object starts with; `.null` for none.
  @Fact public var defaultValue = AttributeValue.null

  /// The least number or date, or the least length of a string, that passes validation.
  @Fact public var minimumValue: AttributeValue? = nil

  /// The greatest number or date, or the greatest length of a string, that passes validation.
  @Fact public var maximumValue: AttributeValue? = nil

  /// The regular expression that a string must match as a whole to pass validation.
  @Fact public var regularExpression: String? = nil

  /// The registered name of the transformer of a transformable attribute.
  @Fact public var valueTransformerName: String? = nil

  /// The class of a transformable attribute's values, as the model file names it.
  @Fact public var attributeValueClassName: String? = nil

  /// Whether large binary values may be kept in files beside the store.
  @Fact public var allowsExternalBinaryDataStorage = false

  /// Whether the value goes into the tombstone of a deletion in the persistent history.
  @Fact public var preservesValueInHistoryOnDeletion = false

  /// Whether the store keeps an index over this attribute alone.
  @Fact public var isIndexed = false

  /// The composite attribute that the attribute is an element of, or nil.
  public var composite: CompositeAttributeDescription? { read { whole } }

  private weak var whole: CompositeAttributeDescription?

  /// The path from the entity to the attribute: its name, with those of the composites around it
  /// before it, such as `address.city`.
  package var keyPath: String {
    guard let composite else { return name }
    return "\(composite.keyPath).\(name)"
  }

  func adopt(by composite: CompositeAttributeDescription) {
    change { whole = composite }
  }
}
