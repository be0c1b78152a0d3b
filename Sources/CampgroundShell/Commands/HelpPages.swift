import CommandKit

/// The help about what is no command.
enum HelpPages {
  /// The pages by their topics.
  static let all = ["start": start, "language": language, "predicate": predicate]

  /// The first page, which fits a screen of 24 lines.
  static let overview = HelpText<Session>.Overview(
    introduction: "New here? \"help start\" sets up a campground step by step.",
    everyday: [
      "find", "available", "reserve", "checkin", "checkout", "pay", "folio", "arrivals", "nightly",
    ],
    closing: """
      "help reserve" explains a command, "help walk-in" finds one by another word,
      "help language" tells how commands are written.
      """)

  private static let start = """
    A campground in eight steps. Each line works as it stands; put your own names
    and numbers in.

      campground add "Pine Hollow" zone Pacific currency USD checkin 14:00
      class add "RV 50A" type rv
      campsite add 15 type rv electricity 50 water yes sewer yes length 40 rate 45
      rate add Weekend 55 weekdays fri,sat
      tax add "Lodging tax" 12.5%
      policy add Standard
      employee add "Mia Park" department Office
      use "Pine Hollow"

    Then the first guest:

      camper add "Johnny Appleseed" phone 408-555-1234
      available from friday nights 2
      reserve 15 for Appleseed from friday nights 2
      pay R-1 50 card
      checkin R-1
      checkout R-1

    "help prices" lists what a stay can cost, "help campsites" what a site can be.
    """

  private static let language = #"""
    A command is a noun and a verb, or a verb alone, then its values and options
    in any order: camper add "Johnny Appleseed" phone 408-555-1234

      "…" '…'     keep spaces; inside, \" \' \\ \n \t \u{E9} stand for characters
      2026-07-01  is a date; a stay begins with the night of its first date
      today, tomorrow, yesterday, friday (the next one after today), +3 (in three
                  days) and -1 are dates, too, by the campground's clock and zone
      ;           ends a command, as the end of the line does
      \           at the end of a line continues the command on the next one, as
                  an open quote or bracket does
      #           at the beginning of a word makes the rest of the line a comment
      --          may stand before the name of an option: dry-run or --dry-run
    """#
}
