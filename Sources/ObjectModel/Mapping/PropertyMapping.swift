/// How one property of the new objects gets its value.
public final class PropertyMapping: Sendable {
  private struct State {
    var name: String
    var valueExpression: FetchExpression?
    var userInfo: [String: String] = [:]
  }

  private let state: Lock<State>

  /// Makes a mapping.
  ///
  /// - Parameters:
  ///   - name: the destination's property.
  ///   - expression: what its value is; nil leaves the default value, or in a mapping of type
  ///     `undefined` takes the source's value of the same name.
  public init(name: String = "", valueExpression expression: FetchExpression? = nil) {
    state = Lock(State(name: name, valueExpression: expression))
  }

  /// Makes a mapping with an expression in the format language, such as `$source.title`.
  ///
  /// - Throws: as `FetchExpression(format:_:)`.
  public convenience init(_ name: String, _ format: String) throws {
    self.init(name: name, valueExpression: try FetchExpression(format: format))
  }

  /// The name of the destination's property.
  public var name: String {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }

  /// What the value is: an expression in which `$source` is the source object, `$destination` the new
  /// one, `$manager` the migration manager, `$entityMapping` the mapping and `$entityPolicy` its policy;
  /// nil leaves the default value.
  public var valueExpression: FetchExpression? {
    get { state.withLock { $0.valueExpression } }
    set { state.withLock { $0.valueExpression = newValue } }
  }

  /// Free text by key, for the application's policies.
  public var userInfo: [String: String] {
    get { state.withLock { $0.userInfo } }
    set { state.withLock { $0.userInfo = newValue } }
  }
}
