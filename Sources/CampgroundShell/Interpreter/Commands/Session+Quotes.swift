import Campground
import CommandKit
import ObjectGraph
import Rendering

/// The command that says what a stay costs.
extension Session {
  func quote(_ command: ParsedCommand) throws -> Answer {
    let dates = try stayDates(of: command)
    let place = try place(command)
    let discount = try offeredDiscount(of: command)
    let party = try party(of: command)
    let changes = try siteChanges(of: command)
    let quote = try rates.quote(
      place, dates: dates, party: party, discount: discount, price: command[.price],
      siteChanges: changes)
    let places = changes.reduce(place.name) { "\($0), from \($1.date) \($1.site.name)" }
    guard let quote else {
      let name = changes.isEmpty ? CommandText.quoted(place.name) : "SITE"
      let remedy =
        switch place {
        case .site: "campsite edit \(name) rate AMOUNT"
        case .siteClass: "rate add NAME AMOUNT class \(name)"
        }
      throw command.diagnostic(
        "\(place.noun) \(places) has no price for each night \(dates)",
        hint: "price says what a night of this stay costs; \"rate add\" gives all sites a price, "
          + "and this one gets one by: \(remedy)",
        at: command[.siteClass] == nil
          ? ParameterKey<String>.site : ParameterKey<String>.siteClass)
    }
    let record: Answer.Record = [
      (place.noun, .text(places)), ("from", Cell(dates.arrival)), ("to", Cell(dates.departure)),
      ("nights", Cell(dates.nightCount)),
    ]
    let price: Answer.Record = [("total", Cell(quote.total)), ("deposit", Cell(quote.deposit))]
    return .details(record + partyRecord(of: party) + price, lists: [("lines", table(of: quote))])
  }

  /// The discount that a command asks for by name.
  func offeredDiscount(of command: ParsedCommand) throws -> Discount? {
    guard command[.discount] != nil else { return nil }
    return try find(.discount, of: command, among: .discount, orElse: "discount add") {
      try rates.findOfferedDiscount($0)
    }
  }

  /// The discount that a command gives or, with empty text, takes away; nil for no change.
  func discountChoice(of command: ParsedCommand) throws -> TermChoice<Discount>? {
    guard let name = command[.discount] else { return nil }
    guard !name.isEmpty, let discount = try offeredDiscount(of: command) else { return .without }
    return .chosen(discount)
  }

  /// The cancellation policy that a command names; empty text, or "none" where no policy is called
  /// so, is none.
  func chosenPolicy(of command: ParsedCommand) throws -> TermChoice<CancellationPolicy>? {
    guard let name = command[.policy] else { return nil }
    if name.isEmpty { return .without }
    if name.lowercased() == "none", (try? policies.find(name)) == nil { return .without }
    return .chosen(try policy(command))
  }

  /// What a stay costs, lines of one text put together.
  func table(of quote: Quote) -> ResultTable {
    ResultTable(
      columns: [
        .init("line"), .init("kind"), .number("nights"), .number("each"), .number("amount"),
      ],
      rows: quote.bill.summary.map { line in
        let isNightly = line.kind == .lodging
        return [
          .text(line.text), .text(line.kind.rawValue), isNightly ? Cell(line.dayCount) : .null,
          isNightly ? Cell(line.each) : .null, Cell(line.amount),
        ]
      })
  }
}
