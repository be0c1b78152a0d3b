import Foundation
import ObjectGraph

/// The rules about what others depend on, asked again at the save of a pad: what the store has may
/// be other than it was when the pad's commands asked them.
extension ScratchPad {
  /// Checks what the pad is about to save against what the store has now.
  ///
  /// - Throws: `CampgroundError.inUse`, `.gone`, `.currencyInUse`,
  ///   `.currencyChanged`, `.defaultTaken`; `GroupRule.nameTaken`; `LedgerRule.dayClosed`.
  func requireRulesKept() throws {
    if try storeStack.refreshAfterForeignChanges() { refresh() }
    try lookAtCurrencies()
    let store = storeStack.mainContext.makeChild()
    try requireUnused(in: store)
    try requireCurrencies(in: store)
    try requireGroupNames(in: store)
    try requireOpenDays(in: store)
    try requireOneDefault(in: store)
    try requireWaiting(in: store)
  }

  private var writtenObjects: Set<ManagedObject> {
    managedObjectContext.insertedObjects.union(managedObjectContext.updatedObjects)
  }

  /// Whether an object is new, or has another value for one of the keys.
  private func hasOther(_ keys: Set<String>, _ object: ManagedObject) -> Bool {
    object.isInserted || !keys.isDisjoint(with: object.changedValues().keys)
  }

  // MARK: What is used

  /// Refuses to delete what the store's objects depend on.
  private func requireUnused(in store: ManagedObjectContext) throws {
    for case let rule as any CampgroundRule in managedObjectContext.deletedObjects {
      try requireUnused(rule, in: store)
    }
  }

  private func requireUnused(_ rule: any CampgroundRule, in store: ManagedObjectContext) throws {
    let (key, remedy, entities): (String, String, [String]) =
      switch rule {
      case is Season: ("season", Season.remedy, ["Rate", "Discount", "Fee", "StayRule"])
      case is SiteClass: ("siteClass", SiteClass.remedy, SiteClass.userEntities)
      case is Employee: ("employee", Employee.remedy, ["Sale"])
      case is Item: ("item", Item.remedy, ["Sale"])
      default: ("", "", [])
      }
    let users = try entities.flatMap { entity in
      let request = FetchRequest<ManagedObject>(entityName: entity)
      request.predicate = try FetchPredicate(format: "\(key) == %@", rule)
      return try store.fetch(request).filter { user in
        isAsInStore(user, key) && (user as? any VersionedRule)?.isInForce ?? true
          && (user as? Reservation).map { !$0.isOver(on: today(at: $0.campground)) } ?? true
      }
    }
    guard !users.isEmpty else { return }
    let name = try committedName(of: rule)
    throw CampgroundError.inUse(
      of: type(of: rule).noun, name: name, by: Self.names(of: users), remedy: remedy)
  }

  private func today(at campground: Campground?) -> CalendarDate {
    CalendarDate(clock.now, in: campground?.timeZone ?? .current)
  }

  /// The name that others know it by, also of one that is renamed or deleted here.
  private func committedName(of rule: any CampgroundRule) throws -> String {
    try rule.committedValues(forKeys: ["name"])["name"] as? String ?? rule.name
  }

  /// What depends on something.
  private static func names(of users: [ManagedObject]) -> [String] {
    let sites = users.compactMap { $0 as? CampSite }.map { "site \($0.name)" }.sorted()
    let stays = users.compactMap { $0 as? Reservation }.sorted { $0.number < $1.number }.map(\.code)
    let sales = users.compactMap { $0 as? Sale }.sorted { $0.number < $1.number }.map(\.code)
    let others = users.compactMap { $0 as? any CampgroundRule }
      .map { "\(type(of: $0).noun) \"\($0.name)\"" }.sorted()
    return sites + stays + sales + others
  }

  /// Whether the pad leaves a property of an object of the store as it is.
  private func isAsInStore(_ object: ManagedObject, _ key: String) -> Bool {
    guard let own = managedObjectContext.registeredObject(for: object.objectID) else {
      return true
    }
    return !own.isDeleted && own.changedValues()[key] == nil
  }

  // MARK: What new reservations get

  /// Refuses to give new reservations a policy where somebody gave them another one meanwhile.
  private func requireOneDefault(in store: ManagedObjectContext) throws {
    for case let policy as CancellationPolicy in writtenObjects
    where policy.isDefault && hasOther(["isDefault"], policy) {
      guard let campground = policy.campground, !campground.objectID.isTemporaryID else { continue }
      let request = CancellationPolicy.fetchRequest()
      request.predicate = try FetchPredicate(
        format: "campground == %@ AND isDefault == YES AND SELF != %@", campground, policy)
      // Of one with the same name the save tells more.
      let other = try store.fetch(request).first {
        isAsInStore($0, "isDefault") && $0.name != policy.name
      }
      if let other { throw CampgroundError.defaultTaken(policy: policy.name, by: other.name) }
    }
  }

  // MARK: What amounts are written in

