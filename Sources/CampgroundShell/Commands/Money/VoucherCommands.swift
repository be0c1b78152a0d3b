import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// The commands about vouchers.
  @CommandList<Session>
  static var aboutVouchers: [Self] {
    Command(
      "voucher add", synonyms: ["gift card", "gift certificate"], "Issue a voucher",
      .required("amount", .money("AMOUNT", "value")),
      .option(
        "for", .camper.described("owner; anyone by default", placeholder: "CAMPER")),
      .option("until", .date, "last day it is valid"),
      .option("note", .text, "any remark"),
      examples: ["voucher add 50 for \"Johnny Appleseed\" until 2027-12-31 note raffle"]
    ) { session, amount, owner, lastDay, note in
      let voucher = try session.folios.issueVoucher(
        amount, for: owner, lastDay: lastDay, note: note)
      return .message(
        "Issued voucher \(voucher.code) · \(voucher.amount)",
        record: Session.voucherColumns.record(of: voucher))
    }

    Command(
      "voucher list", synonyms: ["gift card", "gift certificate"], "List the vouchers",
      .flag("open", "only vouchers with money left"), answering: .data
    ) { session, isOpen in
      .table(
        Session.voucherColumns.table(of: try session.folios.vouchers(isOpen: isOpen)),
        empty: "No matching vouchers")
    }
    .inParts

    Command(
      "voucher show", synonyms: ["gift card", "voucher balance"], "Show a voucher and its payments",
      .required("voucher", .voucher), answering: .data
    ) { session, voucher in
      let lines = voucher.entries.sorted { $0.number < $1.number }
      let columns: [ListColumn<FolioEntry>] = [
        .init("day") { Cell($0.date) }, .init("code") { Cell($0.reservation?.code) },
        .init("text") { .text($0.text) }, .number("amount") { Cell($0.amount) },
      ]
      return .details(
        Session.voucherColumns.record(of: voucher), lists: [("lines", columns.table(of: lines))])
    }
  }
}

extension ValueType where Context == Session, Value == Voucher {
  /// A voucher by its code.
  fileprivate static var voucher: Self {
    found("CODE", "voucher code", .name) { text in
      let code = try text.word()
      return { session in try session.folios.voucher(code) }
    }
    .completing(.voucher)
  }
}

extension Session {
  fileprivate static let voucherColumns: [ListColumn<Voucher>] = [
    .init("voucher") { .text($0.code) }, .init("guest") { Cell($0.camper?.fullName) },
    .number("amount") { Cell($0.amount) }, .number("left") { Cell($0.remaining) },
    .init("until") { Cell($0.lastDay) }, .init("note", rank: .aside) { Cell($0.note) },
  ]
}
