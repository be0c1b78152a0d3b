import Campground
import CommandKit
import Rendering

/// Reservations as rows: the same columns in the same order wherever there are reservations.
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
    // Of a stay that asks for a class and has no campsite yet none is told; people read that there
    // is no price.
    let isForPrograms = format.isForPrograms
    return stayColumns({ $0 }, site: { $0.promise == .open ? .null : Cell($0.siteWords) }) + [
      .number("total") {
        isForPrograms || !$0.lacksPrice ? Cell($0.total) : .text(Reservation.noPrice)
      }
    ]
  }

  /// Who comes, where, and when; behind it stands the money.
  ///
  /// - Parameter isOfOneDay: whether the dates go without saying on a narrow terminal.
  func stayColumns<Row>(
    _ stay: @escaping @MainActor (Row) -> Reservation,
    site: @escaping @MainActor (Row) -> Cell, isOfOneDay: Bool = false
  ) -> [ListColumn<Row>] {
    [
      .init("code") { .text(stay($0).code) },
      .init("guest") { Cell(stay($0).camper?.fullName) }, .init("site", site),
      .init("from", isAside: isOfOneDay) { Cell(stay($0).arrival) },
      .init("to", isAside: isOfOneDay) { Cell(stay($0).departure) },
      .number("nights", isAside: true) { Cell(stay($0).numberOfNights) },
    ] + partyColumns { stay($0).party } + [.init("status") { [self] in statusCell(of: stay($0)) }]
  }
}
