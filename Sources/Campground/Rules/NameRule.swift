import Foundation

/// What a name of a camper, campsite or campground must be.
enum NameRule {
  /// The name without white space around it.
  ///
  /// - Throws: `CampgroundError.emptyName` when nothing is left.
  static func checked(_ name: String, of what: String) throws(CampgroundError) -> String {
    let trimmed = name.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty else { throw .emptyName(of: what) }
    return trimmed
  }

  /// The text without white space around it, nil when nothing is left.
  static func optional(_ text: String?) -> String? {
    let trimmed = text?.trimmingCharacters(in: .whitespacesAndNewlines)
    return trimmed?.isEmpty == false ? trimmed : nil
  }
}
