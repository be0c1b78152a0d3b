import ObjectGraph

/// The papers for a guest's arrival, and those about money that is not of one stay.
extension FolioService {
  /// The registration card, which a guest checks and signs on arrival.
  ///
  /// - Throws: `CampgroundError.refused` for a stay that nobody comes for; `.invalidValue` for sums
  ///   that cannot be shown.
  public func registrationCard(of stay: Reservation) throws -> Paper {
    try requireGuest(of: stay, "registration card")
    let guest = stay.camper
    let balance = try balance(of: stay)
    return Paper(
      at: stay.campground, title: "Registration card \(stay.code)",
      facts: facts(about: stay) + [
        .init("Vehicles", guest?.plates), .init("Rig", guest?.rigLength.map { "\($0) ft" }),
      ],
      closing: try [Paper.Row(nil, "Total", balance.bill)] + Self.closing(balance),
      notes: try notes(aboutTermsOf: [stay]) + [
        "I have checked these details, and I will follow the rules of the campground."
      ],
      blanks: [
        guest?.plates == nil ? "License plates" : nil,
        guest?.phoneNumber == nil ? "Phone" : nil, guest?.email == nil ? "E-mail" : nil,
        "Signature", "Date",
      ].compactMap { $0 })
  }

  /// The tag that a guest puts behind the windshield: the campsite and the day of departure, large
  /// enough to read from outside, and nobody's name.
  ///
  /// - Throws: `CampgroundError.refused` for a stay that nobody comes for, and for one that has no
  ///   campsite yet.
  public func gateTag(of stay: Reservation) throws -> Paper {
    try requireGuest(of: stay, "gate tag")
    let spans = stay.promise == .open || stay.promise == .floating ? [] : stay.siteSpans
    let sites = spans.compactMap(\.name)
    try refuse(
      unless: !sites.isEmpty, about: [.stay(stay.code)], "\(stay.code) has no campsite yet",
      fix: .advice("print its gate tag after check-in"))
    return Paper(
      at: stay.campground, title: "Gate tag \(stay.code)",
      headline: sites.map { "Site \($0)" } + ["until \(stay.leavingDay)"],
      facts: [
        .init("Arrival", "\(stay.arrival)"), .init("Vehicles", stay.camper?.plates),
      ])
  }

  private func requireGuest(of stay: Reservation, _ paper: String) throws {
    try refuse(
      unless: stay.state == .reserved || stay.state == .checkedIn, about: [.stay(stay.code)],
      "\(stay.code) is \(stay.standing); a \(paper) is for a guest who is expected or in house",
      fix: .advice("\"confirmation \(stay.code)\" shows where it stands"))
  }

  /// The reminder of a stay to come: when and where, and what is still to be paid.
  ///
  /// - Throws: as `registrationCard(of:)`.
  public func reminder(of stay: Reservation) throws -> Paper {
    try requireGuest(of: stay, "reminder")
    let balance = try balance(of: stay)
    return Paper(
      at: stay.campground, title: "Your stay \(stay.code)", facts: facts(about: stay),
      closing: Self.due(balance), notes: try notes(aboutTermsOf: [stay]))
  }

  /// The receipt of a counter sale or of its reversal: what was sold, the taxes, and how it was
  /// paid.
  ///
  /// - Throws: `CampgroundError.invalidValue` for sums that cannot be shown.
  public func receipt(of sale: Sale) throws -> Paper {
    let currency = sale.campground?.currency ?? .usd
    let lines = sale.entries.sorted { $0.comesBefore($1) }
    let charged = lines.filter { !$0.isPayment }
    let payments = lines.filter(\.isPayment)
    // Reversed lines are on the receipt of the sale as it was.
    let sold = Paper.Section(
      title: sale.reverses == nil ? "Sold" : "Returned",
      lines: try BillLine.lines(of: charged).map { Self.line(of: $0) },
      sums: try Self.sums("Total", of: charged.map(Self.kindAndAmount), currency))
    let paid = try Balance.negated(
      Balance.sum(payments.lazy.map(\.amountMinor), currency), currency)
    let closing: [Paper.Row] =
      sale.reservation == nil
      ? [
        .init(
          nil, sale.method.map { "Paid by \($0.rawValue)" } ?? "Paid",
          Money(minorUnits: paid, currency))
      ] : []
    let zone = sale.campground?.timeZone ?? .gmt
    return Paper(
      at: sale.campground, title: "Receipt \(sale.code)",
      facts: [
        .init("Date", "\(WallTime(sale.soldAt, in: zone))"),
        .init("Sold by", sale.employee?.name), .init("Charged to", sale.reservation?.code),
        .init("Reverses", sale.reverses?.code), .init("Reversed by", sale.reversedBy?.code),
        .init("Reason", sale.reason),
      ], sections: [sold], closing: closing)
  }
}
