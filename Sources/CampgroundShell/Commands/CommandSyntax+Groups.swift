extension CommandSyntax {
  /// The commands about groups on one bill.
  ///
  /// `group` alone is the verb that works out values of groups of objects: it takes an entity, and
  /// no entity is called as one of these verbs.
  static let groupCommands: [CommandSyntax] = [
    CommandSyntax(
      .groupBook, "group book", [.text(.name, "NAME", "the group's name").required],
      options: [sites] + bookingOfSites, alternatives: [stayLengths],
      summary: "Book several campsites on one bill",
      details: "All of them or none. The party is that of each site.",
      examples: [
        "group book \"Scout troop 7\" sites 1,2,3 for Rivera from 2026-07-01 nights 3 party 6"
      ]),
    CommandSyntax(
      .groupAdd, "group add", [group], options: [sites] + bookingOfSites,
      alternatives: [stayLengths],
      summary: "Book more campsites on a group's bill",
      examples: ["group add \"Scout troop 7\" sites 4 for Rivera from 2026-07-02 nights 2"]),
    CommandSyntax(
      .groupJoin, "group join", [code],
      options: [.live(.joined, .group, "NAME", "the group's name").required],
      summary: "Put a reservation on a group's bill",
      details: "Not possible once something was charged or paid for it.",
      examples: ["group join R-9 to \"Scout troop 7\""]),
    CommandSyntax(
      .groupLeave, "group leave", [code],
      summary: "Take a reservation off its group's bill",
      details: "Not possible once something was charged or paid for it.",
      examples: ["group leave R-9"]),
    CommandSyntax(
      .groupCharge, "group charge", [group],
      options: [
        .decimal(.amount, "AMOUNT", "how much").required,
        .text(.sharedItem, "TEXT", "what for").required,
      ],
      summary: "Charge an amount to a group in equal shares",
      details: "The shares of the stays add up to the amount exactly: 100.00 for three sites is "
        + "33.34, 33.33 and 33.33. Drafts, holds and requests have none, and are named.",
      examples: ["group charge \"Scout troop 7\" amount 100 for \"Meeting hall\""]),
    CommandSyntax(
      .groupPay, "group pay",
      [
        group, .decimal(.amount, "AMOUNT", "how much").required,
        .word(.method, CommandWords.moneyMethods, "METHOD", "how it is paid").required,
      ],
      options: [.text(.reference, "TEXT", "the number of the slip or check"), businessDay],
      summary: "Take money for a group",
      details: "Each stay gets what it owes, one after the other, also one that was called off, as "
        + "far as the amount goes; what is left over is a credit of the first that is booked. A "
        + "voucher is redeemed with pay.",
      examples: ["group pay \"Scout troop 7\" 240 check reference 118"]),
    CommandSyntax(
      .groupCheckIn, "group checkin", [group],
      options: [
        .flag(.early, "come before the arrival date, if the nights from today on are free"),
        undoing("check-in"), overriding, trial,
      ],
      summary: "Check in all of a group that are reserved",
      details: "All of them or none. Who comes on another day is checked in alone. Undo takes back "
        + "the last check-in, of all who came by it.",
      examples: ["group checkin \"Scout troop 7\"", "group checkin \"Scout troop 7\" undo"]),
    CommandSyntax(
      .groupCheckOut, "group checkout", [group], options: [undoing("check-out"), trial],
      summary: "Check out all of a group that are here",
      details: "All of them or none; what each owes is shown. Undo takes back the last check-out, "
        + "of all who left by it.",
      examples: ["group checkout \"Scout troop 7\"", "group checkout \"Scout troop 7\" undo"]),
    CommandSyntax(.groupList, "group list", summary: "List the groups"),
    CommandSyntax(
      .groupShow, "group show", [group], summary: "Show a group with its stays and its bill",
      examples: ["group show \"Scout troop 7\""]),
    CommandSyntax(
      .groupCancel, "group cancel", [group],
      options: [
        .text(.reason, "TEXT", "why"),
        trial,
      ],
      summary: "Cancel all that is to come of a group",
      details: "Guests who are here stay. One site alone is canceled as any reservation.",
      examples: ["group cancel \"Scout troop 7\" reason rain"]),
    CommandSyntax(
      .groupConfirmation, "group confirmation", [group], options: paper,
      summary: "Print the confirmation of a whole group",
      details: "Each stay has its lines and its sum; of one that was called off, what is kept.",
      examples: [
        "group confirmation \"Scout troop 7\"",
        "group confirmation \"Scout troop 7\" to scouts.html",
      ]),
    CommandSyntax(
      .groupReceipt, "group receipt", [group], options: paper,
      summary: "Print the receipt of a whole group",
      details: "It has the lines of the folio by stay; the sums are those of the lines.",
      examples: [
        "group receipt \"Scout troop 7\"",
        "group receipt \"Scout troop 7\" to scouts-receipt.html",
      ]),
    CommandSyntax(
      .groupBill, "group bill", [group],
      options: [.flag(.all, "each line of the ledger, also those of taxes and discounts by day")],
      summary: "Show what was charged to a group and paid",
      details: """
        Each line says whose it is; what each stay comes to is shown behind the lines. What a hold of \
        the group comes to is not due: what would be due with it stands behind if booked.
        """,
      examples: ["group bill \"Scout troop 7\"", "group bill \"Scout troop 7\" all"]),
  ]

  /// The business day of a line.
  private static let businessDay = Parameter.date(.on, "another open day than the business day")

  private static let paper: [Parameter] = [
    .word(
      .paperFormat, CommandWords.paperFormats, "FORMAT",
      "the form; by default as the file is called, or text"),
    .file(.toFile, "a file to write it to; - is where answers go"),
    .flag(.replace, "write the file anew when it is there already"),
  ]

  private static let trial = Parameter.flag(.dryRun, "show what would come of it, and do nothing")

  private static let group = Parameter.live(.groupName, .group, "NAME", "the group's name").required

  private static let code = Parameter.live(
    .code, .reservation, "CODE", "the reservation's code"
  ).required

  private static let sites = Parameter.text(
    .sites, "SITE,…", "the sites' numbers or names, separated by commas"
  ).required
}
