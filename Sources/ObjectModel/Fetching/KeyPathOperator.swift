/// A collection operator of key-value coding within a key path: `stays.@sum.nights`.
package struct KeyPathOperator {
  package enum Kind: Sendable, Hashable {
    case aggregate(AggregateFunction)
    /// The values themselves; those of several collections in one list; each once.
    case union(ofCollections: Bool, isDistinct: Bool)
  }

  package let kind: Kind

  /// The operator with its sign.
  package let name: String

  /// What leads to the collection; nothing where it is what was asked.
  package let collection: String

  /// What is asked of each element; nothing for the element itself.
  package let values: String

  private static let unions: [String: Kind] = [
    "@unionOfObjects": .union(ofCollections: false, isDistinct: false),
    "@distinctUnionOfObjects": .union(ofCollections: false, isDistinct: true),
    "@unionOfArrays": .union(ofCollections: true, isDistinct: false),
    "@distinctUnionOfArrays": .union(ofCollections: true, isDistinct: true),
    "@unionOfSets": .union(ofCollections: true, isDistinct: false),
    "@distinctUnionOfSets": .union(ofCollections: true, isDistinct: true),
  ]

  private static let kinds = AggregateFunction.collectionOperators.reduce(into: unions) {
    $0[$1.operatorName] = .aggregate($1)
  }

  /// The first operator of a path; nil where it has none.
  ///
  /// - Throws: `invalidArgument` for one that is not known.
  package init?(in path: String) throws(ObjectGraphError) {
    guard path.utf8.contains(UInt8(ascii: "@")) else { return nil }
    let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let place = keys.firstIndex(where: { $0.hasPrefix("@") }) else { return nil }
    guard let kind = Self.kinds[keys[place]] else {
      let known = Self.kinds.keys.sorted()
      throw ObjectGraphError(
        .invalidArgument, "the collection operator \(keys[place]) is not known",
        repair: NearestName.advice(for: keys[place], among: known), key: path)
    }
    self.kind = kind
    name = keys[place]
    collection = keys[..<place].joined(separator: ".")
    let behind = keys[(place + 1)...]
    values = behind.elementsEqual(["self"]) ? "" : behind.joined(separator: ".")
  }

  /// What the values of an aggregate come to.
  ///
  /// - Throws: `invalidArgument` for values of which it cannot be taken.
  package func total(
    of values: [Any?], _ function: AggregateFunction
  ) throws(ObjectGraphError) -> Any? {
    if function == .count { return Int64(values.count) }
    var plain: [AttributeValue] = []
    for value in values {
      guard let value = AttributeValue(value), value.isNull || Self.suits(value, function) else {
        throw ObjectGraphError(
          .invalidArgument,
          "\(name) cannot be taken of \(value.map { "a value of type \(type(of: $0))" } ?? "nil")",
          repair:
            "name an attribute with \(function.takesOrdered ? "an order" : "numbers") behind it"
        )
      }
      plain.append(value)
    }
    return function.value(of: plain).anyValue
  }

  private static func suits(_ value: AttributeValue, _ function: AggregateFunction) -> Bool {
    switch value {
    case .integer, .boolean, .double, .decimal: true
    case .string, .date: function.takesOrdered
    default: false
    }
  }

  /// The values without those that are equal to an earlier one, texts by their
  /// bytes, and without nils.
  package static func distinct(_ values: [Any?]) -> [Any] {
    var seen: Set<AnyHashable> = []
    return values.compactMap { $0 }.filter { value in
      switch AttributeValue(value) {
      case .string(let text): seen.insert(Array(text.utf8)).inserted
      case let plain?: seen.insert(plain).inserted
      case nil: (value as? AnyHashable).map { seen.insert($0).inserted } ?? true
      }
    }
  }
}

extension AggregateFunction {
  fileprivate var takesOrdered: Bool { self == .minimum || self == .maximum }
}
