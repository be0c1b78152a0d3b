import Campground
import CommandKit
import Rendering

/// Tables of reservations, with the same columns in the same order in every command.
extension Session {
  func reservationTable(
    _ reservations: [Reservation], leavingOut hidden: String...
  ) -> ResultTable {
    let table = reservationColumns.table(of: reservations)
    return table.keepingColumns { !hidden.contains(table.columns[$0].name) }
  }

  func record(of reservation: Reservation) -> Answer.Record {
    reservationColumns.record(of: reservation)
  }

  private var reservationColumns: [ListColumn<Reservation>] {
    // A stay booked by class that has no site yet shows none.
    stayColumns({ $0 }, site: { $0.promise == .open ? .null : Cell($0.siteWords) }) + [
      .number("total", rank: .second) { [self] in
        $0.isOwedFor || $0.total != nil ? cell(of: $0.price) : .null
      }
    ]
      + (format.isForPrograms
        ? [.number("unpriced") { Session.unpricedCell(of: $0.price).1 }] : [])
  }

  /// The price of a stay in a list: for people with the number of nights still to be priced, for
  /// programs the amount.
  func cell(of price: StayPrice) -> Cell {
    format.isForPrograms || price.unpricedNights == 0
      ? Cell(price.total) : .text(price.shortWords)
  }

  /// How many nights have no price; null for none.
  nonisolated static func unpricedCell(of price: StayPrice) -> (String, Cell) {
    ("unpriced", price.unpricedNights == 0 ? .null : Cell(price.unpricedNights))
  }

  /// The guest, the site and the dates; columns about money follow.
  ///
  /// - Parameter isOfOneDay: whether the dates matter less than the nights and the party.
  func stayColumns<Row>(
    _ stay: @escaping @MainActor (Row) -> Reservation,
    site: @escaping @MainActor (Row) -> Cell, isOfOneDay: Bool = false
  ) -> [ListColumn<Row>] {
    [
      .init("code") { .text(stay($0).code) },
      .init("guest") { Cell(stay($0).camper?.fullName) }, .init("site", site),
      .init("from", rank: isOfOneDay ? .aside : .first) { Cell(stay($0).arrival) },
      .init("to", rank: isOfOneDay ? .aside : .second) { Cell(stay($0).departure) },
      .number("nights", rank: isOfOneDay ? .first : .third) { Cell(stay($0).numberOfNights) },
    ] + partyColumns(rank: isOfOneDay ? .second : .aside) { stay($0).party } + [
      .init("status") { [self] in statusCell(of: stay($0)) }
    ]
  }
}
