import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// The commands that show bills.
  @CommandList<Session>
  static var bills: [Self] {
    Command(
      "folio", synonyms: ["bill"],
      "Show the bill of a reservation", .required("code", .reservation),
      .billForm,
      details: """
        Charges are positive, payments negative. If several stays share a bill, each line names \
        its stay, and each stay's total follows the lines. A draft, hold or request is not due; \
        the balance including it is shown as "if booked".
        """,
      examples: ["folio R-1", "folio R-1 all", "folio R-1 lines"], answering: .data
    ) { session, stay, form in
      let folio = stay.folio
      let record: Answer.Record = [
        ("code", .text(stay.code)), ("folio", Cell(folio?.code)),
        ("group", Cell(stay.group?.name)),
        ("guest", Cell(folio?.payer?.fullName ?? stay.camper?.fullName)),
      ]
      return try session.details(
        of: folio, record + Session.record(of: try session.folios.balance(of: stay)),
        as: form)
    }

    Command(
      "balances", synonyms: ["owed", "unpaid", "receivable"], "List balances due and credits",
      .optional("who", .oneOf(OpenBill.Whereabouts.self, "WHO", "which guests to list")),
      details: """
        The largest balance comes first, credits last. A group is one bill. Agreed nights not \
        charged yet count; drafts, holds and requests owe nothing. Nights that no rate prices are \
        counted as to be priced.
        """,
      examples: ["balances", "balances in-house", "balances limit 10"], answering: .data
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
        // If nobody has any, the width of a terminal is better used for names and dates.
        !session.format.isGrid || (name == "due" ? owed : credit).amount != 0
      }
      let hasUnpriced = bills.contains { $0.unpricedNights > 0 }
      let unpriced =
        session.format.isForPrograms ? ["unpriced"] : hasUnpriced ? ["to price"] : []
      let table = ResultTable(
        columns: [
          .init("bill"), .init("guest"), .init("from"), .init("to"), .init("status"),
        ] + (told + unpriced).map { .number($0) },
        rows: bills.map { bill in
          [
            .text(bill.code), Cell(bill.camper), Cell(bill.arrival), Cell(bill.departure),
            .text(
              session.format.isForPrograms ? bill.whereabouts.rawValue : bill.whereabouts.words),
          ] + Session.cells(of: bill.balance).filter { told.contains($0.name) }.map(\.value)
            + unpriced.map { _ in bill.unpricedNights == 0 ? .null : Cell(bill.unpricedNights) }
        })
      let record: Answer.Record = [
        ("due", Cell(owed)), ("credit", Cell(credit)), ("bills", Cell(bills.count)),
      ]
      return .summary(record, (title: "open", table: table), empty: "No bill is open")
    }
    .inParts

    Command(
      "due", synonyms: ["payments due", "deposit due"], "List payments due",
      .option("through", .date, "last due date; today by default"),
      details: """
        Deposits are due on booking, the rest of a bill on the arrival date, a monthly stay month \
        by month, and manual charges at once. Payments count toward what is due first. reservation \
        show lists all payments of a stay.
        """,
      examples: ["due", "due through 2026-07-31"], answering: .data
    ) { session, last in
      let last = try last ?? session.today()
      let columns: [ListColumn<(stay: Reservation, payment: DuePayment)>] = [
        .init("by") { Cell($0.payment.day) }, .init("code") { .text($0.stay.code) },
        .init("guest") { Cell($0.stay.camper?.fullName) },
        .init("phone", isWhole: true) { Cell($0.stay.camper?.phoneNumber) },
        .init("what") { .text($0.payment.reason.rawValue) },
        .number("amount", rank: .aside) { Cell($0.payment.amount) },
        .number("paid", rank: .aside) { Cell($0.payment.paid) },
        .number("open") { Cell($0.payment.open) },
      ]
      return .table(
        columns.table(of: try session.folios.duePayments(through: last)),
        empty: "No payments due by \(last)")
    }
    .inParts
  }
}

/// The parts of a bill to show.
enum BillForm: Sendable {
  /// The balance, and the lines with those of a tax or a discount combined.
  case whole
  /// The same with every ledger line.
  case all
  /// The ledger lines alone.
  case lines
}

extension Argument where Context == Session, Value == BillForm {
  /// The parts of a bill to show.
  static var billForm: Self {
    .group(
      .flag("all", "every ledger line, with taxes and discounts by day"),
      .flag("lines", "the ledger lines alone, as for a spreadsheet")
    ) { showsAll, isOfLines in
      isOfLines ? .lines : showsAll ? .all : .whole
    }
  }
}
