/// A collection operator of key-value coding within a key path: `stays.@sum.nights`.
package struct KeyPathOperator {
  package enum Kind: Sendable, Hashable {
    case aggregate(AggregateFunction)
    /// The values themselves, optionally merged from several collections, optionally without
    /// duplicates.
    case union(ofCollections: Bool, isDistinct: Bool)
  }

  package let kind: Kind

  /// The operator, including the at sign.
  package let name: String

  /// The path to the collection; empty if the operator applies to the receiver.
  package let collection: String

  /// The path from each element; empty for the element itself.
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

  /// The first operator in a path; nil if there is none.
  ///
  /// - Throws: `invalidArgument` for an unknown operator.
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

  /// Aggregates the values.
  ///
  /// - Throws: `invalidArgument` for values that the function does not accept.
  package func total(
    of values: [Any?], _ function: AggregateFunction
  ) throws(ObjectGraphError) -> Any? {
    if function == .count { return Int64(values.count) }
    var plain: [AttributeValue] = []
    for value in values {
      guard let value = AttributeValue(value), value.isNull || Self.suits(value, function) else {
        throw ObjectGraphError(
          .invalidArgument,
          "\(name) does not accept \(value.map { "a value of type \(type(of: $0))" } ?? "nil")",
          repair:
            "follow it with an attribute that has \(function.takesOrdered ? "an order" : "numbers")"
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

  /// The values without nils and without duplicates; strings are compared by their bytes.
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
