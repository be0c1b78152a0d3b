import Foundation
import ObjectGraph

/// Manages the campsites of a campground.
///
///     let sites = CampSiteService(managedObjectContext: context, storeStack: stack)
///     let site = try sites.add("15", features: CampSiteFeatures(type: .rv), rate: 45)
///     try sites.setDetail("Campfire Allowed", to: "yes", of: site)
public final class CampSiteService: Service {
  // MARK: By number

  /// Adds a campsite with a number.
  ///
  /// - Throws: `CampgroundError.nameTaken`, also when the number is the name of another site;
  ///   `.invalidValue` below 1.
  public func addCampSite(
    _ siteNumber: Int16, electricity: Bool, water: Bool
  ) throws -> CampSite {
    guard siteNumber > 0 else {
      throw CampgroundError(
        .invalidValue, about: [.site("\(siteNumber)")],
        "a site number is at least 1, not \(siteNumber)")
    }
    return try scope.write { scratch in
      let campground = try scope.campgroundOrNew(in: scratch)
      guard try sites(numbered: siteNumber, of: campground, in: scratch).isEmpty else {
        throw CampgroundError(
          .nameTaken, about: [.site("\(siteNumber)")],
          "site number \(siteNumber) is already taken",
          fix: .advice("choose another number"))
      }
      let site = try insert(named: "\(siteNumber)", at: campground, in: scratch)
      site.electricity = electricity
      site.water = water
      return site
    }
  }

  /// The campsite with a number; nil for none.
  ///
  /// - Throws: `CampgroundError.ambiguous` when several have the number and none has it as its
  ///   exact name.
  public func getCampSite(_ siteNumber: Int16) throws -> CampSite? {
    guard let campground = try scope.campground(in: managedObjectContext) else { return nil }
    let found = try sites(numbered: siteNumber, of: campground, in: managedObjectContext)
    if found.count < 2 { return found.first }
    if let exact = found.first(where: { $0.name == "\(siteNumber)" }) { return exact }
    throw CampgroundError.ambiguousSite("\(siteNumber)", candidates: found.map(\.name))
  }

  /// All campsites of the campground, by `NaturalName`.
  public func getCampSites() throws -> [CampSite] {
    try managedObjectContext.fetch(
      CampSite.self, where: "campground == %@", scope.campground(in: managedObjectContext)
    ).naturallySorted(by: \.name)
  }

  /// The campsites, favorites first, then in the order of `getCampSites`.
  ///
  /// - Parameters:
  ///   - limit: the most campsites to return, or 0 for all.
  ///   - offset: the number of campsites to skip.
  public func list(limit: Int = 0, offset: Int = 0) throws -> Page<CampSite> {
    let sites = try getCampSites()
    return Page(
      of: sites.filter(\.isFavorite) + sites.filter { !$0.isFavorite }, limit: limit, offset: offset
    )
  }

  /// Deletes the campsite with a number.
  ///
  /// - Throws: as `delete(_:)`; `CampgroundError.unknown`.
  public func deleteCampSite(_ siteNumber: Int16) throws {
    guard let site = try getCampSite(siteNumber) else {
      throw CampgroundError.unknownSite("\(siteNumber)")
    }
    try delete(site)
  }

  /// One more than the highest site number, or 1 when there is none.
  ///
  /// - Throws: `CampgroundError.refused` after 32767.
  public func getNextCampSiteNumber() throws -> Int16 {
    let sites = try managedObjectContext.fetch(
      CampSite.self, where: "campground == %@ AND siteNumber != nil",
      scope.campground(in: managedObjectContext), by: ["-siteNumber"], limit: 1)
    let highest = sites.first?.siteNumber ?? 0
    guard highest < .max else {
      throw CampgroundError(.refused, "no site numbers are left; give the site a name")
    }
    return max(highest, 0) + 1
  }

  // MARK: By name

  /// Adds a campsite; a numeric name, `15` or `065`, also becomes its number.
  ///
  /// - Parameters:
  ///   - siteClass: the class of the campsite; nil for none.
  ///   - rate: the price of a night in the campground's currency.
  ///   - isFavorite: whether the campsite comes first in lists.
  /// - Throws: `CampgroundError.invalidValue` for a name that is empty or has the form of a code,
  ///   and for a price that is negative, too precise or too large; `.nameTaken`, `.outOfRange`;
  ///   `.refused` for a day-use campsite in a class of overnight ones, or the reverse.
  public func add(
    _ name: String, features: CampSiteFeatures = CampSiteFeatures(),
    siteClass: SiteClass? = nil, rate: Decimal? = nil, isFavorite: Bool = false
  ) throws -> CampSite {
    let name = try NameRule.unlikeCodes(name, of: "campsite")
    return try scope.write { scratch in
      let site = try insert(
        named: name, at: try scope.campgroundOrNew(in: scratch), in: scratch)
      try site.take(features)
      try take(siteClass, for: site, in: scratch)
      try site.take(rate: rate)
      site.isFavorite = isFavorite
      return site
    }
  }

