import Campground

/// The words that some parameters choose from.
public enum CommandWords {
  /// The types of campsites.
  public static let siteTypes = CampSiteType.allCases.map(\.rawValue)

  /// The types of campsites that a rule is for.
  public static let ruleTypes = siteTypes + ["any"]

  /// For how long rates are.
  public static let rateKinds = RateKind.allCases.map(\.rawValue)

  /// What amounts are counted by.
  public static let bases = ChargeBasis.allCases.map(\.rawValue)

  /// The kinds of electricity at a campsite; the numbers are amperes.
  public static let electricity = ["none", "yes", "15", "30", "50"]

  /// The kinds of rules about stays.
  public static let ruleKinds = StayRuleKind.allCases.map(\.rawValue)

  /// The nights after which a stay is a no-show.
  public static let noShowNights = NoShowNight.allCases.map(\.rawValue)

  /// Who closes a campsite.
  public static let blockKinds = SiteBlockKind.allCases.map(\.rawValue)

  /// The states of a reservation.
  public static let statuses = ReservationStatus.allCases.map(\.rawValue)

  /// How far the stays of a series lie apart.
  public static let seriesSteps = SeriesStep.allCases.map(\.rawValue)

  /// The amperes that a party needs.
  public static let amperes = ["none", "15", "30", "50"]

  /// Where somebody on the waitlist stands.
  public static let waitlistStatuses = WaitlistStatus.allCases.map(\.rawValue)

  /// How money changes hands.
  public static let paymentMethods = PaymentMethod.allCases.map(\.rawValue)

  /// How money comes in that is not drawn from a voucher.
  public static let moneyMethods = paymentMethods.filter { $0 != PaymentMethod.voucher.rawValue }

  /// How money goes back.
  public static let refundMethods = ["credit", "cash", "card", "check", "transfer"]

  /// Where guests are whose bills are listed.
  public static let whereabouts = OpenBill.Whereabouts.allCases.map(\.rawValue)

  /// What meters count.
  public static let meterKinds = MeterKind.allCases.map(\.rawValue)

  /// The forms of what is printed for a guest.
  public static let paperFormats = ["text", "html"]

  /// What is switched.
  public static let switches = ["on", "off"]

  /// The forms of answers.
  public static let formats = [
    "table", "box", "markdown", "csv", "json", "jsonl", "line", "plain",
  ]
}
