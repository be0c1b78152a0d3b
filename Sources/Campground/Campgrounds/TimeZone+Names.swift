import Foundation

extension TimeZone {
  /// The time zone with a name from the time zone database, such as `America/Los_Angeles`,
  /// `US/Pacific`, `EST5EDT`, `Etc/UTC` or `UTC`, or with a common name in the United States and
  /// Canada, such as `Pacific`, `Eastern Time`, `PST` or `EDT`, which observes daylight saving time
  /// as the region does.
  ///
  /// - Returns: nil for unknown names, other abbreviations, and offsets such as `GMT+5`, which do
  ///   not say when daylight saving time begins.
  package static func named(_ name: String) -> TimeZone? {
    if let identifier = common[key(name)] { return TimeZone(identifier: identifier) }
    let isOffset = !name.contains("/") && name.contains { $0 == "+" || $0 == "-" }
    let isShort = abbreviationDictionary[name] != nil && name != "UTC" && name != "GMT"
    return isOffset || isShort ? nil : TimeZone(identifier: name)
  }

  /// The common names of time zones, besides those of the database.
  package static let commonNames = [
    "Pacific", "Mountain", "Central", "Eastern", "Atlantic", "Alaska", "Hawaii", "Arizona",
    "Newfoundland",
  ]

  private static func key(_ name: String) -> String {
    let words = name.lowercased().split { $0 == " " || $0 == "_" }
    return words.filter { !["time", "standard", "daylight"].contains($0) }.joined(separator: " ")
  }

  private static let common: [String: String] = [
    "pacific": "America/Los_Angeles", "pst": "America/Los_Angeles", "pdt": "America/Los_Angeles",
    "pt": "America/Los_Angeles",
    "mountain": "America/Denver", "mst": "America/Denver", "mdt": "America/Denver",
    "mt": "America/Denver",
    "central": "America/Chicago", "cst": "America/Chicago", "cdt": "America/Chicago",
    "ct": "America/Chicago",
    "eastern": "America/New_York", "est": "America/New_York", "edt": "America/New_York",
    "et": "America/New_York",
    "atlantic": "America/Halifax", "ast": "America/Halifax", "adt": "America/Halifax",
    "alaska": "America/Anchorage", "akst": "America/Anchorage", "akdt": "America/Anchorage",
    "hawaii": "Pacific/Honolulu", "hst": "Pacific/Honolulu", "arizona": "America/Phoenix",
    "newfoundland": "America/St_Johns", "nst": "America/St_Johns", "ndt": "America/St_Johns",
  ]
}
