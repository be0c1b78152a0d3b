import ObjectModel

/// Collection operators in key paths.
///
/// `@count`, `@sum`, `@avg`, `@min`, `@max`, `@unionOfObjects`, `@distinctUnionOfObjects`, and the
/// variants `…OfArrays` and `…OfSets`, which join collections. Unions are arrays, in the order in
/// which the collection is read, without nils.
///
/// Aggregates skip nils, as in predicates and derived attributes: `@avg`, `@min` and `@max` of
/// nothing are nil, `@sum` is 0. Sums of integers and of decimals have the type of their values; an
/// average is a `Double` unless the values are decimals. On a path through several to-many
/// relationships, they apply to all objects at its end, and an object that can be reached in
/// several ways counts several times.
extension ManagedObject {
  /// - Parameter path: the whole path, for messages.
  final func value(of symbol: KeyPathOperator, atPath path: String) throws -> Any? {
    let collection = symbol.collection.isEmpty ? self : try value(forKeyPath: symbol.collection)
    guard let collection else { return nil }
    guard let elements = KeyPathCollection(collection) else {
      throw makeError(
        "\(symbol.name) needs a collection before it", repair: "start with a to-many relationship",
        key: path)
    }
    return try elements.value(of: symbol)
  }
}

extension Sequence where Element: ManagedObject {
  /// The values of a property of each object, in order; nil is nil.
  ///
  /// - Throws: errors of `ManagedObject.value(forKey:)`.
  public func value(forKey key: String) throws -> [Any?] { try map { try $0.value(forKey: key) } }

  /// The values at the end of a key path from each object, in order, or the result of a collection
  /// operator: `[reservations].value(forKeyPath: "@sum.partySize")`.
  ///
  /// - Throws: errors of `ManagedObject.value(forKeyPath:)`.
  public func value(forKeyPath path: String) throws -> Any? {
    try KeyPathCollection(elements: map { $0 }).value(forKeyPath: path)
  }
}

/// Objects or values that a key path is applied to together.
struct KeyPathCollection {
  private let elements: [Any?]

  init(elements: [Any?]) { self.elements = elements }

  /// Nil if the value is not a collection.
  init?(_ value: Any) {
    switch value {
    case let objects as Set<ManagedObject>: elements = objects.sorted { $0.key < $1.key }
    case let objects as OrderedSet<ManagedObject>: elements = Array(objects)
    case let values as [Any?]: elements = values
    default: return nil
    }
  }

  func value(forKeyPath path: String) throws -> Any? {
    guard let symbol = try KeyPathOperator(in: path) else { return try values(at: path) }
    guard !symbol.collection.isEmpty else { return try value(of: symbol) }
    return try KeyPathCollection(elements: values(at: symbol.collection)).value(of: symbol)
  }

  func value(of symbol: KeyPathOperator) throws -> Any? {
    switch symbol.kind {
    case .aggregate(.count) where symbol.values.isEmpty: return Int64(Self.flat(elements).count)
    case .aggregate(let function):
      return try symbol.total(of: Self.flat(try values(at: symbol.values)), function)
    case .union(let isOfCollections, let isDistinct):
      var values = try values(at: symbol.values)
      if isOfCollections {
        values = try values.flatMap { value in
          guard let value else { return [Any?]() }
          guard let inner = KeyPathCollection(value) else {
            throw Self.noCollection(symbol)
          }
          return inner.elements
        }
      }
      return isDistinct ? KeyPathOperator.distinct(values) : values.compactMap { $0 }
    }
  }

  /// Replaces collections with their members, as predicates do for a path through several to-many
  /// relationships.
  private static func flat(_ values: [Any?]) -> [Any?] {
    let inner = values.map { $0.flatMap { KeyPathCollection($0) } }
    guard inner.contains(where: { $0 != nil }) else { return values }
    return zip(values, inner).flatMap { value, collection in
      collection.map { flat($0.elements) } ?? (value == nil ? [] : [value])
    }
  }

  private static func noCollection(_ symbol: KeyPathOperator) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "\(symbol.name) needs collections after it",
      repair: "name a to-many relationship, or use the operator that ends in OfObjects",
      key: symbol.values)
  }

  /// The value at the end of a path from each element.
  private func values(at path: String) throws -> [Any?] {
    if path.isEmpty { return elements }
    return try elements.map { element in
      switch element {
      case nil: return nil
      case let object as ManagedObject: return try object.value(forKeyPath: path)
      case let element?:
        guard let inner = KeyPathCollection(element) else {
          throw ObjectGraphError(
            .invalidArgument, "a value of type \(type(of: element)) has no \"\(path)\"",
            repair: "end the path before it", key: path)
        }
        return try inner.value(forKeyPath: path)
      }
    }
  }
}
