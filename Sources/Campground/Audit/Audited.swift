import ObjectGraph

/// An object that the audit records. Every other object belongs to one of these, or is a ledger
/// line, which the event of its posting records.
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

/// An audited object that belongs to a campground.
protocol AuditedPart: Audited {
  var campground: Campground? { get }
}

extension AuditedPart {
  var auditedAt: Campground? { campground }
}

extension Campground: Audited {
  var auditedAt: Campground? { self }
}

extension Camper: Audited {
  var auditedAt: Campground? { nil }
}

extension SiteBlock: Audited {
  var auditedAt: Campground? { campSite?.campground }
}

extension Reservation: AuditedPart {
  static var unaudited: Set<String> {
    ["number", "folio", "offer", "series", "reservedUnder", "policyRevision"]
  }
}

extension WaitlistEntry: AuditedPart {
  static var unaudited: Set<String> { ["number"] }
}

extension CampSite: AuditedPart {}

extension CampgroundRule: AuditedPart {}

extension MeterRate: AuditedPart {}

extension LedgerAccount: AuditedPart {}

extension CalendarFeed: AuditedPart {}

extension MeterReading: Audited {
  var auditedAt: Campground? { campSite?.campground }
  static var unaudited: Set<String> { ["position", "entry"] }
}

extension Voucher: AuditedPart {
  static var unaudited: Set<String> { ["redeemedMinor"] }
}
