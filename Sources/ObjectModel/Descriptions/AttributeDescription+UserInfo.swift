/// What an attribute can be beyond Core Data's model.
///
/// It is kept in `userInfo`, so that it is part of model files and of the model that a store
/// carries; the version hash does not see it.
extension AttributeDescription {
  private static let sequenceKey = "ObjectGraphSequence"
  private static let dayNumberKey = "ObjectGraphDayNumber"

  /// Whether the store gives the value when it inserts an object whose value is nil: one more than
  /// the greatest in its table, found inside the write transaction, so that two processes never
  /// get the same.
  ///
  /// For integer attributes only.
  public var isSequence: Bool {
    get { userInfo[Self.sequenceKey] == "YES" }
    set { userInfo[Self.sequenceKey] = newValue ? "YES" : nil }
  }

  /// Whether the value counts days since 2001-01-01, so that a predicate compares it with dates:
  /// with the day, in UTC, that an instant falls on.
  ///
  /// For integer attributes only.
  public var isDayNumber: Bool {
    get { userInfo[Self.dayNumberKey] == "YES" }
    set { userInfo[Self.dayNumberKey] = newValue ? "YES" : nil }
  }

  private static let searchKey = "ObjectGraphSearch"

  /// How a search looks through the attribute's values; nil when it does not.
  ///
  /// For text and integer attributes that are stored. In a model file it is the user info
  /// `ObjectGraphSearch`: `words`, `digits` or `prefixed:` and a text.
  public var searchStyle: SearchStyle? {
    get { userInfo[Self.searchKey].flatMap { SearchStyle(text: $0) } }
    set { userInfo[Self.searchKey] = newValue?.text }
  }
}
