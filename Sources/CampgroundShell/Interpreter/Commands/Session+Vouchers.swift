import Campground
import CommandKit
import ObjectGraph
import Rendering

/// The commands about vouchers.
extension Session {
  func addVoucher(_ command: ParsedCommand) throws -> Answer {
    let owner = command[.guest] == nil ? nil : try camper(command, .guest)
    let voucher = try folios.issueVoucher(
      try command.require(.amount), for: owner, lastDay: command[.until], note: command[.note])
    return .message(
      "Issued voucher \(voucher.code) · \(voucher.amount)", record: record(of: voucher))
  }

  func listVouchers(_ command: ParsedCommand) throws -> Answer {
    .table(
      ResultTable(
        columns: Self.voucherColumns,
        rows: try folios.vouchers(isOpen: command.has(.open)).map { record(of: $0).map(\.value) }),
      asides: ["note"], empty: "No such vouchers")
  }

  func showVoucher(_ command: ParsedCommand) throws -> Answer {
    let voucher = try folios.voucher(try command.require(.voucher))
    let lines = voucher.entries.sorted { $0.number < $1.number }
    let table = ResultTable(
      columns: [.init("day"), .init("code"), .init("text"), .number("amount")],
      rows: lines.map {
        [Cell($0.date), Cell($0.reservation?.code), .text($0.text), Cell($0.amount)]
      })
    return .details(record(of: voucher), lists: [("lines", table)])
  }

  private static let voucherColumns: [ResultTable.Column] = [
    .init("voucher"), .init("camper"), .number("amount"), .number("left"), .init("until"),
    .init("note"),
  ]

  private func record(of voucher: Voucher) -> Answer.Record {
    let values: [Cell] = [
      .text(voucher.code), Cell(voucher.camper?.fullName), Cell(voucher.amount),
      Cell(voucher.remaining), Cell(voucher.lastDay), Cell(voucher.note),
    ]
    return zip(Self.voucherColumns, values).map { ($0.name, $1) }
  }
}
