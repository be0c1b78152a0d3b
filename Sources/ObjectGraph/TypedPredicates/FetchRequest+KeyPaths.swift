import Foundation
import ObjectModel

/// Requests in one expression:
///
///     let request = Reservation.fetchRequest()
///       .where(\.partySize > 2 && \.campSite?.siteNumber == 15)
///       .sorted(by: \.dateFrom, order: .reverse)
extension FetchRequest where ResultType: ManagedObject {
  /// Narrows the request down to the objects for which a predicate holds,
  /// beside the one that it has.
  ///
  /// - Returns: this request.
  @discardableResult
  public func `where`(_ predicate: TypedPredicate<ResultType>) -> FetchRequest {
    self.predicate =
      self.predicate.map { TypedPredicate<ResultType>($0, and: predicate) } ?? predicate
    return self
  }

  /// Sorts by a property what the descriptors so far leave as equal.
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

/// Finding by typed predicates, whose class need not be named: `Mood.count(in:
/// context, where: \.year == 1)`.
extension ManagedEntity {
  /// As `findOrFetch(in:matching:)` of any predicate.
  public static func findOrFetch(
    in context: ManagedObjectContext, matching predicate: TypedPredicate<Self>
  ) throws -> Self? {
    try findOrFetch(in: context, matching: predicate as FetchPredicate)
  }

  /// As `findOrCreate(in:matching:configure:)` of any predicate.
  public static func findOrCreate(
    in context: ManagedObjectContext, matching predicate: TypedPredicate<Self>,
    configure: (Self) throws -> Void
  ) throws -> Self {
    try findOrCreate(in: context, matching: predicate as FetchPredicate, configure: configure)
  }

  /// As `materializedObject(in:matching:)` of any predicate.
  public static func materializedObject(
    in context: ManagedObjectContext, matching predicate: TypedPredicate<Self>
  ) throws -> Self? {
    try materializedObject(in: context, matching: predicate as FetchPredicate)
  }

  /// As `sortedFetchRequest(with:)` of any predicate.
  public static func sortedFetchRequest(
    with predicate: TypedPredicate<Self>
  ) -> FetchRequest<Self> {
    sortedFetchRequest(with: predicate as FetchPredicate)
  }

  /// The entity's objects in a context for which a predicate holds.
  ///
  /// - Throws: as `ManagedObjectContext.fetch(_:)`.
  public static func fetch(
    in context: ManagedObjectContext, where predicate: TypedPredicate<Self>
  ) throws -> [Self] {
    try fetch(in: context) { $0.predicate = predicate }
  }

  /// How many objects of the entity there are in a context for which a predicate holds.
  ///
  /// - Throws: as `ManagedObjectContext.count(for:)`.
  public static func count(
    in context: ManagedObjectContext, where predicate: TypedPredicate<Self>
  ) throws -> Int {
    try count(in: context) { $0.predicate = predicate }
  }
}
