import Foundation
import ObjectGraph

/// Keeps the former versions of rules that a context is about to change.
///
/// It inspects what is about to be saved instead of relying on each command, so that no way of
/// changing a rule can bypass it: `ServiceScope` and `ScratchPad` call it before each save to the
/// store. All changes of one save form one revision of the campground's rules.
///
/// A changed rule stays the same object, in force from that revision on; its former values are
/// inserted as a copy that ended with it. For a deleted rule, only such a copy remains. Where the
/// dates of a season change, the rules that refer to it get a new version, and their former version
/// refers to the former season. Taxes go by date: the former version ends yesterday, and is dropped
/// if that leaves it without any night. The former own prices of campsites are copies, too.
struct RuleVersions {
  private let context: ManagedObjectContext
  private let now: Date
  private let isUndo: Bool

  private var copiesOfSeasons: [ManagedObjectID: Season] = [:]

  /// - Parameter isUndo: whether a command is being undone: then nothing is left of a deleted tax,
  ///   which was added by mistake.
  init(in context: ManagedObjectContext, at now: Date, isUndo: Bool = false) {
    self.context = context
    self.now = now
    self.isUndo = isUndo
  }

  /// Writes the former versions into the context.
  ///
  /// - Returns: Whether any rules have a new revision.
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

  /// Updates the prices of open stays, because taxes apply by the date of the night, whenever it
  /// was agreed.
  private mutating func noteTotals(at campground: Campground) throws {
    context.processPendingChanges()
    let card = try RateCard(of: campground, in: context)
    for stay in try Self.openStays(
      at: campground, in: context, prefetching: Reservation.keyPathsOfFacts)
    {
      stay.take(try Bill.priced(stay.facts(by: card), by: card))
    }
  }

  /// The stays whose total a rule may still change.
  static func openStays(
    at campground: Campground?, in context: ManagedObjectContext, prefetching: [String] = []
  ) throws -> [Reservation] {
    try context.fetch(
      Reservation.self, where: "campground == %@ AND status IN %@",
      campground, ReservationStatus.allCases.filter { !$0.isFinal }.map(\.rawValue),
      prefetching: prefetching)
  }

  /// The properties that distinguish versions, which people neither write nor read.
  static let marks: Set = [
    "revision", "endRevision", "rulesRevision", "rateRevision", "effectiveFrom",
  ]

  // MARK: Writing

  private mutating func write(_ changes: RuleChanges, at campground: Campground) throws {
    let (revision, isTooLarge) = campground.rulesRevision.addingReportingOverflow(1)
    guard !isTooLarge else {
      throw CampgroundError(
        .refused, "the count of changes to the rules of \(campground.name) is damaged",
        fix: .advice("restore a backup"))
    }
    campground.rulesRevision = revision
    let changed = changes.updated + changes.deleted
    // Seasons come first, because other former rules refer to their copies.
    for season in changed.compactMap({ $0 as? Season }) {
      copiesOfSeasons[season.objectID] = try copy(season, endingWith: revision)
    }
    for rule in changed where !(rule is Season) {
      if isUndo, rule is Tax, rule.isDeleted { continue }
      try keep(rule, endingWith: revision)
    }
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

  /// Makes the present version of a tax apply from a day on. If the clock was set back, it applies
  /// no earlier than the previous version did.
  private mutating func begin(_ tax: VersionedRule, on day: CalendarDate) throws {
    let before = try tax.committedValues(forKeys: ["effectiveFrom"])["effectiveFrom"] as? Date
    try tax.setValue(max(day.midnightUTC, before ?? .distantPast), forKey: "effectiveFrom")
  }

  private mutating func keep(_ rule: VersionedRule, endingWith revision: Int64) throws {
    guard let copy = try copy(rule, endingWith: revision) else { return }
    switch copy {
    case let policy as CancellationPolicy:
      policy.wasDefault = policy.isDefault
      policy.isDefault = false
      try copySteps(of: rule, to: policy)
    case let tax as Tax:
      guard let campground = tax.campground else { return }
      let yesterday = today(at: campground).advanced(by: -1)
      let last = min(tax.lastNight ?? yesterday, yesterday)
      tax.lastNight = last
      let first = [tax.firstNight, tax.effectiveFrom].compactMap { $0 }.max()
      if let first, first > last { context.delete(tax) }
    default: break
    }
  }

  /// Inserts the former version of a rule.
  ///
  /// - Returns: nil where the campsite or class of the rule is being deleted.
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
    of rule: VersionedRule, to copy: CancellationPolicy
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
