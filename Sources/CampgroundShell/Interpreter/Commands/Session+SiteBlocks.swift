import Campground
import CommandKit
import ObjectGraph
import Rendering

/// The commands that close campsites for a time.
extension Session {
  func addBlock(_ command: ParsedCommand) throws -> Answer {
    let dates = try stayDates(of: command)
    let site = try campSite(command)
    let (block, offers) = try siteBlocks.block(
      site, dates, kind: command[.kind].flatMap(SiteBlockKind.init(rawValue:)) ?? .maintenance,
      reason: try command.require(.reason))
    return .message(
      Self.text("Closed site \(site.name) · \(dates) · \(block.reason)", with: offers),
      record: record(of: block))
  }

  func editBlock(_ command: ParsedCommand) throws -> Answer {
    let site = try campSite(command)
    let block = try siteBlocks.find(site, on: try command.require(.on))
    guard ["from", "to", "reason", "kind"].contains(where: { command.arguments[$0] != nil }) else {
      throw command.text.diagnostic(
        "block edit needs something to change", hint: "it takes from, to, reason, kind",
        at: command.text.end)
    }
    var dates: StayDates?
    if command[.from] != nil || command[.to] != nil {
      do {
        dates = try StayDates(
          arrival: command[.from] ?? block.firstDay, departure: command[.to] ?? block.reopening)
      } catch {
        throw command.diagnostic("\(error)", at: ParameterKey<CalendarDate>.to)
      }
    }
    let (edited, offers) = try siteBlocks.edit(
      block, dates: dates, kind: command[.kind].flatMap(SiteBlockKind.init(rawValue:)),
      reason: command[.reason])
    let known = edited.dates.map { " · \($0)" } ?? ""
    return .message(
      Self.text(
        "Changed the closing of site \(site.name)\(known) · \(edited.reason)", with: offers),
      record: record(of: edited))
  }

  func listBlocks(_ command: ParsedCommand) throws -> Answer {
    let blocks = try siteBlocks.blocks(
      endingAfter: command.has(.all) ? nil : today(),
      site: command[.site] == nil ? nil : campSite(command))
    return .table(
      ResultTable(columns: Self.blockColumns, rows: blocks.map { record(of: $0).map(\.value) }),
      empty: "No campsite is closed")
  }

  func deleteBlock(_ command: ParsedCommand) throws -> Answer {
    let site = try campSite(command)
    let block = try siteBlocks.find(site, on: try command.require(.on))
    let record = record(of: block)
    let dates = block.dates.map { " · \($0)" } ?? ""
    let offers = try siteBlocks.delete(block)
    return .message(
      Self.text("Opened site \(site.name)\(dates)", with: offers), record: record)
  }

  // MARK: As rows

  private static let blockColumns: [ResultTable.Column] = [
    .init("site"), .init("from"), .init("to"), .init("kind"), .init("reason"),
  ]

  private func record(of block: SiteBlock) -> Answer.Record {
    let values: [Cell] = [
      Cell(block.campSite?.name), Cell(block.firstDay), Cell(block.reopening),
      .text(block.kind.rawValue), .text(block.reason),
    ]
    return zip(Self.blockColumns, values).map { ($0.name, $1) }
  }
}
