import CommandKit

/// Help pages about subjects other than commands.
enum HelpPages {
  /// The pages by their topics.
  static let all = [
    "start": start, "tour": tour, "language": language, "predicate": predicate,
    "conditions": conditions, "to": files, "cron": cron,
  ]

  /// The first page, which fits a screen of 24 lines.
  static let overview: HelpText<Session>.Overview = (
    introduction: """
    New here? "help start" sets up a campground, "help tour" shows one at work.
    """,
    everyday: [
      "find", "available", "reserve", "checkin", "checkout", "pay", "folio", "arrivals", "nightly",
    ],
    closing: """
    "help reserve" explains a command or a word, "help language" how to write them.
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
    type, all. Then time: the shorter season or dates, then weekdays. Special
    dates, up to 14 nights, win over all of these, but not within months. A place
    with nightly prices for all weekdays keeps them within general weeks.
    """

  /// The nights and places of rules, which are the same for rates, discounts, fees, taxes, deposit
  /// rules and stay rules.
  private static let conditions = """
    Rates, discounts, fees, taxes, deposit rules and stay rules are for all nights
    and all sites, unless they name some. Of several conditions, all must be met.

      season Summer     the nights of a season (see season add)
      weekdays fri,sat  the nights of Friday and Saturday; mon-thu, weekend
      from 2027-05-01   the first night; a night begins on its date
      to 2027-09-30     the last night
      class "RV 50A"    the sites of a class, and stays booked by the class
      type cabin        the sites of a type; any stands for all of them
      site 15           one site, but not stays booked by class; site 15-17 with add
                        makes a rule for each

      tax add "Resort tax" 3% season Summer
      fee add "Boat slip" 12 per night site 15
      discount add Midweek 20% weekdays sun-thu class "RV 50A" automatic yes
      deposit add Peak 100% from 2027-07-01 to 2027-07-05

    Rates, discounts, fees and taxes look at each night by itself. A deposit is for
    a stay: the night of the arrival and the place where the stay begins decide. A
    stay rule looks at nights, arrivals or departures, as its kind says. A policy is
    for a class or for all stays: a stay keeps one policy for all its nights.

    With edit, "" or none clears a condition, and any clears the type.
    """

  private static let files = """
    Answers as files: every list, report, paper and query takes to FILE at its end.

      arrivals to today.csv
      report revenue from 2026-07-01 to 2026-07-31 to july.csv
      fetch Camper where email != nil sort fullName to campers.json
      find apple to found.html

    The ending says what is written: .csv for a spreadsheet such as Excel, .json
    and .jsonl for programs, .md, .html and .txt to read. A path with a slash and
    any other ending gets the format that answers have in the shell (.output).
    Reports with a chart also go to an .svg file, which a browser shows, and
    everything to a .pdf file if weasyprint, wkhtmltopdf or chromium is installed.

      raw       in .csv, leave texts as they are; otherwise one that begins with
                = + - @ or a tab gets an apostrophe, so that a spreadsheet does
                not compute it, and imports take it off again
      replace   overwrite a file; without it, a script stops at a file that is not
                empty, and at a terminal the shell asks

    A file is written whole or not at all, and only you can read it; everybody can
    read one of available and month, which have no names. A command that changes
    something takes no to FILE. .once FILE writes the next answer, .output FILE all
    answers from then on, export FOLDER everything.
    """

  private static let cron = #"""
    A copy of the store each night, without anybody at the desk. This line in
    crontab -e copies it at three, to a file with the date and the time:

      0 3 * * * campground --store PATH -c "backup DIR"

    And this one keeps a copy for each day of the week, and replaces it a week
    later; a % needs a backslash there:

      0 3 * * * campground --store PATH -c "backup DIR/$(date +\%a).sqlite replace"

    If a copy cannot be made, campground says why and ends with a status other than
    zero, and cron sends what it says by mail. Look at a copy now and then:

      campground --store COPY --readonly -c check

    "help backup" explains the command, "help restore" the way back.
    """#

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
    From another program, "import reservations FILE dry-run" shows what would come.
    """

  private static let tour = """
    A morning at a made-up campground of 120 sites, in fifteen lines. This opens it:

      campground --demo --now 2026-07-15T09:00

    Who comes, who goes, and who is where:

      arrivals
      departures
      calendar from today days 14 loop Bay

    A caller wants a cabin next week, takes one, and pays for the first night:

      available from monday nights 3 class Cabin
      reserve class Cabin for "Jo Appleseed" phone 555-0123 from monday nights 3
      pay Appleseed 129 card

    Last night's late guest is here, and another one asks for her bill:

      checkin Thorsen
      folio Aldridge

    What the policy keeps of a stay that is canceled, and how it comes back:

      cancel Delacroix
      undo

    Whom to call about a free site, how full the month is, what it brings, how the
    next one compares with last year, and a list as a file:

      waitlist calls
      report occupancy this month by class
      report revenue this month by class
      report pace next month
      arrivals to today.csv

    The first start of a day takes up to a minute; --demo-short leaves out the two
    years before, and takes seconds. What you try is kept until the next day, in
    every shell that opens it; --demo-new begins again. Without --now, the demo is
    about today.
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
      to FILE     after a list, a report or a query, the file for the answer: see
                  help to
    """#
}
