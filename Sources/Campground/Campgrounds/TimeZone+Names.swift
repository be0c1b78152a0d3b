import Foundation

extension TimeZone {
  /// The time zone of a name in the time zone database, such as `America/Los_Angeles`,
  /// `US/Pacific`, `EST5EDT`, `Etc/UTC` or `UTC`.
  ///
  /// - Returns: nil for names that are not there, and for abbreviations and offsets, such as `PST`
  ///   and `GMT+5`: they do not say when summer time begins.
  package static func named(_ name: String) -> TimeZone? {
    let isOffset = !name.contains("/") && name.contains { $0 == "+" || $0 == "-" }
    let isShort = abbreviationDictionary[name] != nil && name != "UTC" && name != "GMT"
    return isOffset || isShort ? nil : TimeZone(identifier: name)
  }
}
