import Foundation
import ObjectGraph

extension FolioService {
  /// Charges something by hand, with its taxes.
  ///
  /// Each percentage tax of the group that applies on the day and to the type of campsite is a line
  /// of its own, rounded half-up; taxes by amount are charged on stays alone. A stay long enough to
  /// be exempt from a tax is exempt here too. The present length counts, on all of its campsites
  /// together; existing lines are not taxed again when it changes.
  ///
  /// - Parameters:
  ///   - group: the tax group, one of `RateService.taxGroups()`; nil for none.
  /// - Returns: The line of the charge; those of its taxes follow it.
  /// - Throws: `CampgroundError.emptyName` for an empty text, `.unknown` for a group without a tax,
  ///   and as `pay(_:by:for:reference:on:)`.
  @discardableResult
  public func charge(
    _ amount: Decimal, for item: String, to reservation: Reservation, taxGroup group: String? = nil,
    on day: CalendarDate? = nil
  ) throws -> FolioEntry {
    let item = try NameRule.checked(item, of: "charge")
    return try write(about: reservation, on: day, for: "charge") { page in
      let group = try TaxGroup.checked(group, at: page.folio.campground, in: page.context)
      let line = page.write(.sale, item, try page.minorUnits(amount), group: group)
      try page.tax(line)
      return line
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
  /// - Throws: `CampgroundError.allowanceExceedsBill` where the allowance exceeds the bill;
  ///   `.reasonMissing`; `.unknown` for a group without a tax; and as
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
  /// - Throws: `CampgroundError.noCredit`, and as `charge(_:for:to:taxGroup:on:)`.
  @discardableResult
  public func keepCredit(
    _ amount: Decimal? = nil, of reservation: Reservation, as item: String,
    on day: CalendarDate? = nil
  ) throws -> FolioEntry {
    let item = try NameRule.checked(item, of: "charge")
    return try write(about: reservation, on: day, for: "charge") { page in
      page.write(.kept, item, try page.creditUnits(amount))
    }
  }
}

extension LedgerPage {
  /// Writes the taxes on a line after it, except those from which the stay is exempt by its length.
  func tax(_ line: FolioEntry) throws {
    guard let group = line.taxGroup, let campground = folio.campground else { return }
    let place = BookedPlace(line.reservation?.campSite, bookedBy: line.reservation?.siteClass)
    let nights = line.reservation?.numberOfNights
    for tax in try context.fetch(
      Tax.self, where: "campground == %@ AND group == %@ AND isActive == YES AND percent != nil",
      campground, group, by: ["name"])
    where try tax.listed().scope.covers(line.date, at: place) && nights.map(tax.isForStay) ?? true {
      let share = try Money(minorUnits: line.amountMinor, currency) * ((tax.percent ?? 0) / 100)
      let units = try share.minorUnits()
      guard units != 0 else { continue }
      let written = write(.tax, tax.name, units, group: group)
      written.name = tax.name
      written.sale = line.sale
      written.taxes = line
    }
  }
}
