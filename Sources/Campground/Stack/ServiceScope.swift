import Foundation
import ObjectGraph

/// What a service works with: a context, a clock and a campground, and how it reads and writes.
struct ServiceScope {
  private(set) var context: ManagedObjectContext
  let storeStack: StoreStack
  let clock: any CampgroundClock
  let campgroundID: ManagedObjectID?
  private(set) var reach: SaveReach
  let author: Author

  /// The time zone of a campground that is created along with its first object.
  let timeZone: TimeZone

  /// The generator of voucher codes.
  let voucherCodes: VoucherCodes

  /// Records the outcome of a desk's command; nil where it is not needed.
  private(set) var journal: CommandJournal?

  /// The command of a desk that is being carried out; nil where each save is one of its own.
  var command: RunningCommand?

  /// The rate cards of the store.
  let rateCards: RateCardCache

  init(
    context: ManagedObjectContext, storeStack: StoreStack, clock: any CampgroundClock,
    campgroundID: ManagedObjectID?, savingTo reach: SaveReach = .store, author: Author = Author(),
    timeZone: TimeZone = .current, voucherCodes: VoucherCodes = .random,
    journal: CommandJournal? = nil
  ) {
    self.context = context
    self.storeStack = storeStack
    self.clock = clock
    self.campgroundID = campgroundID
    self.reach = reach
    self.author = author
    self.timeZone = timeZone
    self.voucherCodes = voucherCodes
    self.journal = journal
    rateCards = (storeStack as? CampgroundStack)?.rateCards ?? RateCardCache()
  }

  /// The same scope for a preview, in a context that is discarded afterwards.
  func previewing(in scratch: ManagedObjectContext) -> ServiceScope {
    var scope = working(in: scratch)
    scope.reach = .preview
    scope.command = nil
    scope.journal = CommandJournal(placeholders: journal?.placeholders ?? PlaceholderNumbers())
    return scope
  }

  /// The same scope in another context, such as that of a write transaction that spans several
  /// calls.
  func working(in context: ManagedObjectContext) -> ServiceScope {
    var scope = self
    scope.context = context
    return scope
  }

  /// Makes a change, and returns the object that the body made as the service's own context knows
  /// it.
  ///
  /// A service that saves to the store does everything in one write transaction: the body sees what
  /// is committed, and nobody else writes until its changes are committed, too. In a scratch pad,
  /// it works in a child of the pad's context. On an error, nothing has changed.
  func write<Object: ManagedObject>(
    _ body: (ManagedObjectContext) throws -> Object
  ) throws -> Object {
    try own(saving(body, if: { _ in true }, then: { $0.objectID }))
  }

  /// Changes an object like `write`, with the current values of the store.
  ///
  /// - Throws: `CampgroundError.gone`, and what the body throws.
  func edit<Object: ManagedObject>(
    _ object: Object, _ change: (Object, ManagedObjectContext) throws -> Void
  ) throws -> Object {
    try write { scratch in
      let object = try scratch.current(object)
      try change(object, scratch)
      return object
    }
  }

  /// Makes several objects in one save, like `write`; saves nothing if there are none.
  func writeAll<Object: ManagedObject>(
    _ body: (ManagedObjectContext) throws -> [Object]
  ) throws -> [Object] {
    try saving(body, if: { !$0.isEmpty }, then: { $0.map(\.objectID) }).map { try own($0) }
  }

  /// Makes a change and saves it like `write`, unless the result, which must be a value, says not
  /// to.
  @discardableResult
  func change<Result>(
    _ body: (ManagedObjectContext) throws -> Result, if isWanted: (Result) -> Bool = { _ in true }
  ) throws -> Result {
    try saving(body, if: isWanted, then: { $0 })
  }

  private func saving<Draft, Result>(
    _ body: (ManagedObjectContext) throws -> Draft, if isWanted: (Draft) -> Bool,
    then finish: (Draft) -> Result
  ) throws -> Result {
    func run(in scratch: ManagedObjectContext) throws -> Result {
      let draft = try body(scratch)
      if isWanted(draft) {
        try save(scratch)
      } else {
        scratch.rollback()
      }
      return finish(draft)
    }
    do {
      return switch reach {
      case .store: try transaction { try run(in: $0) }
      case .pad, .preview: try run(in: context.makeChild())
      case .reading: throw ChangeOutsideCommand()
      }
    } catch let error as ObjectGraphError {
      throw context.deletion(behind: error) ?? error
    }
  }

  /// Saves changes, along with the former versions of changed rules and the audit.
  private func save(_ scratch: ManagedObjectContext) throws {
    guard reach != .preview else { return try scratch.save() }
    var versions = RuleVersions(
      in: scratch, at: clock.now, isUndo: command?.isUndo == true)
    if try versions.write() { RateCardCache.noteNewRevision(in: reach == .pad ? context : scratch) }
    func here() throws -> Campground? { try campground(in: scratch) }
    let (changes, events) = try AuditTrail(
      context: scratch, author: author, now: clock.now, here: here
    ).write()
    let first = try RunningCommand.relate(command, in: scratch, events, isSaved: reach == .store)
    if let journal {
      try journal.save(
        scratch, changes, currency: here()?.currency, terms: { try terms(of: $0, in: scratch) })
    } else {
      try scratch.save()
    }
    command?.note(first)
  }

