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
