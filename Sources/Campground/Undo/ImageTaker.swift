import ObjectGraph

/// Keeps with the events of a save the stored values before and after of all objects that it
/// changes, so that the events can be undone.
///
/// Left out are mail, which cannot be recalled; the ledger, which undoing corrects by further lines; sums and marks, which follow
/// from the rest; taken nights, which follow from the campsites of a stay; and the parts of an added
/// object, which go with it.
struct ImageTaker {
  let context: ManagedObjectContext
  /// The events of the save by the object that they are about.
  let events: [ManagedObjectID: Event]
  /// The event that keeps the images of objects without an event of their own.
  let first: Event
  /// Whether new objects get their permanent keys; in a scratch pad they keep temporary ones.
  let isSaved: Bool

  func take() throws {
    var added: [(ManagedObject, Event)] = []
    for object in context.insertedObjects where Self.isKept(object) {
      guard try !isPartOfAdded(object) else { continue }
      added.append((object, try event(of: object)))
    }
    // An image names an object by the key that it will be saved under.
    let referred = try context.updatedObjects.filter(Self.isKept).flatMap(Self.newObjects)
    let unnamed = added.map(\.0) + referred
    if isSaved, !unnamed.isEmpty { try context.obtainPermanentIDs(for: unnamed) }
    for (object, event) in added { image(.added, of: object, event) }
    for object in context.updatedObjects where Self.isKept(object) {
      if try Self.isEnded(object) {
        try keep(deleted: object, event(of: object))
      } else {
        try keep(changed: object)
      }
    }
    for object in context.deletedObjects where Self.isKept(object) {
      try keep(deleted: object, event(of: object))
    }
  }

  // MARK: What is kept

  static func isKept(_ object: ManagedObject) -> Bool {
    switch object {
    case is Event, is EventChange, is EventImage, is SavedPad, is Message, is Posting,
      is FolioEntry, is Sale,
      is ReservationNight, is ClosedDay:
      false
    // The fact of a line that was written by hand is waived along with the line.
    case is Charge, is Allowance: !object.isInserted
    case is Folio: object.isDeleted
    case is Voucher: !object.isUpdated
    case let rule as VersionedRule: rule.isInForce || (try? isEnded(rule)) == true
    case let step as CancellationStep: step.policy?.isInForce != false
    default: true
    }
  }

  /// Whether the save ends a rule by making it a former version.
  private static func isEnded(_ object: ManagedObject) throws -> Bool {
    guard let rule = object as? VersionedRule, !rule.isInForce, !rule.isInserted else {
      return false
    }
    return try rule.committedValues(forKeys: ["endRevision"])["endRevision"] as? Int64 == .max
  }

  /// Whether a save adds or deletes an object, or changes a value that undoing puts back.
  static func isChanged(_ object: ManagedObject) -> Bool {
    !object.isUpdated || !changedKeys(of: object).isEmpty
  }

  /// The keys that undoing puts back.
  private static func keys(of object: ManagedObject) -> Set<String> {
    Set(RuleChanges.keys(of: object)).subtracting(keysLeftOut(of: object))
  }

  /// The changed keys that undoing puts back.
  private static func changedKeys(of object: ManagedObject) -> Set<String> {
    object.changedStoredKeys.subtracting(keysLeftOut(of: object))
  }

  /// The keys whose values follow from the rest.
  private static func keysLeftOut(of object: ManagedObject) -> Set<String> {
    object is Reservation ? keysOfBill : RuleVersions.marks
  }

  /// What follows from the guest and the group, as the bill does.
  private static let keysOfBill = RuleVersions.marks.union([
    "totalMinor", "unpricedNights", "folio", "number",
  ])

  /// Whether an object is stored as a whole, because a later change of any of its values conflicts
  /// with undoing a change of another.
  private static func isWhole(_ object: ManagedObject) -> Bool {
    switch object {
    case is StaySegment, is GivenUpNights, is ChangeFee, is OverriddenRule, is CancellationStep:
      true
    default: false
    }
  }

  private static func newObjects(namedBy object: ManagedObject) throws -> [ManagedObject] {
    try changedKeys(of: object).compactMap { key in
      guard let other = try object.value(forKey: key) as? ManagedObject,
        other.objectID.isTemporaryID
      else { return nil }
      return other
    }
  }

  // MARK: Wholes

  /// The object that people know a part by; the object itself where it is no part.
  static func whole(of object: ManagedObject) throws -> ManagedObject {
    let key =
      switch object {
      case is FactOfStay, is StaySegment, is GivenUpNights, is ChangeFee, is Waiver, is Charge,
        is Allowance:
        "reservation"
      case is SiteDetail: "campSite"
      case is CancellationStep: "policy"
      case is Wish: "entry"
      case is Offer: "wish"
      case is EmployeePicture: "employee"
      case is CampgroundLogo: "campground"
      case is Folio: "group"
      default: ""
      }
    guard !key.isEmpty else { return object }
    let present = object.isDeleted ? nil : try object.value(forKey: key) as? ManagedObject
    guard
      let whole = try present
        ?? object.committedValues(forKeys: [key])[key] as? ManagedObject
    else { return object }
    return try self.whole(of: whole)
  }

  private func event(of object: ManagedObject) throws -> Event {
    events[try Self.whole(of: object).objectID] ?? first
  }

  private func isPartOfAdded(_ object: ManagedObject) throws -> Bool {
    let whole = try Self.whole(of: object)
    return whole !== object && whole.isInserted
  }

  // MARK: Writing

  @discardableResult
  private func image(
    _ kind: EventImage.Kind, of object: ManagedObject, _ event: Event
  ) -> EventImage {
    let image = EventImage(context: context)
    image.kind = kind
    let name = RowName(object)
    (image.entityName, image.primaryKey) = (name.entity, name.row)
    image.event = event
    return image
  }

  private func keep(changed object: ManagedObject) throws {
    let changed = Self.changedKeys(of: object)
    guard !changed.isEmpty else { return }
    let keys = Array(Self.isWhole(object) ? Self.keys(of: object) : changed)
    let committed = try object.committedValues(forKeys: keys)
    var (before, after): ([String: ImageValue], [String: ImageValue]) = ([:], [:])
    for key in keys {
      before[key] = ImageValue(committed[key] ?? nil)
      after[key] = ImageValue(try object.value(forKey: key))
    }
    guard before != after else { return }
    let image = image(.changed, of: object, try event(of: object))
    image.before = try EventImage.data(of: before)
    image.after = try EventImage.data(of: after)
  }

  private func keep(deleted object: ManagedObject, _ event: Event) throws {
    let keys = Array(Self.keys(of: object))
    let committed = try object.committedValues(forKeys: keys)
    let values = keys.compactMap { key in ImageValue(committed[key] ?? nil).map { (key, $0) } }
    image(.deleted, of: object, event).before = try EventImage.data(
      of: Dictionary(values) { first, _ in first })
  }
}
