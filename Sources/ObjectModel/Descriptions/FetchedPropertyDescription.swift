import Synchronization

/// A property that is the answer to a fetch: a weak way, in one direction, to objects that no
/// relationship leads to.
///
///     FetchedPropertyDescription(
///       "elders",
///       fetches: FetchRequestDescription(
///         entityName: "Owner", predicate: try FetchPredicate(format: "age > $FETCH_SOURCE.age")))
///
/// In the predicate `$FETCH_SOURCE` is the object whose property is read, and `$FETCH_SOURCE.age` the
/// value at the end of a path from it; `$FETCHED_PROPERTY.name` and `$FETCHED_PROPERTY.userInfo.KEY`
/// are texts of this description. The objects are fetched when the property is first read, and again
/// after the object was refreshed. Nothing of it is in the store, and the version hash does not see it.
public final class FetchedPropertyDescription: PropertyDescription, @unchecked Sendable {
  // Sound: the state is behind a lock, as in the superclass.

  private struct State {
    var request: FetchRequestDescription?
    var userInfo: [String: String] = [:]
  }

  private let state: Mutex<State>

  /// The variable that stands for the object whose property is read.
  public static let fetchSource = "FETCH_SOURCE"

  /// The variable that stands for this description.
  public static let fetchedProperty = "FETCHED_PROPERTY"

  /// Makes a fetched property without a name and a request.
  public override init() {
    state = Mutex(State())
    super.init()
  }

  /// Makes a fetched property.
  public init(_ name: String, fetches request: FetchRequestDescription) {
    state = Mutex(State(request: request))
    super.init(name: name, isOptional: true)
  }

  /// What is fetched.
  public var fetchRequest: FetchRequestDescription? {
    get { state.withLock { $0.request } }
    set {
      guard mayChange() else { return }
      state.withLock { $0.request = newValue }
    }
  }

  /// Free text by key, which the predicate reads as `$FETCHED_PROPERTY.userInfo.KEY`.
  ///
  /// Unlike everything else it may be changed while the model is in use: objects that are refreshed
  /// afterwards fetch by the new text.
  public override var userInfo: [String: String] {
    get { state.withLock { $0.userInfo } }
    set { state.withLock { $0.userInfo = newValue } }
  }
}
