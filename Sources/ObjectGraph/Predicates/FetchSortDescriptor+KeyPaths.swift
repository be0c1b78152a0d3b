import Foundation
import ObjectModel

/// Sort descriptors with key paths. A fetch refuses key paths through anything but `@Managed`
/// properties.
extension FetchSortDescriptor {
  /// Creates a descriptor for a property, or one at the end of a path through to-one relationships.
  ///
  ///     FetchSortDescriptor(\Reservation.campSite?.siteNumber, order: .reverse)
  public init<Root: ManagedObject, Value: PredicateConstant>(
    _ keyPath: KeyPath<Root, Value>, order: SortOrder = .forward, comparison: Comparison = .binary
  ) {
    self.init(keyPath: keyPath, ascending: order == .forward, comparison: comparison)
  }

  /// Creates a descriptor for a property, or one at the end of a path through to-one relationships.
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
  /// Creates the expression of a key path; using it throws if the key path contains anything but
  /// `@Managed` properties.
  public convenience init<Root: ManagedObject, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
    let path = RecordedPath.expression(of: keyPath)
    self.init(path.node, defect: path.defect)
  }

  /// The key path in the notation of key-value coding.
  fileprivate var text: String { keyPath ?? "SELF" }
}

extension Fetchable {
  /// A key path as a string, for APIs that use names.
  ///
  ///     request.propertiesToFetch = [try Reservation.key(for: \.camper?.fullName)]
  ///     request.relationshipKeyPathsForPrefetching = [try Reservation.key(for: \.camper)]
  ///
  /// - Throws: code 134061 if the path contains anything but `@Managed` properties.
  public static func key<Value>(for keyPath: KeyPath<Self, Value>) throws -> String {
    let expression = RecordedPath.expression(of: keyPath)
    if let defect = expression.defect { throw defect }
    return expression.text
  }
}
