import Campground
import Foundation

/// The names of properties for people, and the recorded values of the audit in words.
extension Session {
  /// The name of a property for people, by default its words: "former site" for `formerSite`, and
  /// "active" for `isActive`.
  nonisolated static func word(for name: String) -> String {
    if let word = words[name] { return word }
    var word = ""
    let name = name.split(separator: ".").last.map(String.init) ?? name
    for character in name.hasSuffix("Minor") ? String(name.dropLast(5)) : name {
      word += character.isUppercase ? " \(character.lowercased())" : "\(character)"
    }
    return word.hasPrefix("is ") ? String(word.dropFirst(3)) : word
  }

  /// A recorded value in words, with the currency and time zone of the campground.
  func text(of value: String?, property: String, at campground: Campground?) -> String? {
    guard let value else { return nil }
    if property.hasSuffix("Minor"), let minorUnits = Int64(value) {
      return "\(Money(minorUnits: minorUnits, campground?.currency ?? .usd))"
    }
    if property.hasSuffix("Minute"), let minute = Int16(value) {
      return "\(TimeOfDay(minute: minute))"
    }
    if property == "weekdays", let bits = Int16(value) {
      return bits == 0 ? "all" : "\(Weekdays(rawValue: bits))"
    }
    if property == "status", let status = ReservationStatus(rawValue: value) { return status.title }
    if let instant = try? Date(value, strategy: .iso8601) {
      return "\(WallTime(instant, in: campground?.timeZone ?? timeZone))"
    }
    return value
  }

  /// What someone else changed, in the shell's words: `someone changed camper Ada meanwhile: phone
  /// 555-1 is now 555-3`.
  func sentence(about change: MeanwhileChange) -> String {
    guard let property = change.property else { return "\(change)" }
    let campground = try? campgrounds.current()
    func words(_ value: String?) -> String {
      text(of: value, property: property, at: campground) ?? "nothing"
    }
    return "someone changed \(change.label) meanwhile: \(Self.word(for: property)) "
      + "\(words(change.shown)) is now \(words(change.now))"
  }

  /// The names of properties that differ from the words of the property.
  nonisolated private static let words = [
    "fullName": "name", "phoneNumber": "phone", "rigLength": "length",
    "maximumVehicleLength": "length", "maximumPeople": "party", "maximumVehicles": "vehicles",
    "petsAllowed": "pets", "dateFrom": "from", "dateTo": "to", "checkInMinute": "checkin",
    "checkOutMinute": "checkout", "noShowAfter": "noshow", "guaranteedNoShowAfter": "guaranteed",
    "expectedAt": "expected", "heldNights": "nights held", "cutOffMinute": "cutoff",
    "timeZoneIdentifier": "timezone", "currencyCode": "currency", "changeFeeMinor": "changefee",
    "graceMinutes": "grace", "minimumNights": "minnights", "exemptFromNights": "exempt",
    "taxesKeptMoney": "kept", "pricesIncludeTax": "tax included", "firstNight": "from",
    "lastNight": "to",
    "includedCount": "included", "siteType": "type", "campSite": "site", "camper": "guest",
    "siteNumber": "number", "holdExpiresAt": "held until", "formerSiteName": "former site",
    "siteClass": "class", "formerClassName": "former class", "overriddenRules": "rules overridden",
    "startDate": "start", "vacationDays": "vacation", "taxGroup": "group", "createdAt": "since",
    "withdrawnAt": "withdrawn", "calledAt": "called", "askedAgainAt": "asked again",
  ]
}
