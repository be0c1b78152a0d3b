extension ModelDescription {
  /// A fact of a description: read without a lock once its model is in use, and behind one before.
  ///
  /// It wraps properties of descriptions and cannot be used elsewhere.
  @propertyWrapper
  public struct Fact<Value: Sendable> {
    private var value: Value

    /// Creates a fact with its initial value.
    public init(wrappedValue: Value) {
      value = wrappedValue
    }

    /// Unavailable: a fact is read through its description.
    @available(*, unavailable)
    public var wrappedValue: Value {
      // Unreachable: the compiler rejects every use.
      get { fatalError("a fact is read through its description") }
      // swift-format-ignore: UseSingleLinePropertyGetter
      set { fatalError("a fact is changed through its description") }
    }

    /// Reads or changes the fact of a description.
    @inline(__always)
    public static subscript<Description: ModelDescription>(
      _enclosingInstance description: Description,
      wrapped _: ReferenceWritableKeyPath<Description, Value>,
      storage storage: ReferenceWritableKeyPath<Description, Fact>
    ) -> Value {
      get { description.read { description[keyPath: storage].value } }
      set { description.change { description[keyPath: storage].value = newValue } }
    }
  }
}
