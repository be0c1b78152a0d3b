/// An attribute made of named parts, each an attribute itself: an address of a street and a city.
///
/// The store keeps a column for each part and none for the whole. The parts can be searched, sorted
/// by, indexed and kept unique by their path, such as `address.city`.
public final class CompositeAttributeDescription: AttributeDescription, @unchecked Sendable {
  // Sound: the superclass keeps all facts.

  /// Makes a composite attribute without a name and without elements.
  public override init() {
    super.init()
    attributeType = .composite
  }

  /// Makes a composite attribute of the given elements.
  public init(name: String, elements: [AttributeDescription], isOptional: Bool = true) {
    super.init(name: name, type: .composite, isOptional: isOptional)
    self.elements = elements
  }

  /// Makes a composite attribute of the elements that the closure lists.
  public convenience init(
    _ name: String, isOptional: Bool = true,
    @CompositeBuilder _ elements: () -> [AttributeDescription]
  ) {
    self.init(name: name, elements: elements(), isOptional: isOptional)
  }

  /// The parts, each with a name that is unique among them; composites among them nest.
  ///
  /// An element belongs to one composite alone; a list that would make the composite part of itself
  /// is refused and reported to standard error. Elements may not be of undefined or object ID type,
  /// nor be kept outside the store; a coordinator refuses such a model.
  public var elements: [AttributeDescription] {
    get { read { parts } }
    set {
      guard !newValue.contains(where: { $0.reaches(self) }) else {
        ModelReport.warn("\(name) cannot be an element of itself; its elements stay as they were")
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

  /// The attributes that have a column: the elements, and in place of nested composites theirs, by
  /// name.
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
  /// Whether that composite is this attribute or lies within it.
  fileprivate func reaches(_ composite: CompositeAttributeDescription) -> Bool {
    guard let own = self as? CompositeAttributeDescription else { return false }
    return own === composite || own.elements.contains { $0.reaches(composite) }
  }
}
