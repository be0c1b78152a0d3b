import ObjectGraph

/// Removing what was entered by mistake and nothing depends on yet.
extension FolioService {
  /// Deletes a voucher that was issued by hand.
  ///
  /// - Throws: `CampgroundError.lineOfVoucher` once ledger lines use it; `.gone`.
  func withdraw(_ voucher: Voucher) throws {
    try scope.change { scratch in
      let voucher = try scratch.current(voucher)
      let users = voucher.entries.compactMap { $0.reservation?.code }
      try refuse(
        unless: voucher.entries.isEmpty, .lineOfVoucher,
        about: [.named("voucher", voucher.code)],
        "voucher \(voucher.code) has been used"
          + (users.isEmpty ? "" : " by \(Set(users).sorted().listed())"),
        fix: .advice("\"voucher show \(voucher.code)\" lists its payments; reverse them first"))
      scratch.delete(voucher)
    }
  }

  /// Deletes a meter reading that charged nothing, so that the next one counts from the one before.
  ///
  /// - Throws: `CampgroundError.readingTooEarly` where the meter was read again since; `.gone`.
  func withdraw(_ reading: MeterReading) throws {
    try scope.change { scratch in
      let reading = try scratch.current(reading)
      guard let site = reading.campSite else { throw CampgroundError.gone("the campsite") }
      let kind = reading.kind.rawValue
      try refuse(
        unless: MeterReading.last(reading.kind, of: site, in: scratch) === reading,
        .readingTooEarly, about: [.site(site.name)],
        "the \(kind) meter of site \(site.name) has been read again since",
        fix: .advice(
          "\"meter add \(site.name) \(kind) VALUE replaced\" counts from another value"))
      scratch.delete(reading)
    }
  }
}
