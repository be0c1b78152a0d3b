import ObjectGraph

/// The names of objects in messages.
package enum ObjectLabel {
  /// The name or code of an object.
  package static func text(of object: ManagedObject) -> String {
    switch object {
    case let campground as Campground: campground.name
    case let camper as Camper: camper.fullName
    case let site as CampSite: site.name
    case let reservation as Reservation: reservation.code
    case let night as ReservationNight: "\(night.campSite?.name ?? "") \(night.date)"
    case let block as SiteBlock: block.reason
    case let folio as Folio: folio.label
    case let reading as MeterReading:
      "\(reading.kind.rawValue) \(reading.campSite?.name ?? "") "
        + "\(reading.day)"
    case let entry as WaitlistEntry: entry.code
    case let wish as Wish: "\(wish.entry?.code ?? "") wish \(wish.number)"
    case let offer as Offer: offer.reservation?.code ?? ""
    case let rule as CampgroundRule: rule.name
    case let event as Event: event.label
    case let fact as FactOfStay: fact.reservation?.code ?? ""
    case let posting as Posting: posting.action
    case let line as FolioEntry: "\(line.number)"
    case let voucher as Voucher: voucher.code
    case let step as CancellationStep: step.policy?.name ?? ""
    case let detail as SiteDetail: detail.name
    case let day as ClosedDay: "\(day.date)"
    case let rate as MeterRate: rate.kind.rawValue
    case let account as LedgerAccount:
      account.use.rawValue + (account.subject.map { " for \($0)" } ?? "")
    case let feed as CalendarFeed: feed.name
    case let series as StaySeries: series.reservations.map(\.code).min() ?? "series"
    case let sale as Sale: sale.code
    case let picture as EmployeePicture: picture.employee?.name ?? ""
    case let logo as CampgroundLogo: logo.campground?.name ?? ""
    case let message as Message: message.code
    default: object.objectID.uriRepresentation().absoluteString
    }
  }

  /// The noun for an entity.
  package static func noun(ofEntity name: String) -> String {
    nouns[name] ?? (name.isEmpty ? "object" : name.lowercased())
  }

  /// The nouns of entities, where these differ from the name.
  private static let nouns = [
    "SiteBlock": "block", "SiteClass": SiteClass.noun, "SiteDetail": "site detail",
    "ReservationNight": "night",
    "StaySegment": "segment of a stay", "GivenUpNights": "unused nights of a stay",
    "ChangeFee": "change fee", "Waiver": "waiver",
    "OverriddenRule": "overridden rule", "EventChange": "recorded change",
    "StaySeries": "series", "ReservationGroup": ReservationGroup.noun,
    "WaitlistEntry": "waitlist entry",
    "Folio": "bill", "FolioEntry": "bill line", "ClosedDay": "closed day",
    "MeterReading": "meter reading", "MeterRate": "meter rate", "StayRule": StayRule.noun,
    "DepositRule": DepositRule.noun, "CancellationPolicy": CancellationPolicy.noun,
    "CancellationStep": "policy step", "EmployeePicture": "employee picture",
    "CampgroundLogo": "logo",
    "LedgerAccount": "account", "CalendarFeed": "feed",
  ]

  /// The campsite of a block, even if it is being deleted.
  private static func siteName(of block: SiteBlock) -> String {
    let former = try? block.committedValues(forKeys: ["campSite"])["campSite"] as? CampSite
    return (block.campSite ?? former)?.name ?? ""
  }

  /// The name or code of an object, with its noun.
  static func phrase(for object: ManagedObject) -> String {
    switch object {
    case is Campground, is Camper, is WaitlistEntry, is Sale, is Voucher:
      "\(noun(ofEntity: object.entity.name ?? "")) \(text(of: object))"
    case is CampSite: "site \(text(of: object))"
    case let rule as CampgroundRule: "\(type(of: rule).noun) \(rule.name)"
    // Clerks name the bill of a single stay by the stay, not by the folio number.
    case let folio as Folio:
      "the bill of \(folio.group?.name ?? folio.stays.first?.code ?? folio.code)"
    case let day as ClosedDay: "the closed day \(day.date)"
    case let rate as MeterRate: "the \(rate.kind.rawValue) meter rate"
    case is CalendarFeed: "feed \(text(of: object))"
    case is LedgerAccount: "the account of \(text(of: object))"
    case let series as StaySeries:
      "the series of \(series.reservations.map(\.code).min() ?? "stays")"
    case let block as SiteBlock:
      "the block on site \(siteName(of: block)) from \(block.firstDay) to "
        + "\(block.reopening)"
    case let reading as MeterReading:
      "the \(reading.kind.rawValue) meter of site \(reading.campSite?.name ?? "")"
    case let wish as Wish: "wish \(wish.number) of \(wish.entry?.code ?? "the waitlist")"
    case is Offer: "the offer of \(text(of: object))"
    case is ReservationNight: "the night \(text(of: object))"
    case is FactOfStay: "the rate of \(text(of: object))"
    case is FolioEntry: "line \(text(of: object))"
    case is EmployeePicture: "the picture of \(text(of: object))"
    case is CampgroundLogo: "the logo of \(text(of: object))"
    case is CancellationStep: "a step of policy \(text(of: object))"
    case is SiteDetail: "detail \(text(of: object))"
    default: text(of: object)
    }
  }
}
