import Foundation
import ObjectModel

/// Requests in one expression:
///
///     let request = Reservation.fetchRequest()
///       .where(\.partySize > 2 && \.campSite?.siteNumber == 15)
///       .sorted(by: \.dateFrom, order: .reverse)
extension FetchRequest where ResultType: ManagedObject {
  /// Restricts the request to the objects that also match a predicate, in addition to its current
  /// one.
  ///
  /// - Returns: this request.
  @discardableResult
  public func `where`(_ predicate: TypedPredicate<ResultType>) -> FetchRequest {
    self.predicate =
      self.predicate.map { TypedPredicate<ResultType>($0, and: predicate) } ?? predicate
    return self
  }

  /// Adds a property to the sort order, after the current sort descriptors.
  ///
  /// - Returns: this request.
  @discardableResult
  public func sorted<Value: PredicateConstant>(
    by keyPath: KeyPath<ResultType, Value>, order: SortOrder = .forward,
    comparison: FetchSortDescriptor.Comparison = .binary
  ) -> FetchRequest {
    sortDescriptors =
      (sortDescriptors ?? []) + [FetchSortDescriptor(keyPath, order: order, comparison: comparison)]
    return self
  }
}

/// Finding objects with typed predicates, which infer their class: `Mood.count(in: context, where:
/// \.year == 1)`.
extension ManagedEntity {
  /// Like `findOrFetch(in:matching:)` for any predicate.
  public static func findOrFetch(
    in context: ManagedObjectContext, matching predicate: TypedPredicate<Self>
  ) throws -> Self? {
    try findOrFetch(in: context, matching: predicate as FetchPredicate)
  }

  /// Like `findOrCreate(in:matching:configure:)` for any predicate.
  public static func findOrCreate(
    in context: ManagedObjectContext, matching predicate: TypedPredicate<Self>,
    configure: (Self) throws -> Void
  ) throws -> Self {
    try findOrCreate(in: context, matching: predicate as FetchPredicate, configure: configure)
  }

  /// Like `materializedObject(in:matching:)` for any predicate.
  public static func materializedObject(
    in context: ManagedObjectContext, matching predicate: TypedPredicate<Self>
  ) throws -> Self? {
    try materializedObject(in: context, matching: predicate as FetchPredicate)
  }

  /// Like `sortedFetchRequest(with:)` for any predicate.
  public static func sortedFetchRequest(
    with predicate: TypedPredicate<Self>
  ) -> FetchRequest<Self> {
    sortedFetchRequest(with: predicate as FetchPredicate)
  }

  /// Fetches the entity's objects in a context that match a predicate.
  ///
  /// - Throws: errors of `ManagedObjectContext.fetch(_:)`.
  public static func fetch(
    in context: ManagedObjectContext, where predicate: TypedPredicate<Self>
  ) throws -> [Self] {
    try fetch(in: context) { $0.predicate = predicate }
  }

  /// The number of the entity's objects in a context that match a predicate.
  ///
  /// - Throws: errors of `ManagedObjectContext.count(for:)`.
  public static func count(
    in context: ManagedObjectContext, where predicate: TypedPredicate<Self>
  ) throws -> Int {
    try count(in: context) { $0.predicate = predicate }
  }
}
