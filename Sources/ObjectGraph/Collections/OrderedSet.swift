/// Unique elements in an order: the value of an ordered to-many relationship.
///
///     camper.walks.append(walk)
///     camper.walks.move(walk, to: 0)
///
/// It is read like an array. Two ordered sets are equal when they have equal elements in the same
/// order. Looking an element up costs constant time; edits in the middle, and `index(of:)`, cost
/// time in proportion to the count. An index out of range is a programming error, as in an array.
public struct OrderedSet<Element: Hashable> {
  /// The elements in their order.
  public private(set) var elements: [Element]

  private var members: Set<Element>

  /// Makes an empty set.
  public init() {
    elements = []
    members = []
  }

  /// Makes a set of the elements of a sequence, each at the place where it comes first.
  public init(_ sequence: some Sequence<Element>) {
    self.init()
    append(contentsOf: sequence)
  }

  /// Whether the element is in the set.
  public func contains(_ element: Element) -> Bool { members.contains(element) }

  /// The place of an element, or nil when it is not in the set.
  public func index(of element: Element) -> Int? {
    contains(element) ? elements.firstIndex(of: element) : nil
  }

  // MARK: Adding

  /// Puts an element at the end, unless it is in the set already.
  ///
  /// - Returns: whether it was not, and its place.
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    guard members.insert(element).inserted else {
      return (false, elements.firstIndex(of: element) ?? elements.endIndex)
    }
    elements.append(element)
    return (true, elements.count - 1)
  }

  /// Puts those elements at the end that are not in the set already.
  public mutating func append(contentsOf sequence: some Sequence<Element>) {
    for element in sequence where members.insert(element).inserted { elements.append(element) }
  }

  /// Puts an element before the one at an index, unless it is in the set already.
  ///
  /// - Parameter index: from 0 to `count`.
  /// - Returns: whether it was not in the set, and its place.
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

  /// Moves an element to a place, counted without the element itself; one that is not in the set is
  /// inserted there.
  ///
  /// - Parameter index: from 0 to the number of other elements.
  public mutating func move(_ element: Element, to index: Int) {
    if let old = self.index(of: element) {
      elements.remove(at: old)
      members.remove(element)
    }
    insert(element, at: index)
  }

  /// Puts an element in the place of another.
  ///
  /// An element that is in the set already moves there.
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

  /// Takes an element out.
  ///
  /// - Returns: the element that was in the set, or nil when there was none.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    guard let member = members.remove(element) else { return nil }
    if let index = elements.firstIndex(of: element) { elements.remove(at: index) }
    return member
  }

  /// Takes the element at an index out.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = elements.remove(at: index)
    members.remove(element)
    return element
  }

  /// Takes all elements out that satisfy a condition.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    elements = try elements.filter { try !shouldBeRemoved($0) }
    members = Set(elements)
  }

  /// Takes all elements out.
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
