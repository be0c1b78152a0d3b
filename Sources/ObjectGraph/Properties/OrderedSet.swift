/// Unique elements in an order: the value of an ordered to-many relationship.
///
///     camper.walks.append(walk)
///     camper.walks.move(walk, to: 0)
///
/// It can be read like an array. Two ordered sets are equal if they have equal elements in the same
/// order. Looking up an element takes constant time; edits in the middle, and `index(of:)`, take
/// linear time. An index out of range is a programming error, as in an array.
public struct OrderedSet<Element: Hashable> {
  /// The elements in their order.
  public private(set) var elements: [Element]

  private var members: Set<Element>

  /// Creates an empty set.
  public init() {
    elements = []
    members = []
  }

  /// Creates a set of the elements of a sequence, in the order of their first occurrences.
  public init(_ sequence: some Sequence<Element>) {
    self.init()
    append(contentsOf: sequence)
  }

  /// Whether the element is in the set.
  public func contains(_ element: Element) -> Bool { members.contains(element) }

  /// The index of an element, or nil if it is not in the set.
  public func index(of element: Element) -> Int? {
    contains(element) ? elements.firstIndex(of: element) : nil
  }

  // MARK: Adding

  /// Appends an element, unless it is already in the set.
  ///
  /// - Returns: whether it was appended, and its index.
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    guard members.insert(element).inserted else {
      return (false, elements.firstIndex(of: element) ?? elements.endIndex)
    }
    elements.append(element)
    return (true, elements.count - 1)
  }

  /// Appends the elements that are not already in the set.
  public mutating func append(contentsOf sequence: some Sequence<Element>) {
    for element in sequence where members.insert(element).inserted { elements.append(element) }
  }

  /// Inserts an element at an index, unless it is already in the set.
  ///
  /// - Parameter index: from 0 to `count`.
  /// - Returns: whether it was inserted, and its index.
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> (inserted: Bool, index: Int) {
    precondition((0...count).contains(index), "the index \(index) is out of range")
    if members.contains(element) {
      return (false, elements.firstIndex(of: element) ?? elements.endIndex)
    }
    members.insert(element)
    elements.insert(element, at: index)
    return (true, index)
  }

  // MARK: Moving and replacing

  /// Moves an element to an index, counted without the element itself; an element that is not in
  /// the set is inserted there.
  ///
  /// - Parameter index: from 0 to the number of other elements.
  public mutating func move(_ element: Element, to index: Int) {
    if let old = self.index(of: element) {
      elements.remove(at: old)
      members.remove(element)
    }
    insert(element, at: index)
  }

  /// Replaces the element at an index with another.
  ///
  /// If the other element is already in the set, it moves there.
  public mutating func replace(at index: Int, with element: Element) {
    let former = elements[index]
    guard former != element else { return }
    if let old = self.index(of: element) {
      elements[index] = element
      elements.remove(at: old)
    } else {
      elements[index] = element
      members.insert(element)
    }
    members.remove(former)
  }

  /// Swaps the elements at two indexes.
  public mutating func swapAt(_ first: Int, _ second: Int) { elements.swapAt(first, second) }

  /// Sorts the elements; equal ones keep their order.
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    try elements.sort(by: areInIncreasingOrder)
  }

  /// Reverses the order.
  public mutating func reverse() { elements.reverse() }

  // MARK: Removing

  /// Removes an element.
  ///
  /// - Returns: the removed element, or nil if it was not in the set.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    guard let member = members.remove(element) else { return nil }
    if let index = elements.firstIndex(of: element) { elements.remove(at: index) }
    return member
  }

  /// Removes the element at an index.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = elements.remove(at: index)
    members.remove(element)
    return element
  }

  /// Removes all elements that satisfy a condition.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    elements = try elements.filter { try !shouldBeRemoved($0) }
    members = Set(elements)
  }

  /// Removes all elements.
  public mutating func removeAll() { self = OrderedSet() }
}

extension OrderedSet: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.count }
  public subscript(index: Int) -> Element { elements[index] }
}

extension OrderedSet: Equatable {
  public static func == (left: Self, right: Self) -> Bool { left.elements == right.elements }
}

extension OrderedSet: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension OrderedSet: Sendable where Element: Sendable {}

extension OrderedSet: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension OrderedSet: CustomStringConvertible {
  public var description: String { elements.description }
}
