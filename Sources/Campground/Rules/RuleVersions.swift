import Foundation
import ObjectGraph

/// Keeps what the rules were that a context is about to change.
///
/// It looks at what is to be saved, rather than being told by each command, so that no way of
/// changing a rule can pass it by: `ServiceScope` and `ScratchPad` call it before each save to the
/// store. All changes of one save are one revision of the campground's rules.
///
/// A changed rule stays the object that it is, in force from that revision on; what it was is
/// inserted as a copy that ended with it. Of a deleted rule only such a copy is left. Where the dates
/// of a season change, the rules that name it have a version of their own: what they were names the
/// season as it was. A tax goes by dates: what it was ends with yesterday, and is not kept where that
/// leaves it no night. The former prices of a campsite's own are copies, too.
struct RuleVersions {
  private let context: ManagedObjectContext
  /// Where rows are read as the store has them; nil where the context itself knows them, in a write
  /// transaction.
  private let store: ManagedObjectContext?
  private let now: Date

  private var copies: [ManagedObject] = []
  private var copiesOfSeasons: [ManagedObjectID: Season] = [:]
  /// What was to be saved anyhow.
  private var changedBefore: Set<ManagedObject> = []
  /// What was set, and what it was before.
  private var settings: [(object: ManagedObject, key: String, before: Any?)] = []

  /// - Parameter store: where rows are read as the store has them; nil in a write transaction.
  init(in context: ManagedObjectContext, reading store: ManagedObjectContext? = nil, at now: Date) {
    self.context = context
    self.store = store
    self.now = now
  }

  /// Writes the versions into the context.
  ///
  /// - Returns: whether there is a new revision of any rules.
  @discardableResult
  mutating func write() throws -> Bool {
    guard context.hasChanges else { return false }
    context.processPendingChanges()
    if store != nil { changedBefore = context.updatedObjects }
    let changes = try RuleChanges(in: context)
    for campground in changes.campgrounds {
      try write(changes.at(campground), at: campground)
    }
    try settleStays()
    for campground in changes.campgrounds where changes.at(campground).haveTaxes {
      try noteTotals(at: campground)
    }
    return !changes.campgrounds.isEmpty
  }

  /// The revision under which something is agreed by rules that are not saved yet: that of the save.
  static let unsaved = Int64.max - 1

  /// Puts what was agreed by rules that are saved now under their revision.
  private mutating func settleStays() throws {
    for object in context.insertedObjects.union(context.updatedObjects) {
      switch object {
      case let stay as Reservation:
        try settle(["reservedUnder", "policyRevision"], of: stay, agreedFor: stay)
      case let segment as StaySegment:
        try settle(["agreedUnder", "discountUnder"], of: segment, agreedFor: segment.reservation)
      default: break
      }
    }
  }

