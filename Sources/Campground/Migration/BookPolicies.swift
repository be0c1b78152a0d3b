import Foundation
import ObjectGraph

/// Makes the campground that owns everything from the book's store.
final class BookCampgroundPolicy: EntityMigrationPolicy {
  override func begin(_ mapping: EntityMapping, with manager: MigrationManager) throws {
    let facts = mapping.userInfo
    guard let timeZone = facts[BookMapping.Fact.timeZone].flatMap(TimeZone.init(identifier:)),
      let seconds = facts[BookMapping.Fact.now].flatMap(Double.init)
    else {
      throw ObjectGraphError(
        .entityMigrationPolicy,
        "the mapping \(mapping.name) lacks the time zone or the current time",
        repair: "make it with BookMapping.model(in:at:)")
    }
    let campground = try manager.make(
      "Campground",
      [
        "name": Campground.defaultName, "timeZoneIdentifier": timeZone.identifier,
        "currencyCode": Currency.usd.code,
      ])
    BookMigration(
      campground, in: timeZone, at: Date(timeIntervalSinceReferenceDate: seconds)
    ).begin(manager)
  }
}

/// Makes a camper from a camper of the book, who may lack a name.
final class BookCamperPolicy: EntityMigrationPolicy {
  override func createDestinationInstances(
    forSource source: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {
    let name = try source.value(forKey: "fullName") as? String
    let phone = try source.value(forKey: "phoneNumber") as? String
    let camper = try manager.make(
      "Camper",
      [
        "fullName": BookMigration.of(manager).nextName(name),
        "phoneNumber": NameRule.mended(phone),
        "note": Self.note([("name", name), ("phone number", phone)]),
      ])
    manager.associate(sourceInstance: source, withDestinationInstance: camper, for: mapping)
  }

  /// The texts that do not fit on one line; nil for none.
  private static func note(_ texts: [(what: String, text: String?)]) -> String? {
    let told = texts.compactMap { what, text -> String? in
      guard let text = NameRule.optional(text), NameRule.mended(text) != text else { return nil }
      return "the \(what) was recorded as \"\(text)\""
    }
    return told.isEmpty ? nil : "Before the migration: \(told.joined(separator: "; "))"
  }
}

/// Makes a campsite from a campsite of the book, whose number may be missing or a duplicate.
final class BookCampSitePolicy: EntityMigrationPolicy {
  override func createDestinationInstances(
    forSource source: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {
    let book = try BookMigration.of(manager)
    let number = (try source.value(forKey: "siteNumber") as? any BinaryInteger)
      .flatMap { Int16(exactly: $0) }
    let name = book.nextName(ofNumber: number)
    let isKept = number.map { "\($0)" == name } ?? true
    let site = try manager.make(
      "CampSite",
      [
        "name": name, "siteNumber": CampSite.number(in: name),
        "electricity": try source.value(forKey: "electricity"),
        "water": try source.value(forKey: "water"), "campground": book.campground,
        "note": isKept
          ? nil : number.map { "Before the migration: the number was recorded as \($0)" },
      ])
    manager.associate(sourceInstance: source, withDestinationInstance: site, for: mapping)
  }
}
