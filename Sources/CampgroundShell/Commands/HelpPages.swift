import CommandKit

/// Help pages about subjects other than commands.
enum HelpPages {
  /// The pages by their topics.
  static let all = ["start": start, "language": language, "predicate": predicate]

  /// The first page, which fits a screen of 24 lines.
  static let overview: HelpText<Session>.Overview = (
    introduction: "New here? \"help start\" sets up a campground step by step.",
    everyday: [
      "find", "available", "reserve", "checkin", "checkout", "pay", "folio", "arrivals", "nightly",
    ],
    closing: """
    "help reserve" explains a command, "help walk-in" finds one by another word,
    "help language" explains how to write commands.
    """
  )

  /// How rates make the price of a stay, above the commands about prices.
  static let prices = """
      rate add Base 52
      rate add Weekend 60 weekdays fri,sat
      rate add Week 300 kind weekly
      quote 15 from 2027-06-10 nights 8 why

    Eight nights from a Thursday cost 352: a week and a night. Length comes first:
    whole months, whole weeks, then nights. Then place: the site, its class, its
    type, all. Then time: the shorter season, then weekdays. Special dates, a
    season of up to 14 nights, win over all of these, but not within months. A
    place with nightly prices for all weekdays keeps them within general weeks.
    """

  private static let start = """
    Set up a campground in eight steps. Each line works as it stands; put in your
    own names and numbers.

      campground add "Pine Hollow" timezone America/Denver currency USD
      class add "RV 50A"
      campsite add 15 class "RV 50A" type rv electricity 50 water yes length 40
      rate add Base 45
      rate add Weekend 55 type rv weekdays fri,sat
      tax add "Lodging tax" 12.5%
      policy add Standard steps "0-1 all, 2-6 nights 1, 7+ nothing"
      employee add "Mia Park" department Office

    Then the first guest:

      camper add "Johnny Appleseed" phone 408-555-1234
      available from today nights 2
      reserve 15 for Appleseed from today nights 2
      pay R-1 50 card
      checkin R-1
      checkout R-1

    "help prices" lists what a stay can cost, "help campsites" what a site can have.
    """

  private static let language = #"""
    A command is a noun and a verb, or just a verb, then values and options in any
    order: camper add "Johnny Appleseed" phone 408-555-1234

      "…" '…'     text of several words; \" \' \\ \n \t \u{E9} are characters
      2026-07-01  a date, also 7/1 or July 1; a stay includes the night of its
                  first date
      friday      the next Friday after today; also today, tomorrow, yesterday, +3
                  (in three days) and -1, by the campground's clock
      ;           ends a command, like the end of the line
      \           at the end of a line continues the command on the next, like an
                  open quote or bracket
      #           at the start of a word makes the rest of the line a comment
      --          may stand before an option: --dry-run is dry-run
    """#
}
