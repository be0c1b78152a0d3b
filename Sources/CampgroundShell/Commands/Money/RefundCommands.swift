import Campground
import CommandKit
import Foundation
import Rendering

extension Command where Context == Session {
  /// The commands that give money back.
  @CommandList<Session>
  static var aboutRefunds: [Self] {
    Command(
      "refund", synonyms: ["money back", "return"], "Give money back", .stay,
      .optional("amount", .amount("amount; the guest's credit by default")),
      .option("reason", .text, "reason to record; needed beyond the guest's credit"),
      .refundWay,
      .flag("allowance", "take it off the bill, too, with its taxes"),
      .flag("override", "pay cash for money that did not come in cash"), .businessDay,
      details: """
        A refund gives money back; the price stays the same. Beyond the guest's credit the amount \
        is due again, unless allowance takes it off the bill, too. Money goes back the way it came, the last payment first: to the card, in cash, or to the \
        voucher that paid. With as it goes by check or transfer whatever it came by, or as a new \
        voucher for all but what a voucher paid. Cash for money that did not come in cash needs \
        override and a reason. Money brought over from another program goes back as cash, check or \
        transfer: say which. The amount comes before the method; a number after check, card or \
        transfer is that of the check or slip.
        """,
      refuses: """
        an amount after the method, more than was paid, more by card or in cash than came that way, and without an amount a \
        guest without a credit
        """,
      examples: [
        "refund R-1", "refund R-1 as cash", "refund R-1 20 reason \"broken hookup\"",
        "refund R-1 20 reason \"broken hookup\" allowance", "refund R-1 80 reason rain as voucher",
        "refund R-1 80 reason \"card expired\" as cash override",
        "refund R-1 80 reason rain as check 1188",
      ]
    ) { session, stay, given, reason, way, isAllowed, isException, day in
      let (method, reference) = way
      let amount = try given?.value(of: stay) ?? session.credit(of: stay, allowing: isAllowed)
      let lines = try session.folios.refund(
        amount, to: stay, by: method, reason: reason, reference: reference, allowing: isAllowed,
        overriding: isException, on: day)
      return try session.answer(
        about: lines, of: stay, "Refunded", [isAllowed ? "off the bill" : nil])
    }

    Command(
      "credit", synonyms: ["store credit", "gift card"], "Turn a guest's credit into a voucher",
      .stay,
      .optional("amount", .amount("amount; the whole credit by default")),
      .option("until", .date, "last day the voucher is valid"),
      .option("reason", .text, "reason to record"), .businessDay,
      details: "What a voucher paid goes back to that voucher; use refund for it.",
      examples: ["credit R-1", "credit R-1 80 until 2027-12-31"]
    ) { session, stay, amount, lastDay, reason, day in
      let line = try session.folios.credit(
        try amount?.value(of: stay), to: stay, lastDay: lastDay, reason: reason, on: day)
      return try session.answer(about: line, of: stay, "Kept")
    }
  }
}

extension Session {
  /// The amount to refund if none is given: the guest's credit.
  fileprivate func credit(of stay: Reservation, allowing isAllowed: Bool) throws -> Decimal {
    guard !isAllowed else {
      throw ValueFault(
        "allowance needs an amount to take off the bill",
        hint: "write refund \(stay.code) AMOUNT reason TEXT allowance", at: "allowance")
    }
    let credit = try folios.balance(of: stay).credit
    guard credit.amount > 0 else {
      throw ValueFault(
        "\(stay.code) has no credit to refund",
        hint: "refund \(stay.code) AMOUNT reason TEXT refunds what was paid", at: "code")
    }
    return credit.amount
  }
}
