import Foundation

/// Orders attribute values for predicates and sorts, both in memory and in SQL.
package enum ValueOrder {
  /// The order of two values, or nil if there is none: for nil, lists, NaN, and incomparable types.
  package static func compare(
    _ left: AttributeValue, _ right: AttributeValue, options: ComparisonOptions = []
  ) -> ComparisonResult? {
    switch (left, right) {
    case (.string(let left), .string(let right)): left.ordered(to: right, options: options)
    case (.date(let left), .date(let right)):
      NumberOrder.compare(
        .double(left.timeIntervalSinceReferenceDate), .double(right.timeIntervalSinceReferenceDate))
    case (.data(let left), .data(let right)): bytes(left, right)
    case (.uuid(let left), .uuid(let right)):
      withUnsafeBytes(of: left.uuid) { left in
        withUnsafeBytes(of: right.uuid) { right in bytes(left, right) }
      }
    case (.uri(let left), .uri(let right)):
      bytes(left.absoluteString.utf8, right.absoluteString.utf8)
    case (.objectID(let left), .objectID(let right)): objects(left, right)
    default: NumberOrder.compare(left, right)
    }
  }

  /// A total order for sorting: nil first, then NaN, then the values.
  static func compareForSorting(
    _ left: AttributeValue, _ right: AttributeValue
  ) -> ComparisonResult {
    compare(left, right) ?? NumberOrder.order(rank(left), rank(right))
  }

  private static func rank(_ value: AttributeValue) -> Int {
    switch value {
    case .null: 0
    case .double(let number) where number.isNaN: 1
    case .decimal(let number) where number.isNaN: 1
    case .integer, .boolean, .double, .decimal: 2
    case .string: 3
    case .date: 4
    case .data: 5
    case .uuid: 6
    case .uri: 7
    case .objectID: 8
    case .list: 9
    }
  }

  static func bytes(
    _ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>
  ) -> ComparisonResult {
    if left.elementsEqual(right) { return .orderedSame }
    return left.lexicographicallyPrecedes(right) ? .orderedAscending : .orderedDescending
  }

  /// By primary key; keys of different tables or stores need an arbitrary but consistent order.
  private static func objects(
    _ left: ManagedObjectID, _ right: ManagedObjectID
  ) -> ComparisonResult {
    if left == right { return .orderedSame }
    let order = NumberOrder.order(left.key, right.key)
    return order == .orderedSame ? NumberOrder.order(left.description, right.description) : order
  }
}
