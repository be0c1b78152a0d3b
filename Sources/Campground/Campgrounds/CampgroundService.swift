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
  /// - Throws: `CampgroundError.unknown`, which lists the names there are.
  public func find(_ name: String) throws -> Campground {
    if let campground = try Self.campground(named: name, in: managedObjectContext) {
      return campground
    }
    throw CampgroundError.unknownCampground(name, known: try campgrounds().map(\.name))
  }

  /// Adds a campground; what the settings leave open is the machine's time zone, US dollars, holds
  /// of 15 minutes, arrival from 15:00 and departure by 11:00.
  ///
  /// - Throws: `CampgroundError.emptyName`, `.notOneLine`, `.textTooLong`, `.nameTaken`,
  ///   `.outOfRange` for a number that is not in its range, and `.unknown` for a currency that
  ///   nobody pays with, which lists the codes there are.
  public func add(_ name: String, settings: CampgroundSettings) throws -> Campground {
    let name = try NameRule.checked(name, of: "campground")
    return try scope.write { scratch in
      try Self.requireFree(name, in: scratch)
      let campground = Campground(context: scratch)
      campground.name = name
      campground.timeZone = .current
      campground.currency = .usd
      try campground.take(settings)
      return campground
    }
  }

  /// Adds a campground with the usual settings.
  ///
  /// - Throws: as `add(_:settings:)`.
  public func add(
    _ name: String, timeZone: TimeZone = .current, currency: Currency = .usd
  ) throws -> Campground {
    try add(name, settings: CampgroundSettings(timeZone: timeZone, currency: currency))
  }

  /// Gives a campground another name or other settings.
  ///
  /// In another time zone all calendar dates stay what they are, and so do the instants at which
  /// holds end; from then on its wall clock decides what day it is and when a cut-off has passed.
  ///
  /// - Throws: as `add(_:settings:)`; `CampgroundError.currencyInUse`, which tells of what there
  ///   are amounts, since they would mean something else in another currency; `.gone`.
  @discardableResult
  public func edit(
    _ campground: Campground, name: String? = nil,
    settings: CampgroundSettings = CampgroundSettings()
  ) throws -> Campground {
    let name = try name.map { try NameRule.checked($0, of: "campground") }
    return try scope.write { scratch in
      let campground = try scratch.current(campground)
      if let name, name != campground.name {
        try Self.requireFree(name, in: scratch)
        campground.name = name
      }
      try campground.take(settings)
      return campground
    }
  }

  private static func requireFree(_ name: String, in scratch: ManagedObjectContext) throws {
    guard try campground(named: name, in: scratch) == nil else {
      throw CampgroundError.nameTaken(of: "campground", name: name)
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
