extension CommandSyntax {
  /// The commands about reservations.
  static let reservationCommands: [CommandSyntax] =
    bookingCommands + stateCommands + changeCommands + splitCommands + assignmentCommands
    + listsOfADay

  // MARK: Booking

  private static let bookingCommands: [CommandSyntax] = [
    CommandSyntax(
      .reserve, "reserve", aliases: ["book"], [site],
      options: booking + [then] + repeating, alternatives: placeAndEnd,
      summary: "Book a campsite for a camper",
      details: """
        The night of the departure date is free for the next guest. Months are counted from the \
        arrival: from January 31 one month is to February 28, two are to March 31. A party of 4 is \
        four adults; adults and children count them apart. What is known of the party is checked \
        against the site. An arrival that is past takes override. Nights of a hold that is over can \
        be booked, also before those on the waitlist, who are named. Of a class the best site is \
        assigned, and the stay may be moved within the class until it is locked or checked in; others \
        are, where that makes room, and are named. With every and times it books a series of stays, \
        each counted from the first, all of them or none. With then the stay goes on upon other \
        sites, under one code and on one bill. A price is what each night costs, those \
        that are added later, too; only a discount that is asked for is taken off it. A stay without \
        a rate and a price has no price.
        """,
      examples: [
        "reserve 15 for \"Johnny Appleseed\" from 2026-07-01 nights 3",
        "reserve 15 for Rivera from 2026-07-04 to 2026-07-07 adults 2 children 3 length 38 pets 1",
        "reserve class \"RV 50A\" for Rivera from 2026-07-04 nights 3 length 38",
        "reserve 15 for Rivera from 2026-07-01 nights 5 then 16 on 2026-07-03",
        "reserve 15 for Rivera from 2026-07-01 nights 3 price 40",
        "reserve 15 for Rivera from 2027-01-31 months 6",
        "reserve 15 for Rivera from 2027-01-31 nights 2 every month times 6 skip-taken",
      ]),
    CommandSyntax(
      .hold, "hold", [site],
      options: booking + [.integer(.minutes, in: 1...10_080, "N", "how long the hold lasts")],
      alternatives: placeAndEnd,
      summary: "Keep nights for a camper for some minutes",
      details: "From its end on others may take the nights. It becomes a reservation with accept. "
        + "Without minutes it lasts as long as the campground's holds do.",
      examples: ["hold 15 for Rivera from 2026-07-04 nights 2 minutes 30"]),
    CommandSyntax(
      .request, "request", [site], options: booking, alternatives: placeAndEnd,
      summary: "Note a request for a stay",
      details: "It keeps no nights until it is accepted.",
      examples: ["request 15 for Rivera from 2026-07-04 nights 2"]),
    CommandSyntax(
      .draft, "draft", [site], options: booking, alternatives: placeAndEnd,
      summary: "Note an idea of a stay",
      details: "It keeps no nights until it is accepted.",
      examples: ["draft 15 for Rivera from 2026-07-04 nights 2"]),
  ]

  // MARK: States

