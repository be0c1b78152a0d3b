import ObjectGraph

/// Removing what was entered by mistake and nothing depends on yet.
extension FolioService {
  /// Deletes a voucher that was issued by hand.
  ///
  /// - Throws: `CampgroundError.refused` once ledger lines use it; `.gone`.
  func withdraw(_ voucher: Voucher) throws {
    try scope.change { scratch in
      let voucher = try scratch.current(voucher)
      let users = voucher.entries.compactMap { $0.reservation?.code }
      try refuse(
        unless: voucher.entries.isEmpty, about: [.named("voucher", voucher.code)],
        "voucher \(voucher.code) has been used"
          + (users.isEmpty ? "" : " by \(Set(users).sorted().listed())"),
        fix: .advice("\"voucher show \(voucher.code)\" lists its payments; reverse them first"))
      scratch.delete(voucher)
    }
  }

  /// Deletes a meter reading that charged nothing, so that the next one counts from the one before.
  ///
  /// - Throws: `CampgroundError.refused` where the meter was read again since; `.gone`.
  func withdraw(_ reading: MeterReading) throws {
    try scope.change { scratch in
      let reading = try scratch.current(reading)
      guard let site = reading.campSite else { throw CampgroundError.gone("the campsite") }
      let kind = reading.kind.rawValue
      try refuse(
        unless: MeterReading.last(reading.kind, of: site, in: scratch) === reading,
        about: [.site(site.name)],
        "the \(kind) meter of site \(site.name) has been read again since",
        fix: .advice("\"meter add \(site.name) \(kind) VALUE replaced\" counts from another value"))
      scratch.delete(reading)
    }
  }

  /// Reverses all lines of a posting that still stand. Nothing is waived: what the bills of stays
  /// contain is posted again when it is next due.
  ///
  /// - Returns: The number of lines.
  func withdraw(_ posting: Posting, reason: String) throws -> Int {
    try scope.change { scratch in
      let lines = try scratch.current(posting).entries
        .filter { $0.reversedBy == nil && $0.kind != .reversal }.sorted { $0.comesBefore($1) }
      let pen = scope.pen("undo", in: scratch)
      for line in lines {
        guard let folio = line.folio, let known = folio.campground else { continue }
        let campground = try scratch.current(known)
        let page = LedgerPage(
          folio: folio, reservation: line.reservation,
          day: try Ledger.openDay(nil, at: campground, now: pen.now), pen: pen)
        try page.reverse(line, reason: reason)
      }
      return lines.count
    }
  }
}
