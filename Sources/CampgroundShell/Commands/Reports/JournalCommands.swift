import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// The journal for the accountant, and its accounts.
  @CommandList<Session>
  static var journals: [Self] {
    Command(
      "journal",
      synonyms: [
        "accountant", "bookkeeping", "double entry", "general ledger", "quickbooks", "debit",
      ],
      "List debits and credits for the accountant", .period,
      .flag("detailed", "a row for each bill line, with its folio and stay"),
      details: """
        The business days of a period, with the sums of each day by account; debits equal credits on \
        every day. What is on guests' bills goes through the guest ledger, which so includes the \
        deposits of stays to come; a sale paid on the spot does not. A voucher issued by hand \
        appears once it is redeemed. A closed day never changes. "account set" sets the accounts.
        """,
      examples: [
        "journal from 2026-06-01 to 2026-06-30", "journal last month to june.csv replace",
        "journal today detailed",
      ], answering: .data
    ) { session, period, isDetailed in
      let journal = try session.reports.journal(period, isDetailed: isDetailed)
      let columns: [ListColumn<Journal.Row>] = [
        .init("date") { Cell($0.date) }, .init("account") { .text($0.account) },
        .number("debit") { Cell($0.debit) }, .number("credit") { Cell($0.credit) },
        .init("text") { .text($0.text) },
      ]
      let folio: [ListColumn<Journal.Row>] = isDetailed ? [.init("folio") { Cell($0.folio) }] : []
      return .table(
        (columns + folio).table(of: journal.rows), empty: "Nothing posted in this period",
        more: journal.rows.isEmpty ? nil : "Debits and credits: \(journal.total) each.")
    }

    Command(
      "account list", synonyms: ["chart of accounts"],
      "List the accounts of the journal", answering: .data
    ) { session in
      let set = try session.desk.services.accounts.accounts()
      let rows = AccountUse.allCases.flatMap { use -> [AccountRow] in
        let own = set.filter { $0.use == use }
        let whole = own.first { $0.subject == nil }
        return [AccountRow(use, nil, whole?.name)]
          + own.filter { $0.subject != nil }.map { AccountRow(use, $0.subject, $0.name) }
      }
      return .table(Session.accountColumns.table(of: rows), empty: "")
    }

    Command(
      "account set", synonyms: ["chart of accounts", "account number", "map account"],
      "Set an account of the journal", .use,
      .required("account", .text("ACCOUNT", "name or number of the account")),
      .option("for", .text("NAME", "one tax, fee, discount or item only")),
      details: """
        USE is cash, card, check, transfer, vouchers, brought-over, guests, lodging, discounts, \
        allowances, fees, kept, meters, sales or taxes. It changes journals of past days as well, \
        because they name the accounts of today.
        """,
      examples: [
        "account set lodging \"4010 Lodging\"", "account set taxes 2210 for \"State tax\"",
        "account set sales 4300",
      ]
    ) { session, use, name, subject in
      let account = try session.desk.services.accounts.setAccount(of: use, for: subject, to: name)
      let row = AccountRow(use, account.subject, account.name)
      return .message(
        "\(row.title) go to \(account.name)",
        record: Session.accountColumns.record(of: row))
    }

    Command(
      "account reset", synonyms: ["default account"], "Take back an account that was set", .use,
      .option("for", .text("NAME", "one tax, fee, discount or item only")),
      examples: ["account reset lodging"]
    ) { session, use, subject in
      let name = try session.desk.services.accounts.resetAccount(of: use, for: subject)
      let row = AccountRow(use, subject, nil)
      return .message(
        "\(row.title) go to \(name)", record: Session.accountColumns.record(of: row))
    }
  }
}

/// A row of the list of accounts.
private struct AccountRow {
  let use: AccountUse
  let subject: String?
  let account: String
  let isSet: Bool

  init(_ use: AccountUse, _ subject: String?, _ account: String?) {
    (self.use, self.subject, isSet) = (use, subject, account != nil)
    self.account = account ?? use.defaultAccount
  }

  /// `Amounts of taxes for State tax`
  var title: String {
    "Amounts of \(use.rawValue)" + (subject.map { " for \($0)" } ?? "")
  }
}

extension Session {
  fileprivate static let accountColumns: [ListColumn<AccountRow>] = [
    .init("use") { .text($0.use.rawValue) }, .init("for") { Cell($0.subject) },
    .init("account") { .text($0.account) },
    .init("set") { $0.isSet ? .boolean(true) : .null },
  ]
}

extension Argument where Context == Session, Value == AccountUse {
  /// What an account is used for.
  fileprivate static var use: Self {
    .required("use", .oneOf(AccountUse.self, "USE", "what goes to the account"))
  }
}
