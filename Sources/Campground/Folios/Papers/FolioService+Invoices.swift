import ObjectGraph

/// The whole bill on paper, whether already charged or still to come.
extension FolioService {
  /// The invoice of a stay: what was agreed for it, other charges, payments, and the balance due.
  ///
  /// - Throws: `CampgroundError.invalidValue` for sums that cannot be shown.
  public func invoice(of reservation: Reservation) throws -> Paper {
    let currency = reservation.campground?.currency ?? .usd
    let lines = try Ledger.lines(about: reservation, in: managedObjectContext)
      .sorted { $0.comesBefore($1) }
    let folio = reservation.folio.map { " · \($0.code)" } ?? ""
    return try invoice(
      "Invoice \(reservation.code)\(folio)", at: reservation.campground,
      facts: facts(about: reservation),
      sections: [stay(reservation)] + others(lines, currency),
      paid: Self.paid(lines, currency),
      balance(of: reservation),
      notes: Self.notes(aboutImport: reservation))
  }

  /// The invoice of a group: each stay with what was agreed for it, then the same parts as on the
  /// invoice of a stay.
  ///
  /// - Throws: `CampgroundError.invalidValue` for sums that cannot be shown.
  public func invoice(of group: ReservationGroup) throws -> Paper {
    let stays = group.stays.filter { $0.isOwedFor || $0.state?.isCalledOff == true }
    let bill = try group.bill
    let lines = try lines(of: bill)
    let balance = try balance(of: bill)
    return try invoice(
      "Invoice \(group.name) · \(bill.code)", at: group.campground,
      facts: facts(about: group, stays),
      sections: stays.map { try stay($0, about: about($0), total: "Total of \($0.code)") }
        + others(lines, balance.due.currency),
      paid: Self.paid(lines, ofGroup: true, balance.due.currency),
      balance,
      notes: stays.flatMap { Self.notes(aboutImport: $0, called: $0.code) })
  }

  private func invoice(
    _ title: String, at campground: Campground?, facts: [Paper.Fact],
    sections: [Paper.Section], paid: Paper.Section, _ balance: Balance, notes: [String]
  ) throws -> Paper {
    let sections = sections + (paid.lines.isEmpty ? [] : [paid])
    let closing = [Paper.Row(nil, "Total", try balance.bill)] + Self.closing(balance)
    return Paper(
      at: campground, title: title,
      facts: [.init("Date", "\(scope.today(at: campground))")] + facts, sections: sections,
      closing: closing, notes: notes)
  }

  /// The agreed lines of a stay, or what is kept of a canceled one.
  private func stay(
    _ stay: Reservation, about heading: [String] = [], total name: String = "Total for the stay"
  ) throws -> Paper.Section {
    let section =
      stay.isOwedFor
      ? try agreed(for: stay, about: heading, total: name).section
      : try posted(of: stay, called: "Charges", about: heading, total: name)
    return Paper.Section(
      title: "Charges", about: section.about, lines: section.lines, sums: section.sums)
  }

  /// The charges outside the stay's own bill.
  private func others(
    _ lines: [FolioEntry], _ currency: Currency
  ) throws -> [Paper.Section] {
    let others = lines.filter { !$0.isPayment && $0.night == nil }.withoutCorrections
    return others.isEmpty
      ? []
      : [try Self.section("Other charges", of: others, total: "Total of other charges", currency)]
  }
}
