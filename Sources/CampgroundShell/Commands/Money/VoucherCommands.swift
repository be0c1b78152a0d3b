import Campground
import CommandKit
import ObjectGraph
import Rendering

extension Command where Context == Session {
  /// The commands about vouchers.
  static var aboutVouchers: [Self] { [add, list, show] }

  private static var add: Self {
    Command(
      "voucher add", "Issue a voucher", .required("amount", .money("AMOUNT", "what it is worth")),
      .option(
        "for", .camper.described("whose it is, if not whoever shows it", placeholder: "CAMPER")),
      .option("until", .date, "the last day on which it is taken"),
      .option("note", .text, "where it comes from"),
      examples: ["voucher add 50 for \"Johnny Appleseed\" until 2027-12-31 note raffle"]
    ) { session, amount, owner, lastDay, note in
      let voucher = try session.folios.issueVoucher(
        amount, for: owner, lastDay: lastDay, note: note)
      return .message(
        "Issued voucher \(voucher.code) · \(voucher.amount)", record: session.record(of: voucher))
    }
  }

  private static var list: Self {
    Command(
      "voucher list", "List the vouchers", .flag("open", "only those of which something is left")
    ) { session, isOpen in
      .table(
        ResultTable(
          columns: Session.voucherColumns,
          rows: try session.folios.vouchers(isOpen: isOpen).map {
            session.record(of: $0).map(\.value)
          }),
        asides: ["note"], empty: "No such vouchers")
    }
  }

  private static var show: Self {
    Command(
      "voucher show", "Show a voucher and what was paid with it", .required("voucher", .voucher)
    ) { session, voucher in
      let lines = voucher.entries.sorted { $0.number < $1.number }
      let table = ResultTable(
        columns: [.init("day"), .init("code"), .init("text"), .number("amount")],
        rows: lines.map {
          [Cell($0.date), Cell($0.reservation?.code), .text($0.text), Cell($0.amount)]
        })
      return .details(session.record(of: voucher), lists: [("lines", table)])
    }
  }
}

extension ValueType where Context == Session, Value == Voucher {
  /// A voucher by its code.
  fileprivate static var voucher: Self {
    found("CODE", "the voucher's code", .name) { text in
      let code = try text.word()
      return { session in try session.folios.voucher(code) }
    }
    .completing(.voucher)
  }
}

extension Session {
  fileprivate static let voucherColumns: [ResultTable.Column] = [
    .init("voucher"), .init("camper"), .number("amount"), .number("left"), .init("until"),
    .init("note"),
  ]

  fileprivate func record(of voucher: Voucher) -> Answer.Record {
    let values: [Cell] = [
      .text(voucher.code), Cell(voucher.camper?.fullName), Cell(voucher.amount),
      Cell(voucher.remaining), Cell(voucher.lastDay), Cell(voucher.note),
    ]
    return zip(Self.voucherColumns, values).map { ($0.name, $1) }
  }
}
