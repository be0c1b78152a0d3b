import Foundation
import ObjectGraph

extension FolioService {
  /// Charges something by hand, with the taxes on it.
  ///
  /// Each tax by percentage of the group that is for the day and the type of campsite is a line of
  /// its own, rounded half-up; taxes by an amount are about stays and are left out. A stay that is
  /// long enough to be free of a tax is free of it here, too; its length is the one that it has
  /// now, on all its campsites together, and lines that stand are not taxed again when it changes.
  ///
  /// - Parameters:
  ///   - group: the group of charges that it is taxed with, one of
  ///     `RateService.taxGroups()`; nil for none.
  /// - Returns: the line of the charge; those of its taxes follow it.
  /// - Throws: `CampgroundError.emptyName` for no words, `.unknown` for a group without a tax,
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

  /// Takes an amount off the bill of a stay, as a kindness or for what was not as it should be;
  /// the credit that it leaves the guest can be given back.
  ///
  /// It is a fact of the stay: where the bill comes to less than that later, it counts as far as
  /// the bill comes to it. What was charged by hand or sold is reversed by `reverse`.
  ///
  /// - Parameter group: the group of charges that it is off, whose taxes by percentage are taken
  ///   off with it; by default lodging.
  /// - Returns: the line of the allowance; those of taxes follow it.
  /// - Throws: `CampgroundError.allowanceExceedsBill` where more is taken off than the bill has;
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

  /// Keeps a guest's credit as a fee, of a stay that was shortened for instance.
  ///
  /// - Parameter amount: by default all of it.
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
  /// Writes the taxes on a line behind it, but for those that the stay is too long for.
  func tax(_ line: FolioEntry) throws {
    guard let group = line.taxGroup, let campground = folio.campground else { return }
    let request = Tax.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campground == %@ AND group == %@ AND isActive == YES AND percent != nil", campground,
      group)
    request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
    let day = CalendarDate(midnightUTC: line.day)
    let place = BookedPlace(line.reservation?.campSite, bookedBy: line.reservation?.siteClass)
    let nights = line.reservation?.numberOfNights
    for tax in try context.fetch(request)
    where try tax.listed().scope.covers(day, at: place) && nights.map(tax.isForStay) ?? true {
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
