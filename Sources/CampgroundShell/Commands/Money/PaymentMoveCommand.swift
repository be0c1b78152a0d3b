import Campground
import CommandKit
import Foundation
import Rendering

extension Command where Context == Session {
  /// The command for a payment that was posted to the wrong stay.
  static var movePayment: Self {
    Command(
      "payment move", aliases: ["posting move"],
      synonyms: ["wrong reservation", "wrong guest", "transfer payment"],
      "Move a payment to the stay that it was meant for", .required("code", .reservation),
      .requiredOption("to", .reservation),
      .option("line", .integer(in: 1...Int.max, "LINE"), "its line, if there are several payments"),
      .reason, .businessDay,
      details: """
        The payment is reversed on one bill and posted to the other with its method and reference, \
        both together or neither. The line may be left out if the stay has only one payment.
        """,
      examples: ["payment move R-1 to R-2", "payment move R-1 to R-2 line 4"]
    ) { session, stay, other, number, reason, day in
      let line = try session.payment(of: stay, line: number)
      let amount = -line.amount
      let moved = try session.folios.movePayment(line, to: other, reason: reason, on: day)
      let stays = [stay, other]
      let balances = try stays.map { stay in
        Session.standing(
          of: stay.code, try session.folios.balance(of: stay),
          on: try session.folios.groupBill(of: stay))
      }
      return .message(
        "Moved \(amount) by \(moved.method?.rawValue ?? "") from \(stay.code) to \(other.code)\n"
          + zip(stays, balances).map { "  \($0.code): \($1)" }.joined(separator: "\n"),
        record: [
          ("from", .text(stay.code)), ("to", .text(other.code)), ("amount", Cell(amount)),
          ("method", Cell(moved.method?.rawValue)), ("line", Cell(moved.lineNumber)),
        ])
    }
  }
}

extension Session {
  /// The payment of a stay on a line, or its only payment.
  fileprivate func payment(of stay: Reservation, line number: Int?) throws -> FolioEntry {
    let payments = try folios.payments(of: stay)
    if let number {
      guard let line = payments.first(where: { $0.lineNumber == number }) else {
        // A number that equals an amount probably means the payment of that amount.
        let ofAmount = payments.filter { -$0.amount.amount == Decimal(number) }
        throw ValueFault(
          "line \(number) is not a payment for \(stay.code)",
          hint: ofAmount.count == 1
            ? "the payment of \(-ofAmount[0].amount) is line \(ofAmount[0].lineNumber ?? 0)"
            : payments.isEmpty
              ? "nothing was paid for \(stay.code)"
              : "its payments: " + payments.map(Self.words).joined(separator: "; "), at: "line")
      }
      return line
    }
    guard let only = payments.first else {
      throw ValueFault("nothing was paid for \(stay.code)", at: "code")
    }
    guard payments.count > 1 else { return only }
    let lines = payments.map(Self.words)
    let question = "\(payments.count) payments were made for \(stay.code):"
    guard let choose, let chosen = choose(question, lines), let place = lines.firstIndex(of: chosen)
    else {
      throw ValueFault(
        question + lines.map { "\n  \($0)" }.joined(), hint: "choose one with line LINE",
        at: "code")
    }
    return payments[place]
  }

  /// `line 4 · 2026-07-01 · $25.00 by cash`
  private static func words(for payment: FolioEntry) -> String {
    "line \(payment.lineNumber ?? 0) · \(payment.date) · \(-payment.amount) "
      + "by \(payment.method?.rawValue ?? "")"
  }
}
