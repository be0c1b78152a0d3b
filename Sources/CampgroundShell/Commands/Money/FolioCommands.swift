import Campground
import CommandKit
import ObjectGraph
import Rendering

extension Command where Context == Session {
  /// The command that shows a bill.
  static var folio: Self {
    Command(
      "folio", "Show what was charged to a reservation and paid", .required("code", .reservation),
      .itemized,
      details: """
        Charges are above zero, payments below. Where several stays are on one bill, each line says \
        whose it is, and what each stay comes to is shown behind the lines. What a draft, a hold or a \
        request comes to is not due: what would be due with it stands behind if booked.
        """,
      examples: ["folio R-1", "folio R-1 all"]
    ) { session, stay, showsAll in
      let folio = stay.folio
      let record: Answer.Record = [
        ("code", .text(stay.code)), ("folio", Cell(folio?.code)),
        ("group", Cell(stay.group?.name)),
        ("camper", Cell(folio?.payer?.fullName ?? stay.camper?.fullName)),
      ]
      return try session.details(
        of: folio, record + Session.record(of: try session.folios.balance(of: stay)),
        itemized: showsAll)
    }
  }

  /// The command about all bills.
  static var balances: Self {
    Command(
      "balances", "List who owes and who has a credit", .optional("who", .whereabouts),
      details: """
        What is due most stands first, credits last. A group is one bill. What was agreed and is not \
        charged yet counts; drafts, holds and requests owe nothing.
        """,
      examples: ["balances", "balances in-house"]
    ) { session, whereabouts in
      let bills = try session.folios.openBills(whereabouts)
      let currency = try session.campgrounds.current()?.currency ?? .usd
      let (owed, credit) = try bills.reduce((Money(0, currency), Money(0, currency))) {
        sums, bill in
        let due = bill.balance.due
        return due.amount > 0
          ? (try sums.0 + due, sums.1) : (sums.0, try sums.1 + bill.balance.credit)
      }
      let told = ["due", "credit"].filter { name in
        // Where nobody has any, a terminal's width is for names and dates.
        !session.format.isGrid || (name == "due" ? owed : credit).amount != 0
      }
      let table = ResultTable(
        columns: [
          .init("bill"), .init("camper"), .init("from"), .init("to"), .init("guests"),
        ] + told.map { .number($0) },
        rows: bills.map { bill in
          [
            .text(bill.code), Cell(bill.camper), Cell(bill.arrival), Cell(bill.departure),
            .text(bill.whereabouts.rawValue),
          ] + Session.cells(of: bill.balance).filter { told.contains($0.name) }.map(\.value)
        })
      let record: Answer.Record = [
        ("due", Cell(owed)), ("credit", Cell(credit)), ("bills", Cell(bills.count)),
      ]
      return .details(record, lists: [("open", table)])
    }
  }

  /// The command about what is to be paid.
  static var due: Self {
    Command(
      "due", "List payments due",
      .option("through", .date, "the last day that counts; today by default"),
      details: """
        Deposits are due on booking, what is left of a bill on the day of arrival, a stay by the month \
        month by month, and what was charged by hand at once. What was paid counts for what is due \
        first. Where a stay has several payments, reservation show lists them.
        """,
      examples: ["due", "due through 2026-07-31"]
    ) { session, last in
      let last = try last ?? session.today()
      let table = ResultTable(
        columns: [.init("by"), .init("code"), .init("camper"), .init("phone"), .init("what")]
          + ["amount", "paid", "open"].map { .number($0) },
        rows: try session.folios.duePayments(through: last).map { stay, payment in
          [
            Cell(payment.day), .text(stay.code), Cell(stay.camper?.fullName),
            Cell(stay.camper?.phoneNumber), .text(payment.reason.rawValue), Cell(payment.amount),
            Cell(payment.paid), Cell(payment.open),
          ]
        })
      return .table(table, asides: ["amount", "paid"], empty: "Nothing is due by \(last)")
    }
  }
}

extension CommandKit.Argument where Context == Session, Value == Bool {
  /// Whether a bill is shown with each line of the ledger.
  static var itemized: Self {
    .flag("all", "each line of the ledger, also those of taxes and discounts by day")
  }
}

extension ValueType where Context == Session, Value == OpenBill.Whereabouts {
  fileprivate static var whereabouts: Self {
    oneOf(OpenBill.Whereabouts.self, "WHO", "only those who are there")
  }
}
