import ObjectGraph

/// An object that the audit records. Every other object belongs to one of these, or is a ledger
/// line, which already records who wrote it.
protocol Audited: ManagedObject {
  /// The campground; nil where there is none yet.
  var auditedAt: Campground? { get }

  /// Properties that the audit leaves out, because they follow from others or mean nothing to
  /// people.
  static var unaudited: Set<String> { get }
}

extension Audited {
  static var unaudited: Set<String> { [] }
}

extension Audited where Self: CampgroundRule {
  var auditedAt: Campground? { campground }
}

extension Campground: Audited {
  var auditedAt: Campground? { self }
}

extension Camper: Audited {
  var auditedAt: Campground? { nil }
}

extension CampSite: Audited {
  var auditedAt: Campground? { campground }
}

extension SiteBlock: Audited {
  var auditedAt: Campground? { campSite?.campground }
}

extension Reservation: Audited {
  var auditedAt: Campground? { campground }
  static var unaudited: Set<String> {
    ["number", "folio", "offer", "series", "reservedUnder", "policyRevision"]
  }
}

extension WaitlistEntry: Audited {
  var auditedAt: Campground? { campground }
  static var unaudited: Set<String> { ["number"] }
}

extension Employee: Audited {
  var auditedAt: Campground? { campground }
}

extension Item: Audited {
  var auditedAt: Campground? { campground }
}

extension MeterRate: Audited {
  var auditedAt: Campground? { campground }
}

extension SiteClass: Audited {}
extension ReservationGroup: Audited {}
extension StayRule: Audited {}
extension Season: Audited {
  static var unaudited: Set<String> { partsOfFirst.union(partsOfLast) }
}
extension Rate: Audited {}
extension Discount: Audited {}
extension Tax: Audited {}
extension Fee: Audited {}
extension DepositRule: Audited {}
extension CancellationPolicy: Audited {}
