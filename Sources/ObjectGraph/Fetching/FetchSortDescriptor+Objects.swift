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
