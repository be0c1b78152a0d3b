import Foundation
import ObjectGraph

/// Changes to parts of an object that are recorded as changes of the whole: the price and discount
/// agreed for a stay, the stay rules it overrides, the steps of a policy, the details of a site.
struct AuditedParts {
  private(set) var differences: [(whole: any Audited, difference: AuditDifference)] = []

  /// Collects the parts that a context is about to save.
  init(in context: ManagedObjectContext) throws {
    let changed = context.insertedObjects.union(context.updatedObjects)
      .union(context.deletedObjects)
    var stays: Set<Reservation> = []
    for object in changed {
      switch object {
      case let detail as SiteDetail: try add(detail)
      case let season as Season where !season.isInserted && !season.isDeleted: try add(season)
      case let rule as OverriddenRule: try add(rule)
      case let given as GivenUpNights where given.isInserted: add(agreed: given)
      case let segment as StaySegment:
        if let stay = try segment.reservation ?? Self.saved("reservation", of: segment) {
          stays.insert(stay)
        }
      case let policy as CancellationPolicy where policy.isInserted && !policy.isInForce:
        add(former: policy)
      default: break
      }
    }
    for stay in stays where !stay.isInserted && !stay.isDeleted {
      try add(stay, among: changed)
    }
  }

  private mutating func add(_ whole: any Audited, _ difference: AuditDifference?) {
    if let difference { differences.append((whole, difference)) }
  }

  private static func saved<Value>(_ key: String, of object: ManagedObject) throws -> Value? {
    try object.committedValues(forKeys: [key])[key] as? Value
  }

  private mutating func add(_ detail: SiteDetail) throws {
    guard let site: CampSite = try detail.campSite ?? Self.saved("campSite", of: detail),
      !site.isInserted, !site.isDeleted
    else { return }
    let before: String? = try Self.saved("value", of: detail)
    add(
      site,
      AuditDifference(
        "details", from: before.map { "\(detail.name): \($0)" },
        to: detail.isDeleted ? nil : "\(detail.name): \(detail.value)"))
  }

  /// Adds the dates of a season, which are stored in several properties.
  private mutating func add(_ season: Season) throws {
    let parts = Season.partsOfFirst.union(Season.partsOfLast)
    let before = try season.committedValues(forKeys: Array(parts))
    func number(_ part: String) -> Int? { (before[part] as? any BinaryInteger).map { Int($0) } }
    guard let startMonth = number("startMonth"), let startDay = number("startDay"),
      let endMonth = number("endMonth"), let endDay = number("endDay")
    else { return }
    let former = SeasonSpan(
      unchecked: .init(month: startMonth, day: startDay), .init(month: endMonth, day: endDay),
      number("year"))
    add(season, AuditDifference("from", from: former.firstText, to: season.span.firstText))
    add(season, AuditDifference("to", from: former.lastText, to: season.span.lastText))
  }

  private mutating func add(_ rule: OverriddenRule) throws {
    guard let stay: Reservation = try rule.reservation ?? Self.saved("reservation", of: rule),
      !stay.isInserted, !stay.isDeleted
    else { return }
    add(
      stay,
      AuditDifference(
        "overriddenRules", from: rule.isInserted ? nil : rule.words,
        to: rule.isDeleted ? nil : rule.words))
  }

  /// Adds what was agreed to be kept of a canceled stay.
  private mutating func add(agreed given: GivenUpNights) {
    guard given.value.occasion == .canceledAsAgreed, let stay = given.reservation else { return }
    add(stay, AuditDifference("keptMinor", from: nil, to: given.keptAtMostMinor))
  }

  /// Adds the edit of a policy; the former version holds the old values.
  private mutating func add(former: CancellationPolicy) {
    let present = former.campground?.cancellationPolicies.first {
      $0.isInForce && $0.revision == former.endRevision && !$0.isDeleted
    }
    guard let present else { return }
    add(
      present,
      AuditDifference(
        "steps", from: PolicyPlan(former).stepsText, to: PolicyPlan(present).stepsText))
  }

  /// The terms of the last night are the ones that people see for a stay.
  private mutating func add(_ stay: Reservation, among changed: Set<ManagedObject>) throws {
    let known = stay.segments.union(
      try changed.compactMap { $0 as? StaySegment }.filter { segment in
        try segment.isDeleted && Self.saved("reservation", of: segment) === stay
      })
    let saved = try known.filter { !$0.isInserted }.map {
      try $0.committedValues(forKeys: [
        "dateFrom", "isGivenUp", "isAllIncluded", "priceMinor", "discount",
      ])
    }.filter { $0["isGivenUp"] as? Bool == false }
    let last = saved.max {
      ($0["dateFrom"] as? Date ?? .distantPast) < ($1["dateFrom"] as? Date ?? .distantPast)
    }
    let isAllIncluded = last?["isAllIncluded"] as? Bool == true
    add(
      stay,
      AuditDifference(
        "priceMinor", from: isAllIncluded ? nil : last?["priceMinor"] as? Int64,
        to: try stay.nightPrice?.minorUnits()))
    add(
      stay,
      AuditDifference("discount", from: last?["discount"] as? String, to: stay.discount))
  }
}