  private static let stateCommands: [CommandSyntax] = [
    CommandSyntax(
      .reservationHold, "reservation hold", [code.required],
      options: [
        .integer(.minutes, in: 1...10_080, "N", "how long the hold lasts"), overriding, dryRun,
      ],
      summary: "Make a draft a hold, or prolong a hold",
      details: "It keeps the nights for some minutes from now on, as hold does. A hold that has "
        + "ended is not prolonged.",
      examples: ["reservation hold R-1 minutes 30"]),
    CommandSyntax(
      .reservationAccept, "accept", [code.required], options: [overriding, dryRun],
      summary: "Make a request, a hold or a draft a reservation",
      details: "A hold that has ended stays what it is.", examples: ["accept R-1"]),
    CommandSyntax(
      .reservationDecline, "decline", [code.required], options: [reason],
      summary: "Decline a request", examples: ["decline R-1 reason \"no room\""]),
    CommandSyntax(
      .reservationExpire, "expire", [code],
      summary: "End a hold, a draft or a request",
      details: "Without a code it ends what is over: holds whose time is up, drafts and requests "
        + "whose arrival date is past.", examples: ["expire R-1", "expire"]),
    CommandSyntax(
      .reservationCheckIn, "checkin", [code.required],
      options: [
        .flag(.early, "come before the arrival date, if the nights from today on are free"),
        undoing("check-in"), overriding, dryRun,
      ],
      summary: "Check a guest in, or take that back",
      details: "Whoever was on the site before has to be checked out. Early moves the arrival to "
        + "today, by a week at most, and keeps the rules about stays; the nights that it adds are "
        + "shown with their price. A stay that is to begin earlier than that gets other dates first, "
        + "as does one whose nights are over, unless it was a no-show. A guest who goes on upon "
        + "another site is checked out of the part before. Undo makes the stay reserved again where "
        + "the wrong guest was clicked, with the arrival that it had; on the same business day, and "
        + "while no night was charged since. (The command undo is for scratch pads.)",
      examples: ["checkin R-1", "checkin R-1 early", "checkin R-1 undo"]),
    CommandSyntax(
      .reservationCheckOut, "checkout", [code.required], options: [undoing("check-out"), dryRun],
      summary: "Check a guest out, or take that back",
      details: "Before the departure date it ends the stay today and frees the nights that are "
        + "left, those on other sites, too; a site by the day is had on that day. It tells how the "
        + "bill stands, which meter of the site was not read today, and which nights beyond the "
        + "departure are not billed. Undo puts the guest "
        + "back on the site on the same business day: nights that were given back have to be free "
        + "still, and what was charged is taken back by further lines.",
      examples: ["checkout R-1", "checkout R-1 undo"]),
    CommandSyntax(
      .reservationNoShow, "noshow", [code.required], options: [reason, dryRun],
      summary: "Note that a guest did not come, and free the nights",
      details: "It is for the day of arrival from the check-in time on; before, cancel is. When "
        + "the first night has passed nightly does it by itself, and for a guaranteed stay after "
        + "its last night. Nights that were held for a guaranteed stay and have passed are owed; "
        + "the policy speaks of those to come.", examples: ["noshow R-1"]),
    CommandSyntax(
      .reservationLate, "late", [code.required],
      options: [
        .timeOfDay(.at, "when the guest is expected"),
        .date(.on, "the day on which the guest is expected; the arrival date by default"),
        .flag(.undoing, "the stay is no longer guaranteed by the desk"),
      ],
      summary: "Guarantee a stay whose guest comes late",
      details: "The night audit does not make a no-show of it: the site is held to the last night, "
        + "and each night that passes is owed. A stay whose first night is paid is guaranteed "
        + "anyway. (\"campground edit guaranteed first\" holds no guaranteed stay beyond its first "
        + "night.)",
      examples: [
        "late R-1", "late R-1 at 23:30", "late R-1 at 10:00 on 2026-07-02", "late R-1 undo",
      ]),
    CommandSyntax(
      .reservationCancel, "reservation cancel", aliases: ["cancel"], [code.required],
      options: [reason, dryRun],
      summary: "Cancel a reservation and free its nights",
      details:
        "It says under which policy and by which of its steps money is kept. A hold, a draft "
        + "or a request is not canceled: it ends.",
      examples: ["cancel R-1", "cancel R-1 reason \"broken axle\""]),
    CommandSyntax(
      .reservationReinstate, "reinstate", [code.required],
      options: [overriding, dryRun],
      summary: "Make a canceled reservation valid again",
      details: "It is also for guests who did not come. Every night has to be free still, and the "
        + "rules about stays are asked as on the day on which it was booked first.",
      examples: ["reinstate R-1"]),
  ]

  // MARK: Changes

