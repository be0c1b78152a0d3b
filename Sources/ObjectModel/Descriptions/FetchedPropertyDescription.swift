/// A property that is the answer to a fetch: a weak way, in one direction, to objects that no
/// relationship leads to.
///
///     FetchedPropertyDescription(
///       "elders", fetches: "Owner", where: "age > $FETCH_SOURCE.age")
///
/// In the predicate `$FETCH_SOURCE` is the object whose property is read, and `$FETCH_SOURCE.age`
/// the value at the end of a path from it; `$FETCHED_PROPERTY.name` and
/// `$FETCHED_PROPERTY.userInfo.KEY` are texts of this description. The objects are fetched when the
/// property is first read, and again after the object was refreshed or its context has merged
/// another's save. Nothing of it is in the store, and the version hash does not see it.
public final class FetchedPropertyDescription: PropertyDescription, @unchecked Sendable {
  // Sound: the superclass keeps all facts but one, which is behind a lock.

  private let texts = Lock<[String: String]>([:])

  /// The variable that stands for the object whose property is read.
  public static let fetchSource = "FETCH_SOURCE"

  /// The variable that stands for this description.
  public static let fetchedProperty = "FETCHED_PROPERTY"

  /// Makes a fetched property.
  public convenience init(_ name: String, fetches request: FetchRequestDescription) {
    self.init()
    self.name = name
    fetchRequest = request
  }

  /// Makes a property that fetches objects of the entity of that name.
  ///
  /// - Parameter format: the predicate's text, or nil for all objects; text that is none is refused
  ///   when the model is taken into use.
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

  /// What is fetched.
  @Fact public var fetchRequest: FetchRequestDescription? = nil

  /// Free text by key, which the predicate reads as `$FETCHED_PROPERTY.userInfo.KEY`.
  ///
  /// Unlike everything else it may be changed while the model is in use: objects that are refreshed
  /// afterwards fetch by the new text.
  public override var userInfo: [String: String] {
    get { texts.withLock { $0 } }
    set { texts.withLock { $0 = newValue } }
  }
}
