/// Parameters that the commands about groups, the waitlist, quotes and free sites share.
extension CommandSyntax {
  /// Which part of a long list is shown.
  static let partOfList: [Parameter] = [
    .integer(.limit, in: 1...1_000_000, "N", "how many are listed at most"),
    .integer(.offset, in: 0...Int.max, "N", "how many are passed over"),
  ]

  /// Takes back what a command did to the wrong guest.
  static func undoing(_ step: String) -> Parameter {
    .flag(.undoing, "take the \(step) back, of the same day")
  }

  private static let note = Parameter.text(.note, "TEXT", "whatever else there is to say")

  static let dryRun = Parameter.flag(.dryRun, "show what would come of it, and do nothing")

  static let overriding = Parameter.flag(
    .overriding, "break rules about stays on purpose; the reservation keeps a record of it")

  /// Who comes, with what, and what they cannot do without.
  static let party: [Parameter] =
    partyCounts + [
      .integer(.length, in: 1...1_000, "FEET", "the length of the longest vehicle in feet"),
      .word(.electricity, CommandWords.amperes, "AMPERES", "the amperes that are needed"),
      .boolean(.water, "whether water is needed"),
      .boolean(.sewer, "whether a sewer is needed"),
      .boolean(.accessible, "whether a wheelchair comes"),
    ]

  /// Who comes, as far as charges count them.
  static let partyCounts: [Parameter] =
    [.integer(.party, in: 1...10_000, "N", "the number of people, where all are adults")]
    + adultsAndChildren + [
      .integer(.vehicles, in: 0...1_000, "N", "the number of vehicles"),
      .integer(.petCount, in: 0...1_000, "N", "the number of pets"),
    ]

  static let adultsAndChildren: [Parameter] = [
    .integer(.adults, in: 0...10_000, "N", "the number of adults"),
    .integer(.children, in: 0...10_000, "N", "the number of children"),
  ]

  private static let discount = Parameter.live(
    .discount, .discount, "NAME", "the name of a discount")

  private static let policy = Parameter.live(
    .policy, .policy, "NAME", "the cancellation policy, or none"
  ).clearable

  /// A campsite or a class, and how long it is booked.
  static let placeAndEnd = [["site", "class"], stayLengths]

  /// The options of which one says how long a stay is.
  static let stayLengths = stayLength.map(\.name)

  /// How long a stay is.
  static let stayLength: [Parameter] = [
    .nights(.nights, "the number of nights"),
    .integer(.months, in: 1...1_000, "N", "the number of months from the arrival"),
    .date(.to, "the date of departure"),
  ]

  /// Whom campsites are booked for, when, and what else is known.
  static let bookingOfSites: [Parameter] =
    [
      .live(.guest, .camper, "CAMPER", "the camper's name").required,
      .date(.from, "the date of arrival").required,
    ] + stayLength + party + [
      note, discount, policy, price, overriding, dryRun,
    ]

  /// What a night costs by an agreement at the desk.
  static let price = Parameter.decimal(
    .price, "AMOUNT", "what a night costs, whatever the rates say")
}
