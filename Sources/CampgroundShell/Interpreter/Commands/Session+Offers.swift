import Campground
import CommandKit
import ObjectGraph
import Rendering

/// The commands about what is offered to those who wait.
extension Session {
  func listCalls() throws -> Answer {
    .table(
      namingWishes(
        ResultTable(
          columns: Self.callColumns,
          rows: try waitlist.calls().map { Self.record(of: $0).map(\.value) })),
      empty: "Nobody is to be called")
  }

  func noteCall(_ command: ParsedCommand) throws -> Answer {
    let call = try waitlist.called(waitlistEntry(command).code)
    return .message("Called \(call.offer)", record: Self.record(of: call))
  }

  func acceptOffer(_ command: ParsedCommand) throws -> Answer {
    let change = try waitlist.accept(waitlistEntry(command).code)
    return .message(
      "Reserved \(change.code) · \(change.after)" + (change.deposit.map { "\n  \($0)" } ?? ""),
      record: record(of: try reservations.find(change.code)))
  }

  func declineOffer(_ command: ParsedCommand) throws -> Answer {
    let entry = try waitlistEntry(command)
    let offers = try waitlist.decline(entry.code)
    let isResting = waitlist.status(of: entry) == .resting
    return .message(
      Self.text(
        "Declined for \(entry.code) · \(entry.camper?.fullName ?? "")"
          + (isResting ? "\n  rests now; \"waitlist ask \(entry.code)\" ends that" : ""),
        with: offers),
      record: record(of: entry))
  }

  func askAgain(_ command: ParsedCommand) throws -> Answer {
    let entry = try waitlist.ask(waitlistEntry(command).code)
    return .message(
      "\(entry.camper?.fullName ?? "") waits again as \(entry.code)", record: record(of: entry))
  }

  func offerWhatIsFree() throws -> Answer {
    let columns: [ResultTable.Column] = [
      .init("code"), .init("camper"), .number("wish"), .init("site"), .init("from"), .init("to"),
      .init("until"),
    ]
    let rows = try waitlist.offer().map { offer -> [Cell] in
      [
        .text(offer.entry), .text(offer.camper), Cell(offer.wish), .text(offer.site),
        Cell(offer.dates.arrival), Cell(offer.dates.departure),
        Cell(offer.heldUntil.map { "\($0)" }),
      ]
    }
    return .table(
      namingWishes(ResultTable(columns: columns, rows: rows)),
      empty: "Nothing is free for those who wait")
  }

  // MARK: Parts

  /// A sentence with the offers that came of a command, a line each.
  static func text(_ sentence: String, with offers: [WaitlistOffer]) -> String {
    ([sentence] + offers.map { "  offered to \($0)" }).joined(separator: "\n")
  }

  /// A table about wishes; people do not see their numbers where nobody has several.
  func namingWishes(_ table: ResultTable) -> ResultTable {
    guard !format.isForPrograms,
      let column = table.columns.firstIndex(where: { $0.name == "wish" }),
      table.rows.allSatisfy({ if case .null = $0[column] { true } else { false } })
    else { return table }
    let kept = table.columns.indices.filter { $0 != column }
    return ResultTable(
      columns: kept.map { table.columns[$0] }, rows: table.rows.map { row in kept.map { row[$0] } })
  }

  private static let callColumns: [ResultTable.Column] = [
    .init("code"), .init("camper"), .init("phone"), .number("wish"), .init("site"), .init("from"),
    .init("to"), .number("total"), .init("until"), .init("called"),
  ]

  private static func record(of call: WaitlistCall) -> Answer.Record {
    let offer = call.offer
    let values: [Cell] = [
      .text(offer.entry), .text(offer.camper), Cell(call.phone), Cell(offer.wish),
      .text(offer.site), Cell(offer.dates.arrival), Cell(offer.dates.departure), Cell(call.total),
      Cell(offer.heldUntil.map { "\($0)" }), Cell(call.calledAt.map { "\($0)" }),
    ]
    return zip(callColumns, values).map { ($0.name, $1) }
  }
}
