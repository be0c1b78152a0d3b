import ObjectModel

/// A class of managed objects that names the entity it represents, and how its objects are usually
/// fetched.
///
///     public final class Mood: ManagedObject, ManagedEntity {
///       @Managed("date") public var date: Date
///
///       public static var defaultSortDescriptors: [FetchSortDescriptor] {
///         [FetchSortDescriptor(key: "date", ascending: false)]
///       }
///     }
///
///     let newestFirst = try context.fetch(Mood.sortedFetchRequest)
///     let country = try Country.findOrCreate(in: context, matching: isIceland) { $0.code = 352 }
///
/// A subclass inherits the requirements of its superclass, except for `entityName`, which defaults
/// to the subclass's own name.
public protocol ManagedEntity: ManagedObject {
  /// The entity's name in the model. The default is the class's own name, without its module.
  static var entityName: String { get }

  /// The order of `sortedFetchRequest`. By default, objects are sorted by primary key.
  static var defaultSortDescriptors: [FetchSortDescriptor] { get }

  /// The predicate of `sortedFetchRequest`. The default is nil, which selects all objects.
  static var defaultPredicate: FetchPredicate? { get }
}

extension ManagedEntity {
  public static var entityName: String { String(describing: self) }

  public static var defaultSortDescriptors: [FetchSortDescriptor] { [] }

  public static var defaultPredicate: FetchPredicate? { nil }

  /// A new request with the default predicate and the default order.
  public static var sortedFetchRequest: FetchRequest<Self> {
    let request = FetchRequest<Self>(entityName: entityName)
    request.predicate = defaultPredicate
    request.sortDescriptors = defaultSortDescriptors
    return request
  }

  /// A new request for the objects that match both the default predicate and another one, in the
  /// default order.
  public static func sortedFetchRequest(with predicate: FetchPredicate) -> FetchRequest<Self> {
    let request = sortedFetchRequest
    request.predicate = defaultPredicate.map {
      CompoundPredicate(andPredicateWithSubpredicates: [$0, predicate])
    }
    request.predicate = request.predicate ?? predicate
    return request
  }

  /// Fetches the entity's objects in a context; all of them, unless `configure` restricts the
  /// request.
  ///
  /// The default predicate and order do not apply: use `context.fetch(sortedFetchRequest)` for
  /// that.
  ///
  ///     let recent = try Mood.fetch(in: context) { request in
  ///       request.predicate = try FetchPredicate(format: "date > %@", yesterday)
  ///     }
  ///
  /// - Parameter configure: sets up the request.
  /// - Throws: errors of `configure` and of `ManagedObjectContext.fetch(_:)`.
  public static func fetch(
    in context: ManagedObjectContext,
    configuring configure: (FetchRequest<Self>) throws -> Void = { _ in }
  ) throws -> [Self] {
    let request = FetchRequest<Self>(entityName: entityName)
    try configure(request)
    return try context.fetch(request)
  }

  /// The number of the entity's objects in a context, including unsaved ones, unless `configure`
  /// restricts the request; the default predicate does not apply.
  ///
  /// - Parameter configure: sets up the request.
  /// - Throws: errors of `configure` and of `ManagedObjectContext.count(for:)`.
  public static func count(
    in context: ManagedObjectContext,
    configuring configure: (FetchRequest<Self>) throws -> Void = { _ in }
  ) throws -> Int {
    let request = FetchRequest<Self>(entityName: entityName)
    try configure(request)
    return try context.count(for: request)
  }
}
