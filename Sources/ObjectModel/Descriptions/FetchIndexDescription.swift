/// An index of an entity's properties in the store.
public struct FetchIndexDescription: Sendable, Hashable {
  /// The index's name, unique in its entity; it becomes part of its name in the database schema.
  public var name: String

  /// The indexed properties, most significant first.
  public var elements: [FetchIndexElementDescription]

  /// Creates an index of the given elements, most significant first.
  public init(name: String, elements: [FetchIndexElementDescription]) {
    self.name = name
    self.elements = elements
  }
}

extension [FetchIndexDescription] {
  /// Adds the compound indexes, given as lists of names, of models from before 2017.
  mutating func add(compounds: [[String]]) {
    for names in compounds {
      let name = names.joined(separator: "_")
      guard !names.isEmpty, !contains(where: { $0.name == name }) else { continue }
      append(.init(name: name, elements: names.map { .init($0) }))
    }
  }
}

/// One property of a fetch index.
public struct FetchIndexElementDescription: Sendable, Hashable {
  /// The name of an attribute or of a to-one relationship.
  public var propertyName: String

  /// Whether the order is ascending. The default is true.
  public var isAscending: Bool

  /// Creates an element of an index.
  public init(_ propertyName: String, isAscending: Bool = true) {
    self.propertyName = propertyName
    self.isAscending = isAscending
  }
}

extension EntityDescription {
  /// Removes what Xcode accepts in an index and Core Data ignores: elements that name no column, and
  /// indexes that are left without elements.
  ///
  /// - Returns: the elements, with the names of their indexes.
  @discardableResult
  func removeIgnoredIndexElements() -> [(index: String, key: String)] {
    var removed: [(index: String, key: String)] = []
    let kept = indexes.map { index in
      var index = index
      index.elements.removeAll { element in
        guard property(atPath: element.propertyName)?.hasColumn != true else { return false }
        removed.append((index.name, element.propertyName))
        return true
      }
      return index
    }
    if !removed.isEmpty { indexes = kept.filter { !$0.elements.isEmpty } }
    return removed
  }
}
