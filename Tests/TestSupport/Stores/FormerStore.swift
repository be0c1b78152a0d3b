import Campground
import Foundation
import ObjectGraph

/// A store of a former version of the model, from version 2 on, which is filled without the classes of
/// the latest version.
@MainActor
public struct FormerStore {
  private let stack: StoreStack

  /// Makes an empty store.
  ///
  ///     FormerStore(of: .campgroundVersion3, at: url)
  public init(of model: ManagedObjectModel, at url: URL) throws {
    stack = try StoreStack(model: model, store: PersistentStoreDescription(url: url))
  }

  /// Adds an object.
  @discardableResult
  public func make(_ entity: String, _ values: [String: Any?]) throws -> ManagedObject {
    let object = try EntityDescription.insertNewObject(
      forEntityName: entity, into: stack.mainContext)
    for (key, value) in values { try object.setValue(value, forKey: key) }
    return object
  }

  /// Adds a campground in UTC with US dollars.
  public func campground(_ name: String = "Pine") throws -> ManagedObject {
    try make(
      "Campground", ["name": name, "timeZoneIdentifier": "UTC", "currencyCode": "USD"])
  }

  /// Adds a reserved stay with its nights.
  ///
  /// - Parameter priceMinor: the price agreed for each night, in minor units; nil for the rates.
  @discardableResult
  public func reservation(
    at campground: ManagedObject, on site: ManagedObject, from: String, to: String,
    priceMinor: Int64? = nil, _ values: [String: Any?] = [:]
  ) throws -> ManagedObject {
    let (arrival, departure) = try (CalendarDate(parsing: from), CalendarDate(parsing: to))
    let stay = try make(
      "Reservation",
      [
        "status": "Reserved", "dateFrom": arrival.midnightUTC, "dateTo": departure.midnightUTC,
        "noticeDate": arrival.midnightUTC, "reservedUnder": Int64(0), "campSite": site,
        "campground": campground,
      ].merging(values) { $1 })
    try make(
      "StaySegment",
      [
        "reservation": stay, "campSite": site, "dateFrom": arrival.midnightUTC,
        "dateTo": departure.midnightUTC, "priceMinor": priceMinor,
      ])
    for day in 0..<arrival.distance(to: departure) {
      try make(
        "ReservationNight",
        [
          "reservation": stay, "campSite": site,
          "night": Int32(arrival.advanced(by: day).dayNumber),
        ])
    }
    return stay
  }

  /// Saves what there is and closes the store.
  public func close() throws {
    try stack.mainContext.saveThrough()
    try stack.close()
  }
}
