import Foundation
import ObjectModel

extension FetchSortDescriptor {
  /// The order of two objects under the descriptor, including its direction; `.orderedSame` leaves
  /// the order to the next descriptor.
  ///
  /// Unlike in a fetch, transient attributes can be compared, and the comparator is called.
  ///
  /// - Throws: `invalidArgument` if an object lacks a key, or a selector is unknown.
  public func compare(
    _ object1: ManagedObject, to object2: ManagedObject
  ) throws -> ComparisonResult {
    if comparator == nil { _ = try storeComparison() }
    return order(try value(of: object1), try value(of: object2))
  }

  private func value(of object: ManagedObject) throws -> Any? {
    key.uppercased() == "SELF" ? object : try object.value(forKeyPath: key)
  }
}

extension Sequence where Element: ManagedObject {
  /// The objects in the order of the descriptors, the most significant one first.
  ///
  /// - Throws: errors of `FetchSortDescriptor.compare(_:to:)`.
  public func sorted(using descriptors: [FetchSortDescriptor]) throws -> [Element] {
    try sorted { first, second in
      for descriptor in descriptors {
        let order = try descriptor.compare(first, to: second)
        if order != .orderedSame { return order == .orderedAscending }
      }
      return false
    }
  }
}
