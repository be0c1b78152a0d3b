import ObjectModel

/// A class of managed objects that says which entity it stands for and how its objects are usually
/// asked for.
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
/// A subclass has the requirements of its superclass, but for `entityName`, which by default is the
/// name of the class that is asked.
public protocol ManagedEntity: ManagedObject {
  /// The entity's name in the model. The default is the class's own name, without its module.
  static var entityName: String { get }

  /// The order of `sortedFetchRequest`. The default is none: the objects come by primary key.
  static var defaultSortDescriptors: [FetchSortDescriptor] { get }

  /// Which objects `sortedFetchRequest` asks for. The default is nil, for all.
  static var defaultPredicate: FetchPredicate? { get }
}

extension ManagedEntity {
  public static var entityName: String { String(describing: self) }

  public static var defaultSortDescriptors: [FetchSortDescriptor] { [] }

  public static var defaultPredicate: FetchPredicate? { nil }

  /// A new request for the objects of the default predicate in the default order.
  public static var sortedFetchRequest: FetchRequest<Self> {
    let request = FetchRequest<Self>(entityName: entityName)
    request.predicate = defaultPredicate
    request.sortDescriptors = defaultSortDescriptors
    return request
  }

  /// A new request for those objects of the default predicate for which another one holds as well,
  /// in the default order.
  public static func sortedFetchRequest(with predicate: FetchPredicate) -> FetchRequest<Self> {
    let request = sortedFetchRequest
    request.predicate = defaultPredicate.map {
      CompoundPredicate(andPredicateWithSubpredicates: [$0, predicate])
    }
    request.predicate = request.predicate ?? predicate
    return request
  }

  /// The entity's objects in a context, all of them unless the request is narrowed down.
  ///
  /// The default predicate and order are not applied:
  /// `context.fetch(sortedFetchRequest)` does that.
  ///
  ///     let recent = try Mood.fetch(in: context) { request in
  ///       request.predicate = try FetchPredicate(format: "date > %@", yesterday)
  ///     }
  ///
  /// - Parameter configure: sets up the request.
  /// - Throws: what `configure` throws, and as `ManagedObjectContext.fetch(_:)`.
  public static func fetch(
    in context: ManagedObjectContext,
    configuring configure: (FetchRequest<Self>) throws -> Void = { _ in }
  ) throws -> [Self] {
    let request = FetchRequest<Self>(entityName: entityName)
    try configure(request)
    return try context.fetch(request)
  }

  /// How many objects the entity has in a context, unsaved ones included, unless the request is
  /// narrowed down; the default predicate is not applied.
  ///
  /// - Parameter configure: sets up the request.
  /// - Throws: what `configure` throws, and as `ManagedObjectContext.count(for:)`.
  public static func count(
    in context: ManagedObjectContext,
    configuring configure: (FetchRequest<Self>) throws -> Void = { _ in }
  ) throws -> Int {
    let request = FetchRequest<Self>(entityName: entityName)
    try configure(request)
    return try context.count(for: request)
  }
}
