import Foundation
import ObjectModel

/// Sorts by key paths. One that leads over anything but `@Managed` properties
/// is refused by the fetch.
extension FetchSortDescriptor {
  /// Makes a sort by a property, or by one of an object that to-one relationships lead to.
  ///
  ///     FetchSortDescriptor(\Reservation.campSite?.siteNumber, order: .reverse)
  public init<Root: ManagedObject, Value: PredicateConstant>(
    _ keyPath: KeyPath<Root, Value>, order: SortOrder = .forward, comparison: Comparison = .binary
  ) {
    self.init(keyPath: keyPath, ascending: order == .forward, comparison: comparison)
  }

  /// Makes a sort by a property, or by one of an object that to-one relationships lead to.
  public init<Root: ManagedObject, Value: PredicateConstant>(
    keyPath: KeyPath<Root, Value>, ascending: Bool, comparison: Comparison = .binary
  ) {
    let expression = keyPath.fetchExpression
    if let defect = expression.defect {
      self.init(defect: defect, ascending: ascending)
    } else {
      self.init(key: expression.text, ascending: ascending, comparison: comparison)
    }
  }
}

extension FetchExpression {
  /// Makes the path of a key path; using one that leads over anything but `@Managed` properties
  /// throws.
  public convenience init<Root: ManagedObject, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
    let path = RecordedPath.expression(of: keyPath)
    self.init(path.node, defect: path.defect)
  }

  /// A key path as key-value coding spells it.
  fileprivate var text: String { keyPath ?? "SELF" }
}

extension Fetchable {
  /// A key path as text, for whatever asks for a key by its name.
  ///
  ///     request.propertiesToFetch = [try Reservation.key(for: \.camper?.fullName)]
  ///     request.relationshipKeyPathsForPrefetching = [try Reservation.key(for: \.camper)]
  ///
  /// - Throws: code 134061 when the path leads over anything but `@Managed` properties.
  public static func key<Value>(for keyPath: KeyPath<Self, Value>) throws -> String {
    let expression = RecordedPath.expression(of: keyPath)
    if let defect = expression.defect { throw defect }
    return expression.text
  }
}
