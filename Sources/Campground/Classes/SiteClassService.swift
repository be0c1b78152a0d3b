import ObjectGraph

/// Manages the classes of a campground's campsites.
///
///     let classes = SiteClassService(managedObjectContext: context, storeStack: stack)
///     let fullHookup = try classes.add("RV 50A", note: "full hookup")
///     try sites.add("15", siteClass: fullHookup)
public final class SiteClassService: Service {
  /// The classes, by name.
  public func classes() throws -> [SiteClass] { try scope.rules(in: managedObjectContext) }

  /// The class with a name, regardless of case if no other class has the same name in another case.
  ///
  /// - Throws: `CampgroundError.unknown`, which lists the known names.
  public func find(_ name: String) throws -> SiteClass { try scope.findRule(name) }

  /// Adds a class.
  ///
  /// - Throws: `CampgroundError.invalidValue` for an empty name, and for a text that is too long or
  ///   not one line; `.nameTaken`.
  @discardableResult
  public func add(_ name: String, note: String? = nil) throws -> SiteClass {
    try scope.addRule(name, SiteClass.init(context:)) { siteClass, _ in
      siteClass.note = NameRule.optional(note)
    }
  }

  /// Changes a class; nil leaves a value unchanged, and an empty note removes the note.
  ///
  /// - Throws: as `add(_:note:)`, and `CampgroundError.gone`.
  @discardableResult
  public func edit(
    _ siteClass: SiteClass, name: String? = nil, note: String? = nil
  ) throws -> SiteClass {
    try scope.editRule(siteClass, name: name) { siteClass, _ in
      if let note { siteClass.note = NameRule.optional(note) }
    }
  }

  /// Deletes a class that no campsite, current or future stay, rule or waitlist wish refers to.
  ///
  /// Past stays keep its name. Its former rules are deleted with it.
  ///
  /// - Throws: `CampgroundError.inUse`, which names what refers to it; `.gone`.
  public func delete(_ siteClass: SiteClass) throws {
    try scope.change { scratch in
      let siteClass = try scratch.current(siteClass)
      let users = siteClass.users(on: scope.today(at: siteClass.campground))
      guard users.isEmpty else { throw CampgroundError.inUse(siteClass, by: users) }
      for stay in siteClass.reservations { stay.formerClassName = siteClass.name }
      scratch.delete(siteClass)
    }
  }
}

extension SiteClass {
  /// Everything that prevents deleting the class.
  func users(on today: CalendarDate) -> [String] {
    let booked = Set(reservations).union(segments.compactMap(\.reservation))
      .filter { !$0.isDeleted && !$0.isOver(on: today) }
    let waiting = wishes.filter { wish in
      wish.withdrawnAt == nil && wish.arrival >= today && wish.entry?.withdrawnAt == nil
    }
    func named<Rule: CampgroundRule>(_ rules: Set<Rule>) -> [String] {
      rules.filter { rule in
        !rule.isDeleted && (rule as? VersionedRule)?.isInForce ?? true
      }.map { "\(Rule.noun) \"\($0.name)\"" }.sorted()
    }
    return sortedSites.map { "site \($0.name)" }
      + booked.sorted { $0.number < $1.number }.map(\.code)
      + named(rates) + named(discounts) + named(fees) + named(taxes) + named(depositRules)
      + named(cancellationPolicies) + named(stayRules)
      + Set(waiting.compactMap(\.entry)).sorted { $0.number < $1.number }.map(\.code)
  }
}
