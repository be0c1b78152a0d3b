import Foundation
import ObjectGraph

extension FolioService {
  /// Charges something by hand, with its taxes.
  ///
  /// The charge is a fact of the stay, taxed in its group by the bill: together with the other
  /// charges of the group, rounded once, and exempt where the length of the stay makes it so.
  ///
  /// - Parameters:
  ///   - group: the tax group, one of `RateService.taxGroups()`; nil for none.
  /// - Returns: The line of the charge; those of its taxes follow it.
  /// - Throws: `CampgroundError.invalidValue` for an empty text, `.unknown` for a group without a
  ///   tax, and as `pay(_:by:for:reference:on:)`.
  @discardableResult
  public func charge(
    _ amount: Decimal, for item: String, to reservation: Reservation, taxGroup group: String? = nil,
    on day: CalendarDate? = nil
  ) throws -> FolioEntry {
    let item = try NameRule.checked(item, of: "charge")
    return try write(about: reservation, on: day, for: "charge") { page in
      let group = try TaxGroup.checked(group, at: page.folio.campground, in: page.context)
      return try page.charge(
        .init(on: page.day, page.minorUnits(amount), item, taxGroup: group), in: scope)
    }
  }

  /// Takes an allowance off the bill of a stay, as a courtesy or to make up for a shortcoming; any
  /// credit that results can be refunded.
  ///
  /// The allowance is a fact of the stay: if the bill is later less than the allowance, only that
  /// much is taken off. Charges posted by hand and sales are undone by `reverse` instead.
  ///
  /// - Parameter group: the tax group that it reduces along with its percentage taxes; by default
  ///   lodging.
  /// - Returns: The line of the allowance; those of taxes follow it.
  /// - Throws: `CampgroundError.refused` where the allowance exceeds the bill; `.invalidValue`
  ///   without a reason; `.unknown` for a group without a tax; and as
  ///   `pay(_:by:for:reference:on:)`.
  @discardableResult
  public func allow(
    _ amount: Decimal, to reservation: Reservation, reason: String, taxGroup group: String? = nil,
    on day: CalendarDate? = nil
  ) throws -> FolioEntry {
    guard let reason = try NameRule.line(reason, of: "reason") else {
      throw CampgroundError.reasonMissing("an allowance")
    }
    return try scope.write { scratch in
      let book = StayBook(scope, in: scratch, for: "allow")
      let page = try LedgerPage(for: reservation, on: day, by: book.pen)
      let group = try TaxGroup.checked(
        group ?? RateCard.lodgingGroup, at: page.folio.campground, in: scratch)
      return try book.allow(
        page.minorUnits(amount), off: group, to: try scratch.current(reservation), on: page.day,
        reason: reason)
    }
  }

  /// Keeps a guest's credit as a fee, for instance after a stay was shortened.
  ///
  /// - Parameter amount: by default the whole credit.
  /// - Throws: `CampgroundError.refused` for more than the credit, and as
  ///   `charge(_:for:to:taxGroup:on:)`.
  @discardableResult
  public func keepCredit(
    _ amount: Decimal? = nil, of reservation: Reservation, as item: String,
    on day: CalendarDate? = nil
  ) throws -> FolioEntry {
    let item = try NameRule.checked(item, of: "charge")
    return try write(about: reservation, on: day, for: "charge") { page in
      try page.charge(.init(on: page.day, page.creditUnits(amount), item, .kept), in: scope)
    }
  }
}

extension LedgerPage {
  /// Charges something to the stay of the page, or to its folio where there is none.
  func charge(_ charge: StayFacts.Charge, in scope: ServiceScope) throws -> FolioEntry {
    let book = StayBook(scope, with: pen)
    guard let reservation else { return try book.charge(charge, on: self) }
    return try book.charge(charge, to: reservation)
  }
}
