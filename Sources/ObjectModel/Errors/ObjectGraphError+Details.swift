extension ObjectGraphError {
  /// Additional facts about an error, each under a key that knows the type of its value.
  ///
  /// ```swift
  /// if let path = error.details[.filePath] { print("the file is \(path)") }
  /// ```
  public struct Details: Sendable {
    private var values: [String: any Sendable] = [:]

    /// Holds one value under its key.
    public init<Value>(_ key: DetailKey<Value>, _ value: Value) {
      self[key] = value
    }

    /// Holds pairs of a key and its value, of which there may be none.
    public init<each Value>(_ entries: repeat (DetailKey<each Value>, each Value)) {
      for (key, value) in repeat each entries { self[key] = value }
    }

    /// The value under a key; nil if there is none, or if it has another type than the key.
    public subscript<Value>(key: DetailKey<Value>) -> Value? {
      get { values[key.rawValue] as? Value }
      set { values[key.rawValue] = newValue }
    }

    /// The values by the raw values of their keys, for an `NSError`.
    var userInfo: [String: Any] { values }
  }

  /// The name of a fact in `details`, with the type of its value.
  ///
  /// An application may define keys for the errors that it throws itself:
  ///
  /// ```swift
  /// extension ObjectGraphError.DetailKey<Int> {
  ///   static var freeCampsites: Self { Self(rawValue: "freeCampsites") }
  /// }
  /// ```
  public struct DetailKey<Value: Sendable>: RawRepresentable, Hashable, Sendable {
    /// The key in the user info of an `NSError`: Core Data's, if it has one.
    public let rawValue: String

    /// Creates a key, which may be one of the application's own.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }
}