  private static let changeCommands: [CommandSyntax] = [
    CommandSyntax(
      .reservationExtend, "reservation extend", [code.required],
      options: [
        .nights(.nights, "how many nights are added"),
        .integer(.months, in: 1...1_000, "N", "how many months are added"),
        .date(.to, "the new date of departure"),
        overriding, reprice, dryRun,
      ],
      alternatives: [stayLengths],
      summary: "Add nights at the end of a stay",
      details: "Nights that the stay has keep what was agreed for them: price, discounts, fees and "
        + "taxes. Added ones have those of today. A stay of whole months goes on as it began: from "
        + "January 31 to February 28, then to March 31. Where the whole stay would cost something "
        + "else now, it says how much, and reprice takes that.",
      examples: [
        "reservation extend R-1 nights 2", "reservation extend R-1 months 1",
        "reservation extend R-1 to sunday dry-run",
      ]),
    CommandSyntax(
      .reservationShorten, "reservation shorten", [code.required],
      options: [
        .nights(.nights, "how many nights are taken away"),
        .integer(.months, in: 1...1_000, "N", "how many months are taken away"),
        .date(.to, "the new date of departure"), overriding, reprice, dryRun,
      ],
      alternatives: [stayLengths],
      summary: "Take nights away at the end of a stay",
      details: "The nights that are left keep what was agreed for them, as part of a week for "
        + "instance. Where they would cost something else now, it says how much, and reprice "
        + "takes that.",
      examples: ["reservation shorten R-1 nights 1"]),
    CommandSyntax(
      .reservationDates, "reservation dates", [code.required],
      options: [
        .date(.from, "the date of arrival").required
      ] + stayLength + [overriding, reprice, dryRun],
      alternatives: [stayLengths],
      summary: "Give a stay other dates",
      examples: ["reservation dates R-1 from 2026-07-03 nights 4"]),
    CommandSyntax(
      .reservationMove, "reservation move", [code.required],
      options: [
        .live(.destination, .campsite, "SITE", "the site's number or name").required, overriding,
        reprice, dryRun,
      ],
      summary: "Put a stay on another campsite",
      details: "What the party brings and needs has to fit the site. Nights have the prices of the "
        + "new site and keep the agreed discounts, fees and taxes. Of a guest who is here the nights "
        + "before today stay on the former site, at their price.",
      examples: ["reservation move R-1 to 16"]),
    CommandSyntax(
      .reservationSwap, "reservation swap", [code.required],
      options: [
        .live(.otherCode, .reservation, "CODE", "the other reservation's code").required,
        overriding, dryRun,
      ],
      summary: "Let two stays change their campsites",
      details: "Each has to fit its new site, its party and the rules about stays.",
      examples: ["reservation swap R-1 with R-2"]),
    CommandSyntax(
      .reservationReprice, "reservation reprice", [code.required], options: [dryRun],
      summary: "Give a stay the prices of today",
      details: "Nights that were posted to the bill keep their price. The others cost what the "
        + "whole stay would cost now, by weeks and months, less what the posted ones have of these. "
        + "A price or a discount that was agreed at the desk is given up.",
      examples: ["reservation reprice R-1", "reservation reprice R-1 dry-run"]),
    CommandSyntax(
      .reservationEdit, "reservation edit", [code.required],
      options: [.live(.guest, .camper, "CAMPER", "the camper's name")] + party
        + [note.clearable, discount.clearable, policy, price, dryRun],
      summary: "Change who comes, or what was agreed",
      details: """
        A note or a discount of "" is taken away, and so is a policy of none. A discount or a price is \
        for the nights to come, which are neither charged nor past; it is shown which ones get it, and \
        all else that was agreed for them stays. A discount by an amount is taken off them whole, as \
        far as they go. A price is that of nights that are added later, too; it is taxed as any other, \
        and only a discount that is asked for is taken off it. The command reservation reprice goes \
        back to the rates.
        """,
      examples: [
        "reservation edit R-1 party 4 pets 1 note \"late arrival\"",
        "reservation edit R-1 price 40",
        "reservation edit R-1 discount \"\" policy Lax",
      ]),
    CommandSyntax(
      .reservationList, "reservation list",
      options: [
        .word(.status, CommandWords.statuses, "STATUS", "the state"),
        .live(.site, .campsite, "SITE", "the site's number or name"),
        .live(.camper, .camper, "CAMPER", "the camper's name"),
        .date(.from, "only stays with nights on that date or later"),
      ] + partOfList,
      summary: "List reservations by date of arrival",
      examples: [
        "reservation list status Reserved site 15", "reservation list from today limit 20",
      ]),
    CommandSyntax(
      .reservationShow, "reservation show", [code.required],
      summary: "Show a reservation", examples: ["reservation show R-1"]),
  ]

  // MARK: A day

  private static let listsOfADay: [CommandSyntax] = [
    CommandSyntax(
      .arrivals, "arrivals", [ofDay], summary: "List who arrives on a day, by default today",
      details: "Today's list has those, too, who should have come before. Who comes from another "
        + "site is marked with it.",
      examples: ["arrivals", "arrivals 2026-07-04"]),
    CommandSyntax(
      .departures, "departures", [ofDay], summary: "List who leaves on a day, by default today",
      details: "Today's list has those, too, who should have left before. Who goes on to another "
        + "site is marked with it.",
      examples: ["departures"]),
    CommandSyntax(
      .inHouse, "inhouse", [ofDay], summary: "List who is here; for another day, whose night it is",
      examples: ["inhouse", "inhouse 2026-07-04"]),
  ]

  // MARK: Parameters

  /// Which part of a long list is shown.
  static let partOfList: [Parameter] = [
    .integer(.limit, in: 1...1_000_000, "N", "how many are listed at most"),
    .integer(.offset, in: 0...Int.max, "N", "how many are passed over"),
  ]

  private static let code = Parameter.live(
    .code, .reservation, "CODE", "the reservation's code")

  private static let site = Parameter.live(.site, .campsite, "SITE", "the site's number or name")

  private static let ofDay = Parameter.date(.date, "the date")

  private static let reason = Parameter.text(.reason, "TEXT", "why")

  /// How a stay comes again.
  private static let repeating: [Parameter] = [
    .word(.every, CommandWords.seriesSteps, "STEP", "how far the stays of a series lie apart"),
    .integer(.times, in: 2...600, "N", "how many stays a series has"),
    .flag(.skipTaken, "leave out stays of a series that are in the way of others"),
  ]

  /// Takes back what a command did to the wrong guest.
  static func undoing(_ step: String) -> Parameter {
    .flag(.undoing, "take the \(step) back, of the same day")
  }

  private static let note = Parameter.text(.note, "TEXT", "whatever else there is to say")

  static let dryRun = Parameter.flag(.dryRun, "show what would come of it, and do nothing")

  private static let reprice = Parameter.flag(
    .reprice, "give nights that were agreed the prices of today")

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

  /// Whom a campsite is booked for, when, and what else is known.
  static let booking: [Parameter] = [bookedClass] + bookingOfSites

  /// The same where campsites are named.
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
