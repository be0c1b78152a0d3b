import Foundation
import ObjectGraph

/// Keeps what the rules were that a context is about to change.
///
/// It looks at what is to be saved, rather than being told by each command, so that no way of
/// changing a rule can pass it by: `ServiceScope` and `ScratchPad` call it before each save to the
/// store. All changes of one save are one revision of the campground's rules.
///
/// A changed rule stays the object that it is, in force from that revision on; what it was is
/// inserted as a copy that ended with it. Of a deleted rule only such a copy is left. Where the
/// dates of a season change, the rules that name it have a version of their own: what they were
/// names the season as it was. A tax goes by dates: what it was ends with yesterday, and is not
/// kept where that leaves it no night. The former prices of a campsite's own are copies, too.
struct RuleVersions {
  private let context: ManagedObjectContext
  private let now: Date

  private var copiesOfSeasons: [ManagedObjectID: Season] = [:]

  init(in context: ManagedObjectContext, at now: Date) {
    self.context = context
    self.now = now
  }

  /// Writes the versions into the context.
  ///
  /// - Returns: whether there is a new revision of any rules.
  @discardableResult
  mutating func write() throws -> Bool {
    guard context.hasChanges else { return false }
    context.processPendingChanges()
    let changes = try RuleChanges(in: context)
    for campground in changes.campgrounds {
      try write(changes.at(campground), at: campground)
    }
    for campground in changes.campgrounds where changes.at(campground).haveTaxes {
      try noteTotals(at: campground)
    }
    return !changes.campgrounds.isEmpty
  }

  /// Notes what open stays cost: a tax is that of the dates of nights, whenever they were agreed.
  private mutating func noteTotals(at campground: Campground) throws {
    context.processPendingChanges()
    let card = try RateCard(of: campground, in: context)
    let request = Reservation.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campground == %@ AND status IN %@ AND totalMinor != nil", campground,
      ReservationStatus.allCases.filter { !$0.isFinal }.map(\.rawValue))
    request.relationshipKeyPathsForPrefetching = Reservation.keyPathsOfFacts
    for stay in try context.fetch(request) {
      let total = try Bill.priced(stay.facts(by: card), by: card)?.totalMinor
      if stay.totalMinor != total { stay.totalMinor = total }
    }
  }

  /// What versions are distinguished by, which people neither write nor read.
  static let marks: Set = [
    "revision", "endRevision", "rulesRevision", "rateRevision", "effectiveFrom",
  ]

  // MARK: Writing

  private mutating func write(_ changes: RuleChanges, at campground: Campground) throws {
    let revision = campground.rulesRevision + 1
    campground.rulesRevision = revision
    let changed = changes.updated + changes.deleted
    // The seasons first: what else ends with them names them as they were.
    for season in changed.compactMap({ $0 as? Season }) {
      copiesOfSeasons[season.objectID] = try copy(season, endingWith: revision)
    }
    for rule in changed where !(rule is Season) { try keep(rule, endingWith: revision) }
    for rule in changes.inserted + changes.updated {
      rule.revision = revision
      if rule is Tax, !rule.isInserted { try begin(rule, on: today(at: campground)) }
    }
    for rule in changes.ofFormerSeasons {
      guard let season = try rule.value(forKey: "season") as? Season,
        let former = copiesOfSeasons[season.objectID]
      else { continue }
      try rule.setValue(former, forKey: "season")
    }
    for site in changes.priced {
      try keepPrice(of: site, at: campground, endingWith: revision)
      site.rateRevision = revision
    }
  }

  private func today(at campground: Campground) -> CalendarDate {
    CalendarDate(now, in: campground.timeZone)
  }

  /// A tax is charged as it is now from a day on. Where the clock was set back, that is not before
  /// the day from which the version before was charged.
  private mutating func begin(_ tax: any VersionedRule, on day: CalendarDate) throws {
    let before = try tax.committedValues(forKeys: ["effectiveFrom"])["effectiveFrom"] as? Date
    try tax.setValue(max(day.midnightUTC, before ?? .distantPast), forKey: "effectiveFrom")
  }

  private mutating func keep(_ rule: any VersionedRule, endingWith revision: Int64) throws {
    guard let copy = try copy(rule, endingWith: revision) else { return }
    switch copy {
    case let policy as CancellationPolicy:
      policy.wasDefault = policy.isDefault
      policy.isDefault = false
      try copySteps(of: rule, to: policy)
    case let tax as Tax:
      guard let campground = tax.campground else { return }
      let yesterday = today(at: campground).advanced(by: -1).midnightUTC
      let last = min(tax.dateUntil ?? yesterday, yesterday)
      tax.dateUntil = last
      let first = [tax.dateFrom, tax.effectiveFrom].compactMap { $0 }.max()
      if let first, first > last { context.delete(tax) }
    default: break
    }
  }

  /// Inserts what a rule was.
  ///
  /// - Returns: nil where the campsite or the class goes that it was for.
  private mutating func copy<Rule: VersionedRule>(
    _ rule: Rule, endingWith revision: Int64
  ) throws -> Rule? {
    let before = try rule.committedValues(forKeys: RuleChanges.keys(of: rule))
    let places = [before["campSite"], before["siteClass"]].compactMap { $0 as? ManagedObject }
    guard places.allSatisfy({ !$0.isDeleted }) else { return nil }
    guard let name = rule.entity.name,
      let copy = try EntityDescription.insertNewObject(forEntityName: name, into: context) as? Rule
    else {
      return nil
    }
    for (key, value) in before {
      let season = (value as? Season).flatMap { copiesOfSeasons[$0.objectID] }
      try copy.setValue(season ?? value, forKey: key)
    }
    copy.endRevision = revision
    return copy
  }

  private mutating func copySteps(
    of rule: any VersionedRule, to copy: CancellationPolicy
  ) throws {
    let steps = try rule.committedValues(forKeys: ["steps"])["steps"] as? Set<ManagedObject> ?? []
    for step in steps {
      let copied = CancellationStep(context: context)
      for (key, value) in try step.committedValues(
        forKeys: Array(step.entity.attributesByName.keys))
      { try copied.setValue(value, forKey: key) }
      copied.policy = copy
    }
  }

  private mutating func keepPrice(
    of site: CampSite, at campground: Campground, endingWith revision: Int64
  ) throws {
    let before = try site.committedValues(forKeys: ["name", "rateMinor", "rateRevision"])
    guard let amount = before["rateMinor"] as? Int64, let name = before["name"] as? String
    else { return }
    let price = Rate(context: context)
    price.name = Rate.nameOfOwnPrice(ofSite: name)
    price.isOwnPrice = true
    price.kind = .nightly
    price.amountMinor = amount
    price.campground = campground
    price.campSite = site
    price.revision = before["rateRevision"] as? Int64 ?? 0
    price.endRevision = revision
  }
}
