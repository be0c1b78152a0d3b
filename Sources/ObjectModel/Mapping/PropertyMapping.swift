/// How one property of the destination objects gets its value.
public final class PropertyMapping: Sendable {
  private struct State {
    var name: String
    var valueExpression: FetchExpression?
    var userInfo: [String: String] = [:]
  }

  private let state: Lock<State>

  /// Creates a mapping.
  ///
  /// - Parameters:
  ///   - name: the name of the destination property.
  ///   - expression: the value; nil keeps the default value, or, in a mapping of type `undefined`,
  ///     takes the source's value of the same name.
  public init(name: String = "", valueExpression expression: FetchExpression? = nil) {
    state = Lock(State(name: name, valueExpression: expression))
  }

  /// Creates a mapping with an expression in the format language, such as `$source.title`.
  ///
  /// - Throws: errors of `FetchExpression(format:_:)`.
  public convenience init(_ name: String, _ format: String) throws {
    self.init(name: name, valueExpression: try FetchExpression(format: format))
  }

  /// The name of the destination property.
  public var name: String {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }

  /// The value: an expression in which `$source` is the source object, `$destination` the
  /// destination object, `$manager` the migration manager, `$entityMapping` the mapping and
  /// `$entityPolicy` its policy; nil keeps the default value.
  public var valueExpression: FetchExpression? {
    get { state.withLock { $0.valueExpression } }
    set { state.withLock { $0.valueExpression = newValue } }
  }

  /// Application-defined text by key, for custom policies.
  public var userInfo: [String: String] {
    get { state.withLock { $0.userInfo } }
    set { state.withLock { $0.userInfo = newValue } }
  }
}