  /// The cancellation terms agreed for a stay, in words.
  private func terms(of stay: Reservation, in scratch: ManagedObjectContext) throws -> String {
    guard let policy = stay.policy, let campground = stay.campground,
      let terms = try rateCards.card(of: campground, in: scratch)
        .terms(of: policy, under: stay.policyRevision)
    else { return "none" }
    return "\(policy): \(PolicyPlan(terms).stepsText)"
  }

  /// Runs the body in a write transaction of the store.
  private func transaction<Result>(
    _ body: (ManagedObjectContext) throws -> Result
  ) throws -> Result {
    // Sound: the transaction runs on this thread, while the caller waits for it.
    nonisolated(unsafe) let body = body
    func write() throws -> Result {
      try storeStack.write { WrittenValue(value: try body($0)) }.value
    }
    return try command.map { try $0.record(write) } ?? write()
  }

  /// The object with an ID in the service's own context.
  func own<Object: ManagedObject>(_ id: ManagedObjectID) throws -> Object {
    try context.existing(id)
  }

  /// Today's calendar date at the campground.
  func today(at campground: Campground?) -> CalendarDate {
    CalendarDate(clock.now, in: campground?.timeZone ?? timeZone)
  }

  /// The current campground of the service: the chosen one, otherwise the store's first; nil in a
  /// store that has none.
  func campground(in context: ManagedObjectContext) throws -> Campground? {
    if let campgroundID { return try context.existing(campgroundID) }
    let request = Campground.fetchRequest()
    request.fetchLimit = 1
    return try context.fetch(request).first
  }

  /// The current campground of the service, created if the store has none.
  func campgroundOrNew(in scratch: ManagedObjectContext) throws -> Campground {
    if let known = try campground(in: scratch) { return known }
    let campground = Campground(context: scratch)
    campground.name = Campground.defaultName
    campground.timeZone = timeZone
    campground.currency = .usd
    return campground
  }
}

extension ManagedObjectContext {
  /// The object with an ID, with its values read.
  ///
  /// - Throws: `CampgroundError.gone` when the store no longer has the row.
  func existing<Object: ManagedObject>(_ id: ManagedObjectID) throws -> Object {
    do {
      if let object = try existingObject(with: id) as? Object, !object.isDeleted { return object }
    } catch let error as ObjectGraphError
      where error.code == .managedObjectReferentialIntegrity
    {
      // Reported in business terms below.
    }
    throw gone(id)
  }

  /// This context's own instance of an object of another context on the same queue, with the
  /// current values of the store.
  ///
  /// In a write transaction, whose context has no parent, these are the values read within it. In a
  /// scratch pad, the object is fetched: an instance obtained by ID may come from a cache, and
  /// would not show that another process deleted or changed the object.
  ///
  /// - Throws: `CampgroundError.gone` when the store no longer has the row.
  func current<Object: ManagedObject>(_ object: Object) throws -> Object {
    guard parent != nil, !object.objectID.isTemporaryID, object.managedObjectContext != nil else {
      return try existing(object.objectID)
    }
    // Named, since a superclass has no entity of its own.
    let request = FetchRequest<Object>(entityName: object.objectID.entity.name ?? "")
    request.predicate = try FetchPredicate(format: "SELF == %@", object)
    guard let found = try fetch(request).first else { throw gone(object.objectID) }
    return found
  }

  private func gone(_ id: ManagedObjectID) -> CampgroundError {
    deletedHere(id).map { .deletedHere(ObjectLabel.phrase(for: $0)) }
      ?? .gone("the \(ObjectLabel.noun(ofEntity: id.entity.name ?? ""))")
  }

  /// The reason for an error about missing rows, if the object was deleted in this context or in
  /// one that it saves to; nil otherwise.
  func deletion(behind error: ObjectGraphError) -> CampgroundError? {
    let causes = error.underlyingErrors.isEmpty ? [error] : error.underlyingErrors
    guard causes.allSatisfy({ $0.code == .managedObjectReferentialIntegrity }) else { return nil }
    return causes.lazy.compactMap(\.objectID).compactMap(deletedHere).first.map {
      .deletedHere(ObjectLabel.phrase(for: $0))
    }
  }

  /// The object with an ID that is deleted, but not saved, in this context or in one that it saves
  /// to.
  private func deletedHere(_ id: ManagedObjectID) -> ManagedObject? {
    var context: ManagedObjectContext? = self
    while let current = context {
      // Reading a vanished row also marks it as deleted; only a requested deletion counts.
      if let object = current.registeredObject(for: id), current.deletedObjects.contains(object) {
        return object
      }
      context = current.parent
    }
    return nil
  }
}

/// Carries a result out of a transaction.
struct WrittenValue<Value>: @unchecked Sendable {
  // Sound: it is made and taken apart on one thread, which does nothing else in between.
  let value: Value
}
