import ObjectGraph

/// Saving a scratch pad, whoever else wrote to the store meanwhile.
extension ScratchPad {
  /// Whose values are saved where a property was changed both here and in the store. Properties that
  /// only one side changed keep that side's values either way.
  public enum Choice: String, Sendable, Hashable, CaseIterable {
    /// The values that were written here.
    case mine
    /// The values that are in the store now.
    case theirs
  }

  /// How often a save is tried again whose objects were only touched.
  private static let attempts = 3

  /// Saves the work to the store in one transaction; new reservations get their numbers.
  ///
  /// When it throws, nothing is in the store, and the pad goes on with its work as it was, or with
  /// the choice applied as one more step that can be undone. A choice applies to the conflicts that
  /// an earlier save told: where these have changed since, the new ones are told instead.
  ///
  /// - Throws: `CampgroundError.changedMeanwhile` where an edit met somebody else's and there is no
  ///   choice, or none that can be made; `.siteTaken`, `.siteNameTaken`, `.campgroundNameTaken`,
  ///   `.siteHasReservations`, `.camperHasReservations` and `.gone` when somebody else was faster; and
  ///   what the store reports.
  @discardableResult
  public func save(_ choice: Choice? = nil) throws -> SavedWork {
    if let choice { try settleConflicts(choice) }
    let work = unsavedWork
    let waiting = managedObjectContext.insertedObjects.compactMap { $0 as? Reservation }
      .filter { $0.number < 0 }.sorted { $0.number < $1.number }
    let codes = waiting.map(\.code)
    var attempt = 1
    while true {
      do {
        try withoutNumbers(waiting) { try managedObjectContext.saveThrough() }
        break
      } catch let error as ObjectGraphError {
        guard try attempt < Self.attempts && mend(error) else { throw try reason(for: error) }
        attempt += 1
      }
    }
    shownConflicts = nil
    return SavedWork(
      work: work,
      codes: zip(codes, waiting).map { SavedWork.Code(provisional: $0, final: $1.code) })
  }

  /// Runs a save with new reservations that have no number, so that the store gives them theirs; on an
  /// error they have the provisional ones again.
  private func withoutNumbers(_ waiting: [Reservation], _ body: () throws -> Void) throws {
    let numbers = waiting.map(\.number)
    func give(_ numbers: [Int64?]) throws {
      try withoutUndo {
        for (reservation, number) in zip(waiting, numbers) {
          try reservation.setValue(number, forKey: "number")
        }
      }
    }
    try give(numbers.map { _ in nil })
    do {
      try body()
    } catch {
      try give(numbers)
      throw error
    }
  }

  // MARK: Refusals

  /// Looks at the store again after a refusal, and takes over a row that was written without a change
  /// to any of its values.
  ///
  /// - Returns: whether the save is worth another try.
  private func mend(_ error: ObjectGraphError) throws -> Bool {
    guard error.code == .managedObjectMerge else { return false }
    try takeNotice()
    guard try conflicts().isEmpty, let id = error.objectID,
      let object = managedObjectContext.registeredObject(for: id), !object.isDeleted
    else { return false }
    managedObjectContext.refresh(object, mergeChanges: true)
    return true
  }

  /// Sees to it that the next look is one at the store, not at what was read from it before.
  private func takeNotice() throws {
    if try storeStack.refreshAfterForeignChanges() { refresh() }
  }

  private func conflicts() throws -> [EditConflict] {
    try EditConflict.conflicts(
      in: managedObjectContext, against: storeStack.mainContext.makeChild())
  }

  /// A refusal of the store in the words of the business, where it has some.
  private func reason(for error: ObjectGraphError) throws -> any Error {
    switch (error.code, error.entityName) {
    case (.managedObjectMerge, _):
      let conflicts = try conflicts()
      guard !conflicts.isEmpty else { return error }
      shownConflicts = conflicts
      return CampgroundError.changedMeanwhile(conflicts)
    case (.managedObjectConstraintMerge, "ReservationNight"):
      return try takenSite() ?? error
    default: break
    }
    guard let id = error.objectID else { return error }
    switch (error.code, managedObjectContext.registeredObject(for: id)) {
    case (.managedObjectConstraintMerge, let site as CampSite):
      return CampgroundError.siteNameTaken(site.name)
    case (.managedObjectConstraintMerge, let campground as Campground):
      return CampgroundError.campgroundNameTaken(campground.name)
    case (.managedObjectReferentialIntegrity, let reservation as Reservation):
      return CampgroundError.gone(Self.destination(error.key, of: reservation))
    case (.managedObjectReferentialIntegrity, let night as ReservationNight):
      return night.reservation.map {
        CampgroundError.gone(Self.destination(error.key, of: $0))
      } ?? error
    case (.validationRelationshipDeniedDelete, let site as CampSite):
      let codes = Self.codes(site.reservations)
      return codes.isEmpty ? error : CampgroundError.siteHasReservations(site.name, codes: codes)
    case (.validationRelationshipDeniedDelete, let camper as Camper):
      let codes = Self.codes(camper.reservations)
      return codes.isEmpty
        ? error : CampgroundError.camperHasReservations(camper.fullName, codes: codes)
    default: return error
    }
  }

  private static func destination(_ key: String?, of reservation: Reservation) -> String {
    "the \(key == "camper" ? "camper" : "site") of \(reservation.code)"
  }

  private static func codes(_ reservations: Set<Reservation>) -> [String] {
    reservations.filter { $0.state?.isFinal != true }
      .sorted { $0.number < $1.number }.map(\.code)
  }

  /// Why a reservation of the pad cannot have its nights any more.
  private func takenSite() throws -> CampgroundError? {
    let store = storeStack.mainContext.makeChild()
    for object in managedObjectContext.insertedObjects {
      guard let reservation = object as? Reservation, !reservation.nights.isEmpty,
        let site = reservation.campSite, !site.objectID.isTemporaryID,
        let dates = try? StayDates(
          arrival: reservation.arrival, departure: reservation.departure)
      else { continue }
      do {
        try NightLedger.requireFree(store.current(site), dates, in: store)
      } catch let error as CampgroundError {
        return error
      }
    }
    return nil
  }

  // MARK: Choosing

  /// Puts the edits that met others together with these.
  private func settleConflicts(_ choice: Choice) throws {
    try takeNotice()
    let conflicts = try conflicts()
    let isNews = shownConflicts.map { $0 != conflicts } ?? false
    let isStuck = conflicts.contains {
      $0.needsAnotherLook || ($0.isDeletedInStore && choice == .mine)
    }
    guard conflicts.isEmpty || !(isNews || isStuck) else {
      shownConflicts = conflicts
      throw CampgroundError.changedMeanwhile(conflicts)
    }
    try perform("save \(choice)") {
      for conflict in conflicts { try settle(conflict, choice) }
    }
  }

  private func settle(_ conflict: EditConflict, _ choice: Choice) throws {
    let object = managedObjectContext.object(with: conflict.objectID)
    managedObjectContext.refresh(object, mergeChanges: !conflict.isDeletedInStore)
    guard choice == .theirs, !conflict.isDeletedInStore else { return }
    for property in conflict.properties where property.isWritten && property.isChangedInStore {
      var value = property.stored.anyValue
      if case .objectID(let id) = property.stored { value = managedObjectContext.object(with: id) }
      try object.setValue(value, forKey: property.name)
    }
  }
}
