import Foundation

/// An attribute of an entity: its type, default value and bounds.
public class AttributeDescription: PropertyDescription, @unchecked Sendable {
  // Sound: the state is behind a lock, as in the superclass.

  private struct State {
    var type: AttributeType = .undefined
    var defaultValue: AttributeValue = .null
    var minimum: AttributeValue?
    var maximum: AttributeValue?
    var pattern: String?
    var transformerName: String?
    var valueClassName: String?
    var allowsExternalStorage = false
    var preservesValueInHistory = false
    var isIndexed = false
    weak var composite: CompositeAttributeDescription?
  }

  private let state: Lock<State>

  /// Makes an attribute without a name and of undefined type.
  public override init() {
    state = Lock(State())
    super.init()
  }

  /// Makes an attribute.
  public init(
    name: String, type: AttributeType, isOptional: Bool = true,
    defaultValue: AttributeValue = .null, isTransient: Bool = false
  ) {
    state = Lock(State(type: type, defaultValue: defaultValue))
    super.init(name: name, isOptional: isOptional, isTransient: isTransient)
  }

  /// The type of the attribute's values.
  public var attributeType: AttributeType {
    get { state.withLock { $0.type } }
    set { change { $0.type = newValue } }
  }

  /// The value that a new object starts with; `.null` for none.
  public var defaultValue: AttributeValue {
    get { state.withLock { $0.defaultValue } }
    set { change { $0.defaultValue = newValue } }
  }

  /// The least number or date, or the least length of a string, that passes validation.
  public var minimumValue: AttributeValue? {
    get { state.withLock { $0.minimum } }
    set { change { $0.minimum = newValue } }
  }

  /// The greatest number or date, or the greatest length of a string, that passes validation.
  public var maximumValue: AttributeValue? {
    get { state.withLock { $0.maximum } }
    set { change { $0.maximum = newValue } }
  }

  /// The regular expression that a string must match as a whole to pass validation.
  public var regularExpression: String? {
    get { state.withLock { $0.pattern } }
    set { change { $0.pattern = newValue } }
  }

  /// The registered name of the transformer of a transformable attribute.
  public var valueTransformerName: String? {
    get { state.withLock { $0.transformerName } }
    set { change { $0.transformerName = newValue } }
  }

  /// The class of a transformable attribute's values, as the model file names it.
  public var attributeValueClassName: String? {
    get { state.withLock { $0.valueClassName } }
    set { change { $0.valueClassName = newValue } }
  }

  /// Whether large binary values may be kept in files beside the store.
  public var allowsExternalBinaryDataStorage: Bool {
    get { state.withLock { $0.allowsExternalStorage } }
    set { change { $0.allowsExternalStorage = newValue } }
  }

  /// Whether the value goes into the tombstone of a deletion in the persistent history.
  public var preservesValueInHistoryOnDeletion: Bool {
    get { state.withLock { $0.preservesValueInHistory } }
    set { change { $0.preservesValueInHistory = newValue } }
  }

  /// Whether the store keeps an index over this attribute alone.
  public var isIndexed: Bool {
    get { state.withLock { $0.isIndexed } }
    set { change { $0.isIndexed = newValue } }
  }

  /// The composite attribute that the attribute is an element of, or nil.
  public var composite: CompositeAttributeDescription? { state.withLock { $0.composite } }

  /// The path from the entity to the attribute: its name, with those of the composites around it
  /// before it, such as `address.city`.
  package var keyPath: String {
    guard let composite else { return name }
    return "\(composite.keyPath).\(name)"
  }

  func adopt(by composite: CompositeAttributeDescription) {
    state.withLock { $0.composite = composite }
  }

  private func change(_ body: (inout State) -> Void) {
    guard mayChange() else { return }
    state.withLock { body(&$0) }
  }
}
