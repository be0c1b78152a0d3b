import Foundation
import ObjectGraph

/// What a service works with: a context, a clock and a campground, and how it reads and writes.
struct ServiceScope {
  let context: ManagedObjectContext
  let clock: any CampgroundClock
  let campgroundID: ManagedObjectID?
  let reach: SaveReach

  /// The name of the campground that a store without one gets.
  static let defaultCampgroundName = "Campground"

  /// How often a change is tried that loses to others who go on changing what it changes.
  private static let attempts = 100

  /// Makes a change in a scratch pad, saves it as far as the service does, to the store in one
  /// transaction, and gives the object that the body returns as the service's own context knows it.
  ///
  /// On an error the scratch pad is dropped and nothing has changed. A broken uniqueness constraint
  /// or a row that changed means that someone else was faster since the body looked: the body runs
  /// again and sees it, as often as there is something new to see. What loses to the same again
  /// and again, or to ever new changes a hundred times, ends in `CampgroundError.changedMeanwhile`.
  /// A refusal is believed when a second look gives the same one: the body reads several rows, not
  /// all at one instant, and may have seen a part of what someone else did.
  ///
  /// - Parameter isUndisturbed: whether the body runs again too when somebody wrote anything to the
  ///   store since it began to read: for what depends on rows that are not written.
  func write<Object: ManagedObject>(
    isUndisturbed: Bool = false, _ body: (ManagedObjectContext) throws -> Object
  ) throws -> Object {
    // The ID is asked for while the scratch pad is there: without it an object has none.
    try own(
      saving(body, if: { _ in true }, isUndisturbed: isUndisturbed, then: { $0.objectID }))
  }

  /// Makes several objects in one save, as `write` makes one; nothing is saved for none.
  func writeAll<Object: ManagedObject>(
    _ body: (ManagedObjectContext) throws -> [Object]
  ) throws -> [Object] {
    try saving(body, if: { !$0.isEmpty }, then: { $0.map(\.objectID) }).map { try own($0) }
  }

  /// Makes a change in a scratch pad and saves it, as `write` does, unless the body's result, which
  /// is a value, says not to.
  @discardableResult
  func change<Result>(
    _ body: (ManagedObjectContext) throws -> Result, if isWanted: (Result) -> Bool = { _ in true }
  ) throws -> Result {
    try saving(body, if: isWanted, then: { $0 })
  }

  private func saving<Draft, Result>(
    _ body: (ManagedObjectContext) throws -> Draft, if isWanted: (Draft) -> Bool,
    isUndisturbed: Bool = false, then finish: (Draft) -> Result
  ) throws -> Result {
    var losses = LostRaces()
    var refusal: CampgroundError?
    var attempt = 0
    while true {
      attempt += 1
      let scratch = context.makeChild()
      do {
        let mark = isUndisturbed ? try context.persistentStoreCoordinator?.mark() : nil
        let draft = try body(scratch)
        if isWanted(draft) { try save(scratch, since: mark) }
        return withExtendedLifetime(scratch) { finish(draft) }
      } catch let error as ObjectGraphError {
        if let reason = context.deletion(behind: error) { throw reason }
        guard LostRaces.isOne(error) else { throw error }
        guard attempt < Self.attempts, error.isLateForStore || losses.hasNews(error) else {
          throw Self.reason(for: error, in: scratch)
        }
      } catch let error as CampgroundError {
        guard attempt < Self.attempts, error != refusal else { throw error }
        refusal = error
      }
    }
  }

  private func save(_ scratch: ManagedObjectContext, since mark: StoreMark?) throws {
    switch (reach, mark) {
    case (.store, let mark?): try scratch.saveThrough(ifUnchangedSince: mark)
    case (.store, nil): try scratch.saveThrough()
    case (.context, _): try scratch.save()
    }
  }

