import ObjectModel

/// Collection operators in key paths.
///
/// `@count`, `@sum`, `@avg`, `@min`, `@max`, `@unionOfObjects`, `@distinctUnionOfObjects` and their
/// relatives `…OfArrays` and `…OfSets`, which join collections. Unions are arrays, in the order in
/// which the collection is read, without nils.
///
/// Aggregates leave nils out, as in predicates and derived attributes: `@avg`, `@min` and `@max` of
/// nothing are nil, `@sum` is 0. Sums of integers and of decimals keep their kind, an average is a
/// `Double` unless it is one of decimals. Over a path with several to-many relationships they speak of
/// all objects at its end, of one to which several ways lead for each of them.
extension ManagedObject {
  /// - Parameter path: the whole path, for messages.
  final func value(of symbol: KeyPathOperator, atPath path: String) throws -> Any? {
    let collection = symbol.collection.isEmpty ? self : try value(forKeyPath: symbol.collection)
    guard let collection else { return nil }
    guard let elements = KeyPathCollection(collection) else {
      throw makeError(
        "\(symbol.name) needs a collection before it", repair: "begin with a to-many relationship",
        key: path)
    }
    return try elements.value(of: symbol)
  }
}

extension Sequence where Element: ManagedObject {
  /// The values of a property of each object, in order; nil is nil.
  ///
  /// - Throws: as `ManagedObject.value(forKey:)`.
  public func value(forKey key: String) throws -> [Any?] { try map { try $0.value(forKey: key) } }

  /// The values at the end of a key path from each object, in order, or what a collection operator
  /// makes of the objects: `[reservations].value(forKeyPath: "@sum.partySize")`.
  ///
  /// - Throws: as `ManagedObject.value(forKeyPath:)`.
  public func value(forKeyPath path: String) throws -> Any? {
    try KeyPathCollection(elements: map { $0 }).value(forKeyPath: path)
  }
}

/// Objects or values of which a key path asks something together.
struct KeyPathCollection {
  private let elements: [Any?]

  init(elements: [Any?]) { self.elements = elements }

  /// Nil for what is no collection.
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

  /// The members of collections in place of the collections, as a path over several to-many
  /// relationships leads to them in a predicate too.
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

  /// What a path leads to from each element.
  private func values(at path: String) throws -> [Any?] {
    if path.isEmpty { return elements }
    return try elements.map { element in
      switch element {
      case nil: return nil
      case let object as ManagedObject: return try object.value(forKeyPath: path)
      case let element?:
        guard let inner = KeyPathCollection(element) else {
          throw ObjectGraphError(
            .invalidArgument, "a value of type \(type(of: element)) was asked for \"\(path)\"",
            repair: "end the path before it", key: path)
        }
        return try inner.value(forKeyPath: path)
      }
    }
  }
}
