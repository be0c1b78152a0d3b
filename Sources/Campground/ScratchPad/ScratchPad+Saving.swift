import ObjectGraph

/// Saving a scratch pad, whoever else wrote to the store meanwhile.
extension ScratchPad {
  /// Whose values are saved where a property was changed both here and in the store. Properties
  /// that only one side changed keep that side's values either way.
  public enum Choice: String, Sendable, Hashable, CaseIterable {
    /// The values that were written here.
    case mine
    /// The values that are in the store now.
    case theirs
  }

  /// Saves the work to the store in one transaction; new reservations, and who is new on the
  /// waitlist, get their numbers.
  ///
  /// When it throws, nothing is in the store, and the pad goes on with its work as it was. A choice
  /// applies to the conflicts that an earlier save told: where the store has changed again since,
  /// the new ones are told instead. A row that was written without a change to any of its values,
  /// and what both sides deleted or added alike, are no conflict.
  ///
  /// - Throws: `CampgroundError.changedMeanwhile` where an edit met somebody else's and
  ///   there is no choice, or none that can be made; `.siteTaken`,
  ///   `.siteHasReservations`, `.camperHasReservations`, `.inUse`,
  ///   `.currencyInUse`, `.currencyChanged`, `.defaultTaken`, `GroupRule.nameTaken` and `.gone` when
  ///   somebody else was faster; and what the store reports.
  @discardableResult
  public func save(_ choice: Choice? = nil) throws -> SavedWork {
    if try storeStack.refreshAfterForeignChanges() { refresh() }
    let waiting = waiting(Reservation.self) + waiting(WaitlistEntry.self) + waiting(Sale.self)
    let codes = waiting.map(\.code)
    try requireSitesLet()
    let work = try announcingRetirements { try savingByRules(choice, waiting) }
    toldConflicts = nil
    return SavedWork(
      work: work,
      codes: zip(codes, waiting).map { SavedWork.Code(provisional: $0, final: $1.code) })
  }

  /// The campground that the pad works at; nil in a store without one.
  private func campground() throws -> Campground? {
    try ServiceScope(
      context: managedObjectContext, storeStack: storeStack, clock: clock,
      campgroundID: campgroundID, reach: .context
    ).campground(in: managedObjectContext)
  }

  /// How often a save is tried while others go on writing to the store.
  private static let attempts = 100

  /// Asks the rules and saves; where somebody wrote to the store in between, both are done again, so
  /// that the rules are kept by what the store has at the instant of the save.
  private func savingByRules(
    _ choice: Choice?, _ waiting: [any Numbered]
  ) throws -> UnsavedWork {
    defer { managedObjectContext.mergePolicy = .error }
    var attempt = 0
    while true {
      attempt += 1
      let trail = AuditTrail(
        in: managedObjectContext, by: author, at: clock.now, here: { try self.campground() })
      let policy = PadMergePolicy(
        choice, about: toldConflicts, in: managedObjectContext, writing: trail)
      let mark = try storeStack.persistentStoreCoordinator.mark()
      try requireRulesKept()
      managedObjectContext.mergePolicy = policy
      do {
        try keepingVersions(and: trail) {
          try withoutNumbers(waiting) {
            try managedObjectContext.saveThrough(ifUnchangedSince: mark)
          }
        }
        return policy.work
      } catch let error as ObjectGraphError {
        guard error.isLateForStore, attempt < Self.attempts else { throw try reason(for: error) }
      }
    }
  }

  /// Runs a save with the versions of the rules that the pad changes, and with who changed what; on an
  /// error they are taken out of it again.
  private func keepingVersions(and trail: AuditTrail, _ body: () throws -> Void) throws {
    var versions = RuleVersions(
      in: managedObjectContext, reading: storeStack.mainContext.makeChild(), at: clock.now)
    do {
      try withoutUndo {
        _ = try versions.write()
        try trail.write()
      }
      try body()
    } catch {
      withoutUndo {
        trail.takeBack()
        versions.takeBack()
      }
      throw error
    }
  }

  /// The new objects of a class that wait for a number, in the order in which they were made.
  private func waiting<Kind: Numbered>(_ type: Kind.Type) -> [any Numbered] {
    managedObjectContext.insertedObjects.compactMap { $0 as? Kind }
      .filter { $0.number < 0 }.sorted { $0.number < $1.number }
  }