  /// What a lost race is told as: where an edit met another one, with both of them.
  private static func reason(
    for error: ObjectGraphError, in scratch: ManagedObjectContext
  ) -> any Error {
    let conflicts = EditConflict.conflicts(of: error, in: scratch)
    return conflicts.isEmpty ? error : CampgroundError.changedMeanwhile(conflicts)
  }

  /// The object of an ID in the service's own context.
  func own<Object: ManagedObject>(_ id: ManagedObjectID) throws -> Object {
    try context.existing(id)
  }

  /// The calendar date at the campground.
  func today(at campground: Campground?) -> CalendarDate {
    CalendarDate(clock.now, in: campground?.timeZone ?? .current)
  }

  /// The campground that the service works at, or nil in a store that has none.
  ///
  /// It is the chosen one, else the store's first.
  func campground(in context: ManagedObjectContext) throws -> Campground? {
    if let campgroundID { return try context.existing(campgroundID) }
    let request = Campground.fetchRequest()
    request.fetchLimit = 1
    return try context.fetch(request).first
  }

  /// The campground that the service works at, made where the store has none.
  ///
  /// Of two processes that start at once one makes it; the other one's save breaks the uniqueness
  /// of the name and is repeated.
  func campgroundOrNew(in scratch: ManagedObjectContext) throws -> Campground {
    if let known = try campground(in: scratch) { return known }
    let campground = Campground(context: scratch)
    campground.name = Self.defaultCampgroundName
    campground.timeZone = .current
    campground.currency = .usd
    return campground
  }
}

extension ManagedObjectContext {
  /// The object of an ID with its values read.
  ///
  /// - Throws: `CampgroundError.gone` when the store has no such row any more.
  func existing<Object: ManagedObject>(_ id: ManagedObjectID) throws -> Object {
    do {
      if let object = try existingObject(with: id) as? Object, !object.isDeleted { return object }
    } catch let error as ObjectGraphError
      where error.code == .managedObjectReferentialIntegrity
    {
      // Said in the business's own words below.
    }
    throw gone(id)
  }

  /// This scratch pad's own instance of an object of another context on the same queue, with the
  /// values that the store has at the moment.
  ///
  /// It is fetched: an instance by its ID may come from a cache, and then neither shows that
  /// another process deleted the object nor what it changed.
  ///
  /// - Throws: `CampgroundError.gone` when the store has no such row any more.
  func current<Object: ManagedObject>(_ object: Object) throws -> Object {
    guard !object.objectID.isTemporaryID, object.managedObjectContext != nil else {
      return try existing(object.objectID)
    }
    let request = FetchRequest<Object>()
    request.predicate = try FetchPredicate(format: "SELF == %@", object)
    guard let found = try fetch(request).first else { throw gone(object.objectID) }
    return found
  }

  private func gone(_ id: ManagedObjectID) -> CampgroundError {
    deletedHere(id).map { .deletedHere(ObjectLabel.phrase(for: $0)) }
      ?? .gone("the \(ObjectLabel.noun(ofEntity: id.entity.name ?? ""))")
  }

  /// What an error comes from that says of objects that the store has them no more: something is
  /// deleted in this context, or in one that it saves to. Nil where that is not so.
  func deletion(behind error: ObjectGraphError) -> CampgroundError? {
    let causes = error.underlyingErrors.isEmpty ? [error] : error.underlyingErrors
    guard causes.allSatisfy({ $0.code == .managedObjectReferentialIntegrity }) else { return nil }
    return causes.lazy.compactMap(\.objectID).compactMap(deletedHere).first.map {
      .deletedHere(ObjectLabel.phrase(for: $0))
    }
  }

  /// The object of an ID that is deleted, and not saved, in this context or in one that it saves to.
  private func deletedHere(_ id: ManagedObjectID) -> ManagedObject? {
    var context: ManagedObjectContext? = self
    while let current = context {
      // Reading what vanished marks it too; only what was asked for is a change.
      if let object = current.registeredObject(for: id), current.deletedObjects.contains(object) {
        return object
      }
      context = current.parent
    }
    return nil
  }
}
