import Campground
import Foundation
import ObjectGraph

/// A store of version 1 of the model, filled as the book's application does.
@MainActor
public struct BookStore {
  public let url: URL
  private let stack: StoreStack

  /// Makes an empty store.
  public init(at url: URL) throws {
    self.url = url
    stack = try StoreStack(
      model: .campgroundVersion1, store: PersistentStoreDescription(url: url))
  }

  /// Adds a camper.
  @discardableResult
  public func camper(_ name: String?, phone: String? = nil) throws -> ManagedObject {
    try make("Camper", ["fullName": name, "phoneNumber": phone])
  }

  /// Adds a campsite.
  @discardableResult
  public func site(
    _ number: Int16?, electricity: Bool? = nil, water: Bool? = nil
  ) throws -> ManagedObject {
    try make("CampSite", ["siteNumber": number, "electricity": electricity, "water": water])
  }

  /// Adds a reservation, which takes the campsite and the camper from the one that had them.
  @discardableResult
  public func reservation(
    _ status: String = "Reserved", from: Date?, to: Date?, of camper: ManagedObject? = nil,
    on site: ManagedObject? = nil
  ) throws -> ManagedObject {
    let reservation = try make(
      "Reservation",
      ["status": status, "dateFrom": from, "dateTo": to, "camper": camper, "campSite": site])
    // One save for each, as the book's services do, which also settles the order.
    try stack.mainContext.saveThrough()
    return reservation
  }

  /// Saves what there is and closes the store.
  public func close() throws {
    try stack.mainContext.saveThrough()
    try stack.close()
  }

  private func make(
    _ entity: String, _ values: KeyValuePairs<String, Any?>
  ) throws -> ManagedObject {
    let object = try EntityDescription.insertNewObject(
      forEntityName: entity, into: stack.mainContext)
    for (key, value) in values { try object.setValue(value, forKey: key) }
    return object
  }
}