  /// Looks at what currencies the store has now. Amounts of the pad stay in the one that they were
  /// written in.
  func lookAtCurrencies() throws {
    var now: [ManagedObjectID: Currency] = [:]
    let store = storeStack.mainContext.makeChild()
    for campground in try store.fetch(Campground.fetchRequest()) {
      now[campground.objectID] = campground.currency
    }
    for (campground, currency) in currencies where now[campground] != currency {
      if !amounts(at: campground).isEmpty { now[campground] = currency }
    }
    currencies = now
  }

  /// Refuses another currency where the store has amounts, and amounts where it has another
  /// currency than they were written in.
  private func requireCurrencies(in store: ManagedObjectContext) throws {
    for case let campground as Campground in managedObjectContext.updatedObjects
    where hasOther(["currencyCode"], campground) {
      try store.current(campground).requireNoMoney { object in
        guard let own = self.managedObjectContext.registeredObject(for: object.objectID) else {
          return true
        }
        return !own.isDeleted && !own.changedValues().keys.contains { $0.hasSuffix("Minor") }
      }
    }
    for (id, written) in currencies {
      let campground: Campground = try store.existing(id)
      let own = managedObjectContext.registeredObject(for: id)
      guard campground.currency != written,
        own.map({ !$0.isDeleted && !hasOther(["currencyCode"], $0) }) ?? true,
        !amounts(at: id).isEmpty
      else { continue }
      throw CampgroundError.currencyChanged(
        campground: campground.name, from: written, to: campground.currency)
    }
  }

  /// What the pad writes amounts into at a campground.
  private func amounts(at campground: ManagedObjectID) -> [ManagedObject] {
    writtenObjects.filter {
      Self.campground(of: $0)?.objectID == campground && Self.hasNewAmount($0)
    }
  }

  private static func hasNewAmount(_ object: ManagedObject) -> Bool {
    let keys =
      object.isInserted
      ? Array(object.entity.attributesByName.keys) : Array(object.changedValues().keys)
    return keys.contains { key in
      guard key.hasSuffix("Minor"), let amount = try? object.value(forKey: key) as? Int64 else {
        return false
      }
      return amount != 0
    }
  }

  private static func campground(of object: ManagedObject) -> Campground? {
    switch object {
    case let line as FolioEntry: line.folio?.campground
    case let step as CancellationStep: step.policy?.campground
    default:
      object.entity.relationshipsByName["campground"] == nil
        ? nil : (try? object.value(forKey: "campground")) as? Campground
    }
  }

  // MARK: What is closed

  /// Refuses lines for days that are closed by now; the first of them is named.
  private func requireOpenDays(in store: ManagedObjectContext) throws {
    let lines = managedObjectContext.insertedObjects.compactMap { $0 as? FolioEntry }
    let ids = Set(lines.compactMap { $0.folio?.campground?.objectID })
    for id in ids where !id.isTemporaryID {
      let campground: Campground = try store.existing(id)
      guard let closed = campground.closedThrough else { continue }
      try requireOpenDays(at: campground, through: closed)
    }
  }

  /// Refuses lines of the pad at a campground whose days are closed through one.
  func requireOpenDays(at campground: Campground, through closed: Date) throws(CampgroundError) {
    let lines = managedObjectContext.insertedObjects.compactMap { $0 as? FolioEntry }
      .filter { $0.day <= closed && $0.folio?.campground?.objectID == campground.objectID }
    guard let line = lines.min(by: { $0.day < $1.day }) else { return }
    throw .ledger(
      .dayClosed(
        line.date, through: CalendarDate(midnightUTC: closed),
        today: CalendarDate(line.postedAt, in: campground.timeZone)))
  }

  // MARK: Who waits

  /// Refuses offers to those to whom somebody else was faster to make one, or who were taken off
  /// the waitlist meanwhile.
  private func requireWaiting(in store: ManagedObjectContext) throws {
    for case let offer as Offer in managedObjectContext.insertedObjects {
      guard let hold = offer.reservation, hold.state == .hold, let made = hold.madeAt,
        let own = offer.wish?.entry, !own.objectID.isTemporaryID
      else { continue }
      let entry = try store.current(own)
      let isAnswered = entry.offers.contains { other in
        other.outcome(at: made) != .missed
          && other.reservation.map { isAsInStore($0, "status") } ?? false
      }
      guard isAnswered || entry.withdrawnAt != nil && isAsInStore(entry, "withdrawnAt") else {
        continue
      }
      throw CampgroundError.waitlist(
        .answeredMeanwhile(entry.code, entry.status(at: made)))
    }
  }

  // MARK: What is called how

  /// Refuses a group of a name that another one has by now, whatever its capitals.
  private func requireGroupNames(in store: ManagedObjectContext) throws {
    for case let group as Folio in writtenObjects where hasOther(["name"], group) {
      guard let name = group.name, let campground = group.campground,
        !campground.objectID.isTemporaryID
      else { continue }
      let request = Folio.fetchRequest()
      request.predicate = try FetchPredicate(
        format: "campground == %@ AND name ==[c] %@", campground, name)
      let others = try store.fetch(request).filter {
        $0.objectID != group.objectID && isAsInStore($0, "name")
      }
      guard others.isEmpty else { throw CampgroundError.group(.nameTaken(name)) }
    }
  }
}
