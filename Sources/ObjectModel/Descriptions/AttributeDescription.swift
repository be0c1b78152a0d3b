import Foundation

/// An attribute of an entity: its type, default value and bounds.
public class AttributeDescription: PropertyDescription, @unchecked Sendable {
  // Sound: the superclass keeps all facts.

  /// Makes an attribute without a name and of undefined type.
  public override init() {
    super.init()
  }

  override init(_ facts: PropertyFacts) {
    super.init(facts)
  }

  /// Makes an attribute.
  public init(
    name: String, type: AttributeType, isOptional: Bool = true,
    defaultValue: AttributeValue = .null, isTransient: Bool = false
  ) {
    super.init(
      PropertyFacts(
        name: name, isOptional: isOptional, isTransient: isTransient,
        attribute: .init(type: type, defaultValue: defaultValue)))
  }

  /// The type of the attribute's values.
  public var attributeType: AttributeType {
    get { read { $0.attribute.type } }
    set { change { $0.attribute.type = newValue } }
  }

  /// The value that a new object starts with; `.null` for none.
  public var defaultValue: AttributeValue {
    get { read { $0.attribute.defaultValue } }
    set { change { $0.attribute.defaultValue = newValue } }
  }

  /// The least number or date, or the least length of a string, that passes validation.
  public var minimumValue: AttributeValue? {
    get { read { $0.attribute.minimum } }
    set { change { $0.attribute.minimum = newValue } }
  }

  /// The greatest number or date, or the greatest length of a string, that passes validation.
  public var maximumValue: AttributeValue? {
    get { read { $0.attribute.maximum } }
    set { change { $0.attribute.maximum = newValue } }
  }

  /// The regular expression that a string must match as a whole to pass validation.
  public var regularExpression: String? {
    get { read { $0.attribute.pattern } }
    set { change { $0.attribute.pattern = newValue } }
  }

  /// The registered name of the transformer of a transformable attribute.
  public var valueTransformerName: String? {
    get { read { $0.attribute.transformerName } }
    set { change { $0.attribute.transformerName = newValue } }
  }

  /// The class of a transformable attribute's values, as the model file names it.
  public var attributeValueClassName: String? {
    get { read { $0.attribute.valueClassName } }
    set { change { $0.attribute.valueClassName = newValue } }
  }

  /// Whether large binary values may be kept in files beside the store.
  public var allowsExternalBinaryDataStorage: Bool {
    get { read { $0.attribute.allowsExternalStorage } }
    set { change { $0.attribute.allowsExternalStorage = newValue } }
  }

  /// Whether the value goes into the tombstone of a deletion in the persistent history.
  public var preservesValueInHistoryOnDeletion: Bool {
    get { read { $0.attribute.preservesValueInHistory } }
    set { change { $0.attribute.preservesValueInHistory = newValue } }
  }

  /// Whether the store keeps an index over this attribute alone.
  public var isIndexed: Bool {
    get { read { $0.attribute.isIndexed } }
    set { change { $0.attribute.isIndexed = newValue } }
  }

  /// The composite attribute that the attribute is an element of, or nil.
  public var composite: CompositeAttributeDescription? { read { $0.attribute.composite } }

  /// The path from the entity to the attribute: its name, with those of the composites around it
  /// before it, such as `address.city`.
  package var keyPath: String {
    guard let composite else { return name }
    return "\(composite.keyPath).\(name)"
  }

  func adopt(by composite: CompositeAttributeDescription) {
    change { $0.attribute.composite = composite }
  }
}