  /// Notes what open stays cost: a tax is that of the dates of nights, whenever they were agreed.
  private mutating func noteTotals(at campground: Campground) throws {
    context.processPendingChanges()
    let card = try RateCard(of: campground, in: context)
    let request = Reservation.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campground == %@ AND status IN %@ AND totalMinor != nil", campground,
      ReservationStatus.allCases.filter { !$0.isFinal }.map(\.rawValue))
    request.relationshipKeyPathsForPrefetching = [
      "segments.campSite", "givenUp", "changeFees", "allowances", "taxWaivers",
    ]
    for stay in try context.fetch(request) {
      let total = try Bill.priced(stay.facts(by: card), by: card)?.totalMinor
      if stay.totalMinor != total { try set("totalMinor", to: total, of: stay) }
    }
  }

  private mutating func settle(
    _ keys: [String], of object: ManagedObject, agreedFor stay: Reservation?
  ) throws {
    for key in keys {
      guard let revision = try object.value(forKey: key) as? Int64, revision == Self.unsaved
      else { continue }
      try set(key, to: stay?.campground?.rulesRevision ?? 0, of: object)
    }
  }

  /// Takes the versions out of the context, since the save failed.
  mutating func takeBack() {
    for setting in settings.reversed() {
      try? setting.object.setValue(setting.before, forKey: setting.key)
    }
    for copy in copies.reversed() { context.delete(copy) }
    context.processPendingChanges()
    for object in context.updatedObjects where !changedBefore.contains(object) {
      context.refresh(object, mergeChanges: false)
    }
    (settings, copies, copiesOfSeasons) = ([], [], [:])
  }

  /// What versions are told apart by, which people neither write nor read.
  static let marks: Set = [
    "revision", "endRevision", "rulesRevision", "rateRevision", "effectiveFrom",
  ]

  // MARK: Writing

  private mutating func write(_ changes: RuleChanges, at campground: Campground) throws {
    let known: Int64 =
      if let store, !campground.objectID.isTemporaryID {
        try (store.existing(campground.objectID) as Campground).rulesRevision
      } else {
        campground.rulesRevision
      }
    let revision = known + 1
    try set("rulesRevision", to: revision, of: campground)
    let changed = changes.updated + changes.deleted
    // The seasons first: what else ends with them names them as they were.
    for season in changed.compactMap({ $0 as? Season }) {
      copiesOfSeasons[season.objectID] = try copy(season, endingWith: revision)
    }
    for rule in changed where !(rule is Season) { try keep(rule, endingWith: revision) }
    for rule in changes.inserted + changes.updated {
      try set("revision", to: revision, of: rule)
      if rule is Tax, !rule.isInserted { try begin(rule, on: today(at: campground)) }
    }
    for rule in changes.ofFormerSeasons {
      guard let season = try rule.value(forKey: "season") as? Season,
        let former = copiesOfSeasons[season.objectID]
      else { continue }
      try set("season", to: former, of: rule)
    }
    for site in changes.priced {
      try keepPrice(of: site, at: campground, endingWith: revision)
      try set("rateRevision", to: revision, of: site)
    }
  }

  private func today(at campground: Campground) -> CalendarDate {
    CalendarDate(now, in: campground.timeZone)
  }

  /// A tax is charged as it is now from a day on. Where the clock was set back, that is not before the
  /// day from which the version before was charged.
  private mutating func begin(_ tax: any VersionedRule, on day: CalendarDate) throws {
    let before = try former(tax, ["effectiveFrom"])?["effectiveFrom"] as? Date
    let start = max(day.midnightUTC, before ?? .distantPast)
    try set("effectiveFrom", to: start, of: tax)
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
      if let first, first > last { drop(tax) }
    default: break
    }
  }

  /// Inserts what a rule was.
  ///
  /// - Returns: nil where there is no such row in the store any more, or the campsite or the class goes
  ///   that it was for.
  private mutating func copy<Rule: VersionedRule>(
    _ rule: Rule, endingWith revision: Int64
  ) throws -> Rule? {
    guard let before = try former(rule, RuleChanges.keys(of: rule)) else { return nil }
    let places = [before["campSite"], before["siteClass"]].compactMap { $0 as? ManagedObject }
    guard places.allSatisfy({ !own($0).isDeleted }) else { return nil }
    guard let name = rule.entity.name,
      let copy = try EntityDescription.insertNewObject(forEntityName: name, into: context) as? Rule
    else {
      return nil
    }
    copies.append(copy)
    for (key, value) in before {
      let season = (value as? Season).flatMap { copiesOfSeasons[$0.objectID] }
      try copy.setValue(season ?? (value as? ManagedObject).map(own) ?? value, forKey: key)
    }
    copy.endRevision = revision
    return copy
  }

  private mutating func copySteps(
    of rule: any VersionedRule, to copy: CancellationPolicy
  ) throws {
    let steps = try former(rule, ["steps"])?["steps"] as? Set<ManagedObject> ?? []
    for step in steps {
      let copied = CancellationStep(context: context)
      copies.append(copied)
      for (key, value) in try step.committedValues(
        forKeys: Array(step.entity.attributesByName.keys))
      { try copied.setValue(value, forKey: key) }
      copied.policy = copy
    }
  }

  private mutating func keepPrice(
    of site: CampSite, at campground: Campground, endingWith revision: Int64
  ) throws {
    guard let before = try former(site, ["name", "rateMinor", "rateRevision"]),
      let amount = before["rateMinor"] as? Int64, let name = before["name"] as? String
    else { return }
    let price = Rate(context: context)
    copies.append(price)
    price.name = Rate.nameOfOwnPrice(ofSite: name)
    price.isOwnPrice = true
    price.kind = .nightly
    price.amountMinor = amount
    price.campground = campground
    price.campSite = site
    price.revision = before["rateRevision"] as? Int64 ?? 0
    price.endRevision = revision
  }

  // MARK: Parts

  private mutating func set(_ key: String, to value: Any?, of object: ManagedObject) throws {
    settings.append((object, key, try object.value(forKey: key)))
    try object.setValue(value, forKey: key)
  }

  private mutating func drop(_ copy: ManagedObject) {
    copies.removeAll { $0 === copy }
    context.delete(copy)
  }

  /// The values that the store has of an object; nothing of one that is new, and nil of one that it
  /// has no more.
  private func former(_ object: ManagedObject, _ keys: [String]) throws -> [String: Any?]? {
    guard let store, !object.objectID.isTemporaryID else {
      return try object.committedValues(forKeys: keys)
    }
    do {
      return try store.existing(object.objectID).committedValues(forKeys: keys)
    } catch CampgroundError.gone {
      return nil
    }
  }

  /// The context's own instance of an object of the store.
  private func own(_ object: ManagedObject) -> ManagedObject {
    object.managedObjectContext === context ? object : context.object(with: object.objectID)
  }
}
