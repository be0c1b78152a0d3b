import Foundation
import ObjectGraph

/// What is done with campgrounds.
public final class CampgroundService: Service {
  /// The campground that services work at, or nil in a store that has none yet.
  public func current() throws -> Campground? {
    try scope.campground(in: managedObjectContext)
  }

  /// The campground that services work at; a store without one gets "Campground", in the machine's
  /// time zone and with prices in US dollars.
  public func currentOrNew() throws -> Campground {
    if let known = try current() { return known }
    return try scope.write { try scope.campgroundOrNew(in: $0) }
  }

  /// All campgrounds, by name.
  public func campgrounds() throws -> [Campground] {
    let request = Campground.fetchRequest()
    request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
    return try managedObjectContext.fetch(request)
  }

  /// The campground of that name.
  ///
  /// - Throws: `CampgroundError.unknownCampground`, which lists the names there are.
  public func find(_ name: String) throws -> Campground {
    if let campground = try Self.campground(named: name, in: managedObjectContext) {
      return campground
    }
    throw CampgroundError.unknownCampground(name, known: try campgrounds().map(\.name))
  }

  /// Adds a campground.
  ///
  /// - Throws: `CampgroundError.emptyName` and `CampgroundError.campgroundNameTaken`; `.unknownName` for
  ///   a currency that is none, which lists the codes there are.
  public func add(
    _ name: String, timeZone: TimeZone = .current, currency: Currency = .usd
  ) throws -> Campground {
    let name = try NameRule.checked(name, of: "campground")
    guard currency.isKnown else {
      throw CampgroundError.unknownName(
        of: "currency", name: currency.code, known: Currency.knownCodes)
    }
    return try scope.write { scratch in
      guard try Self.campground(named: name, in: scratch) == nil else {
        throw CampgroundError.campgroundNameTaken(name)
      }
      let campground = Campground(context: scratch)
      campground.name = name
      campground.timeZone = timeZone
      campground.currency = currency
      return campground
    }
  }

  static func campground(
    named name: String, in context: ManagedObjectContext
  ) throws -> Campground? {
    let request = Campground.fetchRequest()
    request.predicate = try FetchPredicate(format: "name == %@", name)
    return try context.fetch(request).first
  }
}
