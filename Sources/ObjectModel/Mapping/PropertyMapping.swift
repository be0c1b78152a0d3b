/// How one property of the destination objects gets its value.
@dynamicMemberLookup
public final class PropertyMapping: Sendable {
  /// The facts of a mapping, which are read and changed as properties of the mapping itself.
  public struct Facts: Sendable {
    /// The name of the destination property.
    public var name: String

    /// The value: an expression in which `$source` is the source object, `$destination` the
    /// destination object, `$manager` the migration manager, `$entityMapping` the mapping and
    /// `$entityPolicy` its policy; nil keeps the default value.
    public var valueExpression: FetchExpression?

    /// Application-defined text by key, for custom policies.
    public var userInfo: [String: String] = [:]
  }

  private let facts: Lock<Facts>

  /// Creates a mapping.
  ///
  /// - Parameters:
  ///   - name: the name of the destination property.
  ///   - expression: the value; nil keeps the default value, or, in a mapping of type `undefined`,
  ///     takes the source's value of the same name.
  public init(name: String = "", valueExpression expression: FetchExpression? = nil) {
    facts = Lock(Facts(name: name, valueExpression: expression))
  }

  /// Creates a mapping with an expression in the format language, such as `$source.title`.
  ///
  /// - Throws: errors of `FetchExpression(format:_:)`.
  public convenience init(_ name: String, _ format: String) throws {
    self.init(name: name, valueExpression: try FetchExpression(format: format))
  }

  /// A fact of the mapping.
  public subscript<Value: Sendable>(dynamicMember fact: WritableKeyPath<Facts, Value>) -> Value {
    get { facts.withLock { $0[keyPath: fact] } }
    set { facts.withLock { $0[keyPath: fact] = newValue } }
  }
}