  /// Runs a save with new objects that have no number, so that the store gives them theirs; on an
  /// error they have the provisional ones again.
  private func withoutNumbers(_ waiting: [any Numbered], _ body: () throws -> Void) throws {
    let numbers = waiting.map(\.number)
    func give(_ numbers: [Int64?]) throws {
      try withoutUndo {
        for (object, number) in zip(waiting, numbers) {
          try object.setValue(number, forKey: "number")
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

  /// A refusal of the store in the words of the business, where it has some.
  private func reason(for error: ObjectGraphError) throws -> any Error {
    // Nights that are taken stay so whatever is chosen about the rest.
    if error.constraintConflicts.contains(where: { $0.entityName == "ReservationNight" }),
      let reason = try takenSite()
    {
      return reason
    }
    if let reason = try lateBooking(error) { return reason }
    if let reason = lateClosing(error) { return reason }
    let conflicts = EditConflict.conflicts(of: error, in: managedObjectContext)
    if let reason = try lateReservations(conflicts) ?? lateRetirement(conflicts) { return reason }
    if !conflicts.isEmpty {
      // A save comes upon names that were taken once nothing else is in its way: what was told of
      // the rest stays told.
      let others = (toldConflicts ?? []).filter { told in
        !conflicts.contains { $0.isAbout(told) }
      }
      toldConflicts = others + conflicts
      return CampgroundError.changedMeanwhile(conflicts)
    }
    guard let id = error.objectID else { return error }
    switch (error.code, managedObjectContext.registeredObject(for: id)) {
    case (.managedObjectReferentialIntegrity, let reservation as Reservation):
      return CampgroundError.gone(Self.destination(error.key, of: reservation))
    case (.managedObjectReferentialIntegrity, let rule as any CampgroundRule):
      let what = error.key == "campSite" ? "site" : error.key ?? "campground"
      return CampgroundError.gone("the \(what) of \(ObjectLabel.phrase(for: rule))")
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

  /// Why a line cannot be written for its day any more: somebody else closed that.
  private func lateClosing(_ error: ObjectGraphError) -> CampgroundError? {
    for report in error.mergeConflicts where report.isUnwrittenCampground {
      guard let closed = report.closedThrough,
        let campground = managedObjectContext.object(with: report.objectID) as? Campground
      else { continue }
      do {
        try requireOpenDays(at: campground, through: closed)
      } catch {
        return error
      }
    }
    return nil
  }

  private static func destination(_ key: String?, of reservation: Reservation) -> String {
    let what =
      switch key {
      case "camper": "camper"
      case "discount": Discount.noun
      case "cancellationPolicy": CancellationPolicy.noun
      case "folio": "bill"
      default: "site"
      }
    return "the \(what) of \(reservation.code)"
  }

  private static func codes(_ reservations: Set<Reservation>) -> [String] {
    reservations.filter { $0.state?.isFinal != true }
      .sorted { $0.number < $1.number }.map(\.code)
  }

  /// Why what was to be deleted has to stay: somebody else made reservations for it.
  private func lateReservations(_ conflicts: [EditConflict]) throws -> CampgroundError? {
    guard conflicts.contains(where: \.isDeletedHere) else { return nil }
    if try storeStack.refreshAfterForeignChanges() { refresh() }
    let store = storeStack.mainContext.makeChild()
    for case .changed(let report) in conflicts.map(\.cause)
    where report.isDeletedHere && report.seenVersion == report.storedVersion {
      switch try? store.existingObject(with: report.objectID) {
      case let camper as Camper:
        let codes = camper.reservations.sorted { $0.number < $1.number }.map(\.code)
        if !codes.isEmpty { return .camperHasReservations(camper.fullName, codes: codes) }
      case let site as CampSite:
        let codes = Self.codes(site.reservations)
        if !codes.isEmpty { return .siteHasReservations(site.name, codes: codes) }
      default: break
      }
    }
    return nil
  }

  /// Why a stay or a closing of the pad cannot have its nights any more.
  private func takenSite() throws -> CampgroundError? {
    let store = storeStack.mainContext.makeChild()
    let nights = managedObjectContext.insertedObjects.compactMap { $0 as? ReservationNight }
      .sorted { $0.night < $1.night }
    for night in nights {
      guard let site = try night.campSite.flatMap({ try Self.stored($0, in: store) }) else {
        continue
      }
      let dates = try StayDates(arrival: night.date, nights: 1)
      do {
        // Whatever stands there was written since the pad looked, holds included.
        try NightLedger.requireFree(
          site, dates, leavingOut: Self.stored(night.reservation, in: store), now: .distantPast,
          in: store)
      } catch let error as CampgroundError {
        return error
      }
    }
    return nil
  }

  /// The reservation as the store has it, unless it is new.
  private static func stored(
    _ reservation: Reservation?, in store: ManagedObjectContext
  ) throws -> [Reservation] {
    guard let reservation, !reservation.objectID.isTemporaryID else { return [] }
    return [try store.current(reservation)]
  }

  /// The site in the store that one of the pad is, or that a new one gives
  /// way to: that of its name.
  private static func stored(
    _ site: CampSite, in store: ManagedObjectContext
  ) throws -> CampSite? {
    guard site.objectID.isTemporaryID else { return try store.current(site) }
    let request = CampSite.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "name == %@ AND campground.name == %@", site.name, site.campground?.name ?? "")
    return try store.fetch(request).first
  }
}
