/// An attribute of an entity: its type, default value and bounds.
public class AttributeDescription: PropertyDescription, @unchecked Sendable {
  // Sound: the superclass holds all facts.

  /// Creates an attribute, optional by default.
  ///
  ///     AttributeDescription("siteNumber", .integer16, isOptional: false, minimum: 1, maximum: 500)
  ///     AttributeDescription("code", .string, matching: "[A-Z]{2}[0-9]+")
  ///     AttributeDescription("age", .integer16, where: ["SELF % 2 = 0": "must be even"])
  ///     AttributeDescription("photo", .binaryData, allowsExternalBinaryDataStorage: true)
  ///     AttributeDescription("tags", .transformable, transformer: "TagsTransformer")
  ///
  /// Invalid values, patterns and predicates are reported when a coordinator is created with the
  /// model.
  ///
  /// - Parameters:
  ///   - defaultValue: the initial value in new objects.
  ///   - minimum: the least number or date, or the minimum length of a string, that passes
  ///     validation.
  ///   - maximum: the greatest number or date, or the maximum length of a string.
  ///   - regularExpression: the regular expression that a whole string must match.
  ///   - rules: validation predicates on `SELF`, each with the warning for a value that fails it;
  ///     see `setValidationPredicates(_:withValidationWarnings:)`.
  ///   - transformer: the registered name of a transformable attribute's transformer.
  ///   - isTransient: whether the value exists only in memory.
  ///   - isIndexed: whether the store has an index of this attribute alone.
  ///   - isSequence: whether the store numbers new objects; see `isSequence`.
  ///   - isDayNumber: whether an integer counts days; see `isDayNumber`.
  ///   - searchStyle: how the values are searched; see `searchStyle`.
  ///   - allowsExternalBinaryDataStorage: whether large data may be stored in files next to the
  ///     store.
  ///   - renamingIdentifier: the attribute's name in the model's previous version, if it was
  ///     different.
  ///   - userInfo: application-defined text by key.
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
    self.init()
    self.name = name
    attributeType = type
    self.isOptional = isOptional
    self.defaultValue = defaultValue.kept(as: type) ?? defaultValue
    self.isTransient = isTransient
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
    // These are stored in userInfo, where the application may also have set them.
    if isSequence { self.isSequence = true }
    if isDayNumber { self.isDayNumber = true }
    if let searchStyle { self.searchStyle = searchStyle }
  }

  /// The type of the attribute's values.
  @Fact public var attributeType = AttributeType.undefined

  /// The initial value in new objects; `.null` for none.
  @Fact public var defaultValue = AttributeValue.null

  /// The least number or date, or the minimum length of a string, that passes validation.
  @Fact public var minimumValue: AttributeValue? = nil

  /// The greatest number or date, or the maximum length of a string, that passes validation.
  @Fact public var maximumValue: AttributeValue? = nil

  /// The regular expression that a whole string must match to pass validation.
  @Fact public var regularExpression: String? = nil

  /// The registered name of the transformer of a transformable attribute.
  @Fact public var valueTransformerName: String? = nil

  /// The class of a transformable attribute's values, as named in the model file.
  @Fact public var attributeValueClassName: String? = nil

  /// Whether large binary values may be stored in files next to the store.
  @Fact public var allowsExternalBinaryDataStorage = false

  /// Whether the value is included in the tombstone of a deletion in the persistent history.
  @Fact public var preservesValueInHistoryOnDeletion = false

  /// Whether the store has an index of this attribute alone.
  @Fact public var isIndexed = false

  /// The composite attribute of which this attribute is an element, or nil.
  public var composite: CompositeAttributeDescription? { read { whole } }

  private weak var whole: CompositeAttributeDescription?

  package override var keyPath: String {
    guard let composite else { return name }
    return "\(composite.keyPath).\(name)"
  }

  func adopt(by composite: CompositeAttributeDescription) { change { whole = composite } }
}

/// Attribute features beyond Core Data's model.
///
/// They are stored in `userInfo`, and so are part of model files and of the model embedded in a
/// store, but not of the version hash.
extension AttributeDescription {
  private static let sequenceKey = "ObjectGraphSequence"
  private static let dayNumberKey = "ObjectGraphDayNumber"

  /// Whether the store assigns the value when it inserts an object whose value is nil: one more
  /// than the greatest value in its table, determined inside the write transaction, so that two
  /// processes never get the same value.
  ///
  /// For integer attributes only.
  public var isSequence: Bool {
    get { userInfo[Self.sequenceKey] == "YES" }
    set { userInfo[Self.sequenceKey] = newValue ? "YES" : nil }
  }

  /// Whether the value counts days since 2001-01-01, so that predicates compare it with dates: with
  /// the day of an instant, in UTC.
  ///
  /// For integer attributes only.
  public var isDayNumber: Bool {
    get { userInfo[Self.dayNumberKey] == "YES" }
    set { userInfo[Self.dayNumberKey] = newValue ? "YES" : nil }
  }

  private static let searchKey = "ObjectGraphSearch"

  /// How the attribute's values are searched; nil if they are not.
  ///
  /// For stored string and integer attributes. In a model file, it is the user info
  /// `ObjectGraphSearch`: `words`, `digits` or `prefixed:` followed by a prefix.
  public var searchStyle: SearchStyle? {
    get { userInfo[Self.searchKey].flatMap { SearchStyle(text: $0) } }
    set { userInfo[Self.searchKey] = newValue?.text }
  }
}
