/// An attribute consisting of named elements, which are attributes themselves: an address with a
/// street and a city.
///
/// The store has a column for each element, but none for the composite. Elements can be used in
/// predicates, sorts, indexes and uniqueness constraints by their path, such as `address.city`.
public final class CompositeAttributeDescription: AttributeDescription, @unchecked Sendable {
  // Sound: the superclass holds all facts.

  /// Creates a composite attribute without a name and without elements.
  public override init() {
    super.init()
    attributeType = .composite
  }

  /// Creates a composite attribute with the elements that the closure lists.
  public convenience init(
    _ name: String, isOptional: Bool = true,
    @CompositeBuilder _ elements: () -> [AttributeDescription]
  ) {
    self.init()
    self.name = name
    self.isOptional = isOptional
    self.elements = elements()
  }

  /// The elements, each with a unique name; composites can be nested.
  ///
  /// An element belongs to only one composite; a list that would make the composite an element of
  /// itself is rejected and reported to standard error. Elements cannot be of undefined or object
  /// ID type, nor allow external storage; creating a coordinator with such a model throws.
  public var elements: [AttributeDescription] {
    get { read { parts } }
    set {
      guard !newValue.contains(where: { $0.reaches(self) }) else {
        ModelReport.warn("\(name) cannot be an element of itself; its elements are unchanged")
        return
      }
      guard change({ parts = newValue }) else { return }
      for element in newValue {
        element.adopt(by: self)
        if let entity { element.adopt(by: entity) }
      }
    }
  }

  private var parts: [AttributeDescription] = []

  /// The attributes with columns, by name: the elements, with nested composites replaced by their
  /// elements.
  package var leaves: [AttributeDescription] {
    elements.sorted { $0.name < $1.name }.flatMap { element in
      (element as? CompositeAttributeDescription)?.leaves ?? [element]
    }
  }

  override func adopt(by entity: EntityDescription) {
    super.adopt(by: entity)
    for element in elements { element.adopt(by: entity) }
  }

  override func freeze() {
    super.freeze()
    for element in elements { element.freeze() }
  }
}

extension AttributeDescription {
  /// Whether the composite is this attribute or one of its nested elements.
  fileprivate func reaches(_ composite: CompositeAttributeDescription) -> Bool {
    guard let own = self as? CompositeAttributeDescription else { return false }
    return own === composite || own.elements.contains { $0.reaches(composite) }
  }
}
