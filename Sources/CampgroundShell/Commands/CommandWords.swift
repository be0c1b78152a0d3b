import Campground

/// The words that some parameters choose from.
package enum CommandWords {
  /// The types of campsites.
  package static let siteTypes = CampSiteType.allCases.map(\.rawValue)

  /// The types of campsites that a rule is for.
  package static let ruleTypes = siteTypes + ["any"]

  /// The kinds of electricity at a campsite; the numbers are amperes.
  package static let electricity = ["none", "yes", "15", "30", "50"]

  /// The amperages that a party may need.
  package static let amperes = ["none", "15", "30", "50"]

  /// The values of a switch.
  package static let switches = ["on", "off"]
}
