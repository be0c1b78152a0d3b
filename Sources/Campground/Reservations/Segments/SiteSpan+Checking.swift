extension SiteSpan {
  /// The campsite.
  ///
  /// - Throws: `CampgroundError.gone` where it was deleted.
  func checkedSite() throws(CampgroundError) -> CampSite {
    guard let site else { throw .gone("site \(name ?? "")") }
    return site
  }
}
