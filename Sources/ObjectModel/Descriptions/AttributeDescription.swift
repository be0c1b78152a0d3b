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

  /// Makes an attribute, optional unless said otherwise.
  ///
  ///     AttributeDescription("siteNumber", .integer16, isOptional: false, minimum: 1, maximum: 500)
  ///     AttributeDescription("code", .string, matching: "[A-Z]{2}[0-9]+")
  ///     AttributeDescription("age", .integer16, where: ["SELF % 2 = 0": "must be even"])
  ///     AttributeDescription("photo", .binaryData, allowsExternalBinaryDataStorage: true)
  ///     AttributeDescription("tags", .transformable, transformer: "TagsTransformer")
  ///
  /// Values, patterns and predicates that do not fit are refused when the model is taken into use.
  ///
  /// - Parameters:
  ///   - defaultValue: what a new object starts with.
  ///   - minimum: the least number or date, or the least length of a text, that passes validation.
  ///   - maximum: the greatest number or date, or the greatest length of a text.
  ///   - regularExpression: what a text must match as a whole.
  ///   - rules: validation predicates about `SELF`, each with what is said of a value that fails
  ///     it; see `setValidationPredicates(_:withValidationWarnings:)`.
  ///   - transformer: the registered name of a transformable attribute's transformer.
  ///   - isTransient: whether the value lives in memory only.
  ///   - isIndexed: whether the store keeps an index over this attribute alone.
  ///   - isSequence: whether the store numbers new objects; see `isSequence`.
  ///   - isDayNumber: whether an integer counts days; see `isDayNumber`.
  ///   - searchStyle: how a search looks through the values; see `searchStyle`.
  ///   - allowsExternalBinaryDataStorage: whether large data may be kept in files beside the store.
  ///   - renamingIdentifier: the name that the attribute had in the model's previous version, where
  ///     it was another.
  ///   - userInfo: free text by key, for the application.
  public convenience init(
    _ name: String, _ type: AttributeType, isOptional: Bool = true,
    default defaultValue: AttributeValue = .null, minimum: AttributeValue? = nil,
    maximum: AttributeValue? = nil, matching regularExpression: String? = nil,
    where rules: KeyValuePairs<String, String> = [:], transformer: ValueTransformerName? = nil,
    isTransient: Bool = false, isIndexed: Bool = false, isSequence: Bool = false,
    isDayNumber: Bool = false, searchedBy searchStyle: SearchStyle? = nil,
    allowsExternalBinaryDataStorage: Bool = false,
    renamingIdentifier: String? = nil, userInfo: [String: String] = [:]
  ) {
    self.init(
      name: name, type: type, isOptional: isOptional,
      defaultValue: defaultValue.kept(as: type) ?? defaultValue, isTransient: isTransient)
    minimumValue = minimum.map { $0.bound(of: type) ?? $0 }
    maximumValue = maximum.map { $0.bound(of: type) ?? $0 }
    self.regularExpression = regularExpression
    if !rules.isEmpty {
      setValidationPredicates(
        rules.map { FetchPredicate(lenientFormat: $0.key) },
        withValidationWarnings: rules.map(\.value))
    }
    valueTransformerName = transformer?.rawValue
    self.isIndexed = isIndexed
    self.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
    self.renamingIdentifier = renamingIdentifier
    self.userInfo = userInfo
    // Kept in userInfo, where the application may have put them too.
    if isSequence { self.isSequence = true }
    if isDayNumber { self.isDayNumber = true }
    if let searchStyle { self.searchStyle = searchStyle }
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

  package override var keyPath: String {
    guard let composite else { return name }
    return "\(composite.keyPath).\(name)"
  }

  func adopt(by composite: CompositeAttributeDescription) { change { whole = composite } }
}
