extension ReservationGroup {
  /// The bill, which must exist.
  ///
  /// - Throws: `CampgroundError.gone`.
  var bill: Folio {
    get throws(CampgroundError) {
      guard let folio else { throw .gone("the bill of \(name)") }
      return folio
    }
  }
}
