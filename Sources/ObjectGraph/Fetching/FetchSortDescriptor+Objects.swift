import Foundation
import ObjectModel

extension FetchSortDescriptor {
  /// How two objects are ordered under the descriptor, its direction included; `.orderedSame` is
  /// left to the next descriptor.
  ///
  /// Transient attributes count too, unlike in a fetch, and a comparator is called.
  ///
  /// - Throws: `invalidArgument` for a key that an object lacks, and for a
  ///   selector that is not known.
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
  /// The objects in the order of the descriptors, the most significant first.
  ///
  /// - Throws: as `FetchSortDescriptor.compare(_:to:)`.
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
