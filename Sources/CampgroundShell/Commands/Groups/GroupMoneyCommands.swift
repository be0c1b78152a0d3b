import Campground
import CommandKit
import Rendering

/// The commands for a group's charges, payments and papers.
extension Command where Context == Session {
  static var chargeGroup: Self {
    Command(
      "group charge", synonyms: ["split charge", "share costs"], "Charge a group in equal shares",
      .wholeGroup,
      .requiredOption("amount", .money(), "amount"),
      .requiredOption("for", .text, "what it is for"),
      details: """
        The shares add up exactly: 100.00 for three sites is 33.34, 33.33 and 33.33. Drafts, holds \
        and requests get no share; the answer names them.
        """,
      examples: ["group charge \"Scout troop 7\" amount 100 for \"Meeting hall\""]
    ) { session, group, amount, item in
      let shares = try session.folios.charge(amount, for: item, toGroup: group)
      session.warnOfNoShare(group.sharersNotBooked)
      return .table(Session.shareColumns.table(of: shares), empty: "Nothing to charge")
    }
  }

  static var payForGroup: Self {
    Command(
      "group pay", synonyms: ["group payment", "group deposit"], "Take a payment for a group",
      .wholeGroup,
      .optional("amount", .money("AMOUNT", "amount; the balance due by default")),
      .moneyPayment, .businessDay,
      details: """
        Without an amount the group pays its balance due. The amount comes before the method; a \
        number after check, card or transfer is that of the check or slip. The payment covers what \
        is due first: the deposits of all stays, then their balances, canceled stays included; the \
        rest is a credit on the first booked stay. Redeem a voucher with pay.
        """,
      examples: [
        "group pay \"Scout troop 7\" card", "group pay \"Scout troop 7\" 240 check 118",
      ]
    ) { session, group, amount, payment, day in
      let (method, reference) = payment
      let owed = try session.folios.balance(of: group)
      let typed = CommandText.quoted(group.name)
      let amount =
        try amount ?? Session.owed(by: group.name, owed, at: "group", orElse: "group pay \(typed)")
      guard session.isWanted(amount, of: group.name, owed) else { return .nothingChanged }
      let shares = try session.folios.pay(
        amount, by: method, forGroup: group, reference: reference, on: day)
      let balance = try session.folios.balance(of: group)
      return .details(
        [("group", .text(group.name)), ("paid", Cell(balance.paid))]
          + Session.cells(of: balance),
        lists: [("payments", Session.shareColumns.table(of: shares))])
    }
  }

  /// The commands that print papers for a group.
  @CommandList<Session>
  static var papersOfGroups: [Self] {
    Command(
      "group confirmation", synonyms: ["group letter"], "Print a group's confirmation", .wholeGroup,
      .paperFormat,
      details: """
        Each stay has its lines and its total; for a canceled stay, the amount kept.
        """,
      examples: [
        "group confirmation \"Scout troop 7\"",
        "group confirmation \"Scout troop 7\" to scouts.html",
      ], answering: .data
    ) { session, group, form in
      try session.answer(
        try session.folios.confirmation(of: group), about: group.stays, as: form)
    }

    Command(
      "group receipt", synonyms: ["group statement"], "Print a group's receipt", .wholeGroup,
      .paperFormat,
      details: "It shows the folio's lines by stay.",
      examples: [
        "group receipt \"Scout troop 7\"",
        "group receipt \"Scout troop 7\" to scouts-receipt.html",
      ], answering: .data
    ) { session, group, form in
      try session.answer(
        try session.folios.receipt(of: group), about: group.stays, as: form)
    }

    Command(
      "group invoice", synonyms: ["master invoice"], "Print the bill of a whole group", .wholeGroup,
      .paperFormat,
      details: "It includes all charges of each stay, posted or still to come.",
      examples: ["group invoice \"Scout troop 7\""], answering: .data
    ) { session, group, form in
      try session.answer(
        try session.folios.invoice(of: group), about: group.stays, as: form)
    }

    Command(
      "group bill", synonyms: ["master bill"], "Show a group's bill", .wholeGroup,
      .billForm,
      details: """
        Each line names its stay, and each stay's total follows the lines. Holds are not due; the \
        balance including them is shown as "if booked".
        """,
      examples: ["group bill \"Scout troop 7\"", "group bill \"Scout troop 7\" all"],
      answering: .data
    ) { session, group, form in
      try session.details(
        of: group.folio, try session.record(of: group), as: form)
    }
  }
}

extension Session {
  /// Warns which stays of a group do not share a charge.
  fileprivate func warnOfNoShare(_ stays: [Reservation]) {
    guard let first = stays.first else { return }
    let codes = stays.map { "\($0.code) (\($0.state?.words ?? $0.status))" }.joined(separator: ", ")
    warn(
      "not booked, so not charged: \(codes)",
      hint: "\"charge \(first.code)\" charges it alone")
  }

  fileprivate static let shareColumns: [ListColumn<GroupShare>] = [
    .init("code") { .text($0.code) }, .init("site") { Cell($0.site) },
    .number("amount") { Cell($0.amount) },
  ]
}