  /// Changes a campsite; nil leaves a value unchanged.
  ///
  /// Booked stays keep the campsite even if it no longer fits them; `unfitStays(on:)` lists them.
  ///
  /// - Parameters:
  ///   - siteClass: the new class, or none.
  ///   - forgotten: properties to clear, so that they are unknown or no longer limit anyone.
  ///   - isFavorite: whether the campsite comes first in lists.
  /// - Throws: as `add(_:features:rate:)`, and `CampgroundError.gone`; `.unfit` when changing
  ///   between overnight and day use while there are current or future stays; `.refused` when
  ///   changing the class while a stay floats on the campsite.
  @discardableResult
  public func edit(
    _ site: CampSite, name: String? = nil, features: CampSiteFeatures = CampSiteFeatures(),
    siteClass: TermChoice<SiteClass>? = nil, rate: Decimal? = nil,
    forgetting forgotten: Set<CampSiteLimit> = [], isFavorite: Bool? = nil
  ) throws -> CampSite {
    let name = try name.map { try NameRule.unlikeCodes($0, of: "campsite") }
    return try scope.edit(site) { site, scratch in
      if let name, name != site.name {
        if let campground = site.campground {
          try requireFree(name, at: campground, in: scratch)
        }
        site.rename(to: name)
      }
      let isByDay = site.siteType == .dayUse
      try site.take(features)
      try site.take(rate: rate)
      site.forget(forgotten)
      try requireLetAsBefore(site, byDay: isByDay, in: scratch)
      if let siteClass {
        if siteClass.term?.objectID != site.siteClass?.objectID {
          try requireNoFloatingStays(on: site)
        }
        try take(siteClass.term, for: site, in: scratch)
      } else {
        try requireLetAsClass(site)
      }
      if let isFavorite { site.isFavorite = isFavorite }
    }
  }

  /// The campsite that a clerk means by a word: the one with exactly that name, otherwise the only
  /// one with that number, or with that name in another case.
  ///
  /// - Throws: `CampgroundError.unknown`, and `.ambiguous` with the names.
  public func find(_ word: String) throws -> CampSite {
    let word = NameRule.optional(word) ?? ""
    guard let campground = try scope.campground(in: managedObjectContext) else {
      throw CampgroundError.unknownSite(word)
    }
    if let exact = try site(named: word, of: campground, in: managedObjectContext) {
      return exact
    }
    let meant =
      try CampSite.number(in: word).map { number in
        try FetchPredicate(format: "siteNumber == %@ OR name ==[c] %@", number, word)
      } ?? FetchPredicate(format: "name ==[c] %@", word)
    let found = try sites(
      matching: [try FetchPredicate(format: "campground == %@", campground), meant],
      in: managedObjectContext)
    guard let site = found.first else { throw CampgroundError.unknownSite(word) }
    guard found.count == 1 else {
      throw CampgroundError.ambiguousSite(word, candidates: found.map(\.name))
    }
    return site
  }

  /// Deletes a campsite without current or future reservations, on which no guest still in house
  /// has spent a night.
  ///
  /// No record is lost: its past and canceled reservations keep the name of the site, their dates,
  /// guest and price; only the rows of its past nights are deleted.
  ///
  /// - Throws: `CampgroundError.inUse`, which names the current and future stays; `.gone`.
  public func delete(_ site: CampSite) throws {
    try scope.change { scratch in
      let site = try scratch.current(site)
      try StayBook(scope, in: scratch).assignElsewhere(from: site)
      try requireNoOpenStays(of: site, in: scratch)
      for night in site.nights { scratch.delete(night) }
      for segment in site.segments { segment.formerSiteName = site.name }
      for reservation in site.reservations { reservation.formerSiteName = site.name }
      scratch.delete(site)
    }
  }

  /// The stays booked on a campsite that does not meet their needs, with the unmet needs, by
  /// arrival.
  ///
  /// Past stays are left out. An unknown limit fits everyone.
  public func unfitStays(on site: CampSite) throws -> [(stay: Reservation, lacks: [UnmetNeed])] {
    let today = scope.today(at: site.campground)
    return try openStays(on: site).compactMap { stay in
      guard stay.state?.isFinal == false, stay.departure > today,
        stay.siteSpans.contains(where: { $0.site === site && $0.dates.departure > today })
      else { return nil }
      let lacks = stay.party.needs.unmet(by: site, allowingUnknown: true)
      return lacks.isEmpty ? nil : (stay, lacks)
    }
  }

  // MARK: Helpers

  /// Inserts a campsite after checking that its name is free.
  func insert(
    named name: String, at campground: Campground, in scratch: ManagedObjectContext
  ) throws -> CampSite {
    try requireFree(name, at: campground, in: scratch)
    let site = CampSite(context: scratch)
    site.campground = campground
    site.rename(to: name)
    return site
  }

  private func requireFree(
    _ name: String, at campground: Campground, in context: ManagedObjectContext
  ) throws {
    guard try site(named: name, of: campground, in: context) == nil else {
      throw CampgroundError(
        .nameTaken, about: [.site(name)], "there is already a site \(name)",
        fix: .advice("choose another name"))
    }
  }

  private func site(
    named name: String, of campground: Campground, in context: ManagedObjectContext
  ) throws -> CampSite? {
    try context.fetch(
      CampSite.self, where: "campground == %@ AND name == %@", campground, name
    ).first
  }

  private func sites(
    numbered number: Int16, of campground: Campground, in context: ManagedObjectContext
  ) throws -> [CampSite] {
    try context.fetch(
      CampSite.self, where: "campground == %@ AND siteNumber == %@", campground, number
    ).naturallySorted(by: \.name)
  }

  func sites(
    matching predicates: [FetchPredicate], in context: ManagedObjectContext
  ) throws -> [CampSite] {
    try context.fetch(
      FetchRequest<CampSite>(CompoundPredicate(andPredicateWithSubpredicates: predicates))
    ).naturallySorted(by: \.name)
  }
}
