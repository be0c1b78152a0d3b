extension ReservationGroup {
  /// The bill, for those who cannot do without it.
  ///
  /// - Throws: `CampgroundError.gone`.
  var bill: Folio {
    get throws(CampgroundError) {
      guard let folio else { throw .gone("the bill of \(name)") }
      return folio
    }
  }
}
