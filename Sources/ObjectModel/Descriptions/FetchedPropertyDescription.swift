/// A property that fetches its objects: a weak, one-way alternative to a relationship.
///
///     FetchedPropertyDescription(
///       "elders", fetches: "Owner", where: "age > $FETCH_SOURCE.age")
///
/// In the predicate, `$FETCH_SOURCE` is the object whose property is read, and `$FETCH_SOURCE.age`
/// is the value at the end of a path from it; `$FETCHED_PROPERTY.name` and
/// `$FETCHED_PROPERTY.userInfo.KEY` are texts of this description. The objects are fetched when the
/// property is first read, and again after the object is refreshed or its context merges another's
/// save. The property is not stored, and is not part of the version hash.
public final class FetchedPropertyDescription: PropertyDescription, @unchecked Sendable {
  // Sound: the superclass holds all facts but one, which is behind a lock.

  private let texts = Lock<[String: String]>([:])

  /// The variable for the object whose property is read.
  public static let fetchSource = "FETCH_SOURCE"

  /// The variable for this description.
  public static let fetchedProperty = "FETCHED_PROPERTY"

  /// Creates a fetched property.
  public convenience init(_ name: String, fetches request: FetchRequestDescription) {
    self.init()
    self.name = name
    fetchRequest = request
  }

  /// Creates a property that fetches objects of an entity.
  ///
  /// - Parameter format: the predicate, or nil for all objects; errors are reported when a
  ///   coordinator is created with the model.
  public convenience init(
    _ name: String, fetches entityName: String, where format: String?,
    sortedBy sortDescriptors: [FetchSortDescriptor] = [], fetchLimit: Int = 0
  ) {
    self.init(
      name,
      fetches: FetchRequestDescription(
        entityName: entityName, predicate: format.map { FetchPredicate(lenientFormat: $0) },
        sortDescriptors: sortDescriptors, fetchLimit: fetchLimit))
  }

  /// The request to execute.
  @Fact public var fetchRequest: FetchRequestDescription? = nil

  /// Application-defined text by key, which the predicate can read as
  /// `$FETCHED_PROPERTY.userInfo.KEY`.
  ///
  /// Unlike everything else, it can be changed while the model is in use; objects refreshed
  /// afterwards fetch with the new text.
  public override var userInfo: [String: String] {
    get { texts.withLock { $0 } }
    set { texts.withLock { $0 = newValue } }
  }
}
