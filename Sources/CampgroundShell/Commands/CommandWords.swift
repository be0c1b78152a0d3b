import Campground

/// The words that some parameters choose from.
package enum CommandWords {
  /// The types of campsites.
  package static let siteTypes = CampSiteType.allCases.map(\.rawValue)

  /// The types of campsites that a rule is for.
  package static let ruleTypes = siteTypes + ["any"]

  /// The kinds of electricity at a campsite; the numbers are amperes.
  package static let electricity = ["none", "yes", "15", "30", "50"]

  /// Who closes a campsite.
  package static let blockKinds = SiteBlockKind.allCases.map(\.rawValue)

  /// The states of a reservation.
  package static let statuses = ReservationStatus.allCases.map(\.rawValue)

  /// How far the stays of a series lie apart.
  package static let seriesSteps = SeriesStep.allCases.map(\.rawValue)

  /// The amperes that a party needs.
  package static let amperes = ["none", "15", "30", "50"]

  /// Where somebody on the waitlist stands.
  package static let waitlistStatuses = WaitlistStatus.allCases.map(\.rawValue)

  /// How money changes hands.
  package static let paymentMethods = PaymentMethod.allCases.map(\.rawValue)

  /// How money comes in that is not drawn from a voucher.
  package static let moneyMethods = paymentMethods.filter { $0 != PaymentMethod.voucher.rawValue }

  /// The forms of what is printed for a guest.
  package static let paperFormats = ["text", "html"]

  /// What is switched.
  package static let switches = ["on", "off"]

  /// The forms of answers.
  package static let formats = [
    "table", "box", "markdown", "csv", "json", "jsonl", "line", "plain",
  ]
}
