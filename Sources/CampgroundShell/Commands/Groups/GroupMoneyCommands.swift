import Campground
import CommandKit
import ObjectGraph
import Rendering

/// The commands about what a group is charged, pays and takes along.
extension Command where Context == Session {
  static var chargeGroup: Self {
    Command(
      "group charge", "Charge an amount to a group in equal shares", .wholeGroup,
      .requiredOption("amount", .money(), "how much"),
      .requiredOption("for", .text, "what for"),
      details: """
        The shares of the stays add up to the amount exactly: 100.00 for three sites is 33.34, 33.33 \
        and 33.33. Drafts, holds and requests have none, and are named.
        """,
      examples: ["group charge \"Scout troop 7\" amount 100 for \"Meeting hall\""]
    ) { session, group, amount, item in
      let shares = try session.folios.charge(amount, for: item, toGroup: group)
      session.warnOfNoShare(group.sharersNotBooked)
      return .table(Session.shareColumns.table(of: shares), empty: "Nothing was charged")
    }
  }

  static var payForGroup: Self {
    Command(
      "group pay", "Take money for a group", .wholeGroup,
      .required("amount", .money("AMOUNT", "how much")),
      .required("method", .moneyMethod),
      .option("reference", .text, "the number of the slip or check"), .businessDay,
      details: """
        Each stay gets what it owes, one after the other, also one that was called off, as far as the \
        amount goes; what is left over is a credit of the first that is booked. A voucher is redeemed \
        with pay.
        """,
      examples: ["group pay \"Scout troop 7\" 240 check reference 118"]
    ) { session, group, amount, method, reference, day in
      let owed = try session.folios.balance(of: group)
      guard session.isWanted(amount, of: group.name, owed) else {
        return .text("Nothing was changed\n")
      }
      let shares = try session.folios.pay(
        amount, by: method, forGroup: group, reference: reference, on: day)
      let balance = try session.folios.balance(of: group)
      return .details(
        [("group", .text(group.name)), ("paid", Cell(balance.paid))]
          + Session.cells(of: balance),
        lists: [("payments", Session.shareColumns.table(of: shares))])
    }
  }

  static var confirmationOfGroup: Self {
    Command(
      "group confirmation", "Print the confirmation of a whole group", .wholeGroup, .paperForm,
      details: "Each stay has its lines and its sum; of one that was called off, what is kept.",
      examples: [
        "group confirmation \"Scout troop 7\"",
        "group confirmation \"Scout troop 7\" to scouts.html",
      ]
    ) { session, group, form in
      try session.answer(try session.folios.confirmation(of: group), as: form)
    }
  }

  static var receiptOfGroup: Self {
    Command(
      "group receipt", "Print the receipt of a whole group", .wholeGroup, .paperForm,
      details: "It has the lines of the folio by stay; the sums are those of the lines.",
      examples: [
        "group receipt \"Scout troop 7\"",
        "group receipt \"Scout troop 7\" to scouts-receipt.html",
      ]
    ) { session, group, form in
      try session.answer(try session.folios.receipt(of: group), as: form)
    }
  }

  static var billOfGroup: Self {
    Command(
      "group bill", "Show what was charged to a group and paid", .wholeGroup, .billForm,
      details: """
        Each line says whose it is; what each stay comes to is shown behind the lines. What a hold of \
        the group comes to is not due: what would be due with it stands behind if booked.
        """,
      examples: ["group bill \"Scout troop 7\"", "group bill \"Scout troop 7\" all"]
    ) { session, group, form in
      try session.details(
        of: group.folio, try session.record(of: group), as: form)
    }
  }
}

extension Session {
  /// Says which stays of a group have no share of a charge.
  fileprivate func warnOfNoShare(_ stays: [Reservation]) {
    guard let first = stays.first else { return }
    let codes = stays.map { "\($0.code) (\($0.status))" }.joined(separator: ", ")
    warn(
      Diagnostic(
        "left out, since not booked: \(codes)",
        hint: "\"charge \(first.code)\" charges one alone", severity: .warning))
  }

  fileprivate static let shareColumns: [ListColumn<GroupShare>] = [
    .init("code") { .text($0.code) }, .init("site") { Cell($0.site) },
    .number("amount") { Cell($0.amount) },
  ]
}
