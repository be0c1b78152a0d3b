import Foundation
import ObjectGraph

/// Imports what guests owe, or have as credit, from a spreadsheet that another program saved as CSV.
///
/// A row names a stay by its code or its confirmation number, or a guest who has exactly one stay in
/// house or to come. A positive amount is owed: a charge without tax. A negative one is the guest's
/// credit: a payment "brought over", which is in no drawer.
public final class BalanceImporter: Service {
  private static let guestFields: [ImportField] = [
    .guest, .firstName, .lastName, .phone, .email,
  ]

  /// Imports a CSV text in one transaction, all rows or none.
  ///
  /// - Returns: The summary, with every reject; if there is one, nothing was saved.
  /// - Throws: as `ReservationImporter.importReservations(from:options:)`.
  public func importBalances(
    from data: Data, options: ImportOptions = ImportOptions()
  ) throws -> ImportSummary {
    try ImportSession.run(in: scope, options: options) { session in
      let sheet = try Sheet(
        data, for: [.stay, .confirmationNumber, .amount, .text] + Self.guestFields,
        requiring: [[.stay, .confirmationNumber, .guest, .lastName], [.amount]], in: session)
      session.summary.ignoredColumns = sheet.map.ignored
      let guests = try GuestDirectory(in: session.scratch)
      let book = StayBook(scope, in: session.scratch, for: "charge")
      for (index, row) in sheet.rows.enumerated() {
        try session.checkInterruption()
        session.show(index, of: sheet.rows.count)
        do {
          let stay = try Self.stay(row, guests, in: session)
          guard let amount = try row.amount(.amount, as: sheet.amounts, sheet.currency) else {
            throw row.problem(.amount, "the amount is missing")
          }
          try bringOver(amount, row.line(.text), of: stay, book, in: session)
          session.summary.accepted += 1
        } catch let problem as CSVProblem {
          session.reject(problem)
        } catch let error as CampgroundError {
          session.reject(row.problem(.amount, error.text))
        }
      }
    }
  }

  private func bringOver(
    _ amount: Decimal, _ text: String?, of stay: Reservation, _ book: StayBook,
    in session: ImportSession
  ) throws {
    guard amount != 0 else { return }
    let page = book.page(of: stay)
    let amountMinor = try page.minorUnits(abs(amount))
    if amount > 0 {
      _ = try book.charge(
        .init(on: page.day, amountMinor, text ?? "Balance brought over"), to: stay)
    } else {
      session.bringOver(amountMinor, text, for: stay)
    }
  }

  /// The stay that a row means.
  private static func stay(
    _ row: SheetRow, _ guests: GuestDirectory, in session: ImportSession
  ) throws -> Reservation {
    let stays = try openStays(row, guests, in: session)
    guard let stay = stays.found.first else {
      throw row.problem(stays.field, "\(stays.whose) has no stay in house or to come")
    }
    guard stays.found.count == 1 else {
      let codes = stays.found.sorted { $0.number < $1.number }.map(\.code)
      throw row.problem(
        stays.field, "\(stays.whose) has \(codes.listed()); name the stay in a column of its own")
    }
    return stay
  }

  private static func openStays(
    _ row: SheetRow, _ guests: GuestDirectory, in session: ImportSession
  ) throws -> (found: [Reservation], field: ImportField, whose: String) {
    func open(_ stays: some Sequence<Reservation>) -> [Reservation] {
      stays.filter { $0.state == .reserved || $0.state == .checkedIn }
    }
    if let word = row.text(.stay) ?? row.text(.confirmationNumber) {
      let field = row.text(.stay) == nil ? ImportField.confirmationNumber : .stay
      var found: [Reservation] = []
      if let code = CodeWord(word), code.kind == .reservation,
        let number = Int64(code.code.dropFirst(2))
      {
        found = try session.scratch.fetch(Reservation.self, where: "number == %@", number)
      }
      if found.isEmpty {
        found = try session.scratch.fetch(
          Reservation.self, where: "confirmationNumber == %@", word)
      }
      guard !found.isEmpty else { throw row.problem(field, "there is no stay \(word)") }
      return (open(found), field, word)
    }
    let guest = try GuestRow(row)
    guard let camper = guests.known(guest) else {
      throw row.problem(.guest, "there is no guest \(guest.name)")
    }
    return (open(camper.reservations), .guest, camper.fullName)
  }
}
