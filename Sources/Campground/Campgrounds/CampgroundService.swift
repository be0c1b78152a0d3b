import Foundation
import ObjectGraph

/// Manages campgrounds.
public final class CampgroundService: Service {
  /// The current campground of the services; nil in a store that has none yet.
  public func current() throws -> Campground? {
    try scope.campground(in: managedObjectContext)
  }

  /// The current campground of the services. An empty store gets one named "Campground", in the
  /// machine's time zone and with prices in US dollars.
  public func currentOrNew() throws -> Campground {
    if let known = try current() { return known }
    return try scope.write { try scope.campgroundOrNew(in: $0) }
  }

  /// All campgrounds, by name.
  public func campgrounds() throws -> [Campground] {
    try managedObjectContext.fetch(FetchRequest<Campground>(nil, by: ["name"]))
  }

  /// The campground with a name.
  ///
  /// - Throws: `CampgroundError.unknown`, which lists the known names.
  public func find(_ name: String) throws -> Campground {
    if let campground = try Self.campground(named: name, in: managedObjectContext) {
      return campground
    }
    throw CampgroundError.unknownCampground(name, known: try campgrounds().map(\.name))
  }

  /// Adds a campground. The defaults are the machine's time zone, US dollars, holds of 15 minutes,
  /// check-in from 15:00 and check-out by 11:00.
  ///
  /// - Throws: `CampgroundError.invalidValue` for an empty name, and for a text that is too long or
  ///   not one line; `.nameTaken`; `.outOfRange` for a number outside its range; `.unknown` for a
  ///   currency not in circulation, with the list of codes.
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

  /// Adds a campground with default settings.
  ///
  /// - Throws: as `add(_:settings:)`.
  public func add(
    _ name: String, timeZone: TimeZone = .current, currency: Currency = .usd
  ) throws -> Campground {
    try add(name, settings: CampgroundSettings(timeZone: timeZone, currency: currency))
  }

  /// Changes the name or settings of a campground.
  ///
  /// Changing the time zone changes neither calendar dates nor the instants at which holds expire;
  /// from then on, its wall clock decides which day it is and when a cut-off has passed.
  ///
  /// - Throws: as `add(_:settings:)`; `CampgroundError.inUse` for another currency, with a list of
  ///   the existing amounts, which would mean something else in it; `.gone`.
  @discardableResult
  public func edit(
    _ campground: Campground, name: String? = nil,
    settings: CampgroundSettings = CampgroundSettings()
  ) throws -> Campground {
    let name = try name.map { try NameRule.checked($0, of: "campground") }
    return try scope.edit(campground) { campground, scratch in
      if let name, name != campground.name {
        try Self.requireFree(name, in: scratch)
        campground.name = name
      }
      try campground.take(settings)
    }
  }

  /// The largest logo, in bytes.
  public static let largestLogo = 1 << 20

  /// Sets the logo that is printed on papers.
  ///
  /// - Throws: `CampgroundError.invalidValue` for anything but a JPEG, PNG, GIF or WebP file of at
  ///   most 1 MB; `.gone`.
  @discardableResult
  public func setLogo(_ data: Data, of campground: Campground) throws -> Campground {
    try refuse(
      unless: PictureHeader(data) != nil, .invalidValue, about: [.property("picture")],
      "the logo cannot be read", fix: .advice("use a JPEG, PNG, GIF or WebP file"))
    try refuse(
      unless: data.count <= Self.largestLogo, .invalidValue, about: [.property("picture")],
      "a logo is at most \(Self.largestLogo >> 20) MB", fix: .advice("make it smaller first"))
    return try scope.edit(campground) { campground, scratch in
      let logo = campground.logo ?? CampgroundLogo(context: scratch)
      (logo.picture, logo.campground) = (data, campground)
    }
  }

  /// Removes the logo, if there is one.
  ///
  /// - Throws: `CampgroundError.gone`.
  public func deleteLogo(of campground: Campground) throws {
    try scope.change { scratch in
      if let logo = try scratch.current(campground).logo { scratch.delete(logo) }
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
    try context.fetch(Campground.self, where: "name == %@", name).first
  }
}
