import Foundation
import ObjectGraph

/// The campsites of one campground during an import, and the stays on their nights.
final class SitePlan {
  private let campground: Campground
  private let scratch: ManagedObjectContext
  private var sites: [String: CampSite]
  /// The sites by their names in lower case, without a word such as "site" in front.
  private var folded: [String: CampSite] = [:]
  private var ofClass: [SiteClass: [CampSite]] = [:]
  private var nights: [CampSite: [Int32: TakenStay]] = [:]

  /// Reads the sites, and the nights in the range that the dates span, in two fetches.
  init(of campground: Campground, for dates: [StayDates], in session: ImportSession) throws {
    self.campground = campground
    scratch = session.scratch
    sites = try session.sites(of: campground)
    for (_, site) in sites.naturallySorted(by: \.key) { note(site) }
    guard !sites.isEmpty, let first = dates.map(\.arrival).min(),
      let end = dates.map(\.departure).max()
    else { return }
    for night in try scratch.fetch(
      ReservationNight.self, where: "campSite.campground == %@ AND night BETWEEN {%@, %@}",
      campground, first.dayNumber, end.dayNumber - 1)
    {
      guard let site = night.campSite else { continue }
      if night.isFree(at: session.now), let hold = night.reservation {
        // The hold has expired, and the rows may need its nights.
        if hold.state == .hold { session.book.end(hold) }
        continue
      }
      nights[site, default: [:]][night.night] = try NightLedger.takenStay(of: night)
    }
  }

  private func note(_ site: CampSite) {
    let key = Self.folded(site.name)
    if folded[key] == nil { folded[key] = site }
    if let siteClass = site.siteClass { ofClass[siteClass, default: []].append(site) }
  }

  // MARK: Campsites

  /// The campsite with a name, also in another case or with a word in front: `Site 12`, `#12`.
  func site(named name: String) -> CampSite? { sites[name] ?? folded[Self.folded(name)] }

  /// The names of campsites that are close to another one.
  func names(like name: String) -> [String] {
    let key = Self.folded(name)
    return sites.keys.filter { other in
      let folded = Self.folded(other)
      return folded.hasPrefix(key) || key.hasPrefix(folded) || folded.hasSuffix(key)
    }.naturallySorted { $0 }
  }

  /// The first campsite of a class that is free on these dates.
  func freeSite(of siteClass: SiteClass, for dates: StayDates) -> CampSite? {
    ofClass[siteClass]?.first { isFree(dates, on: $0) }
  }

  /// Any campsite of a class; nil where it has none.
  func anySite(of siteClass: SiteClass) -> CampSite? { ofClass[siteClass]?.first }

  /// Adds a campsite.
  func add(
    _ name: String, externalIdentifier: String? = nil, in siteClass: SiteClass?
  ) -> CampSite {
    let site = CampSite(context: scratch)
    site.campground = campground
    site.rename(to: name)
    site.externalIdentifier = externalIdentifier
    site.siteClass = siteClass
    sites[name] = site
    note(site)
    return site
  }

  /// Adds a campsite of a class under a name of its own: `A 1`.
  func add(to siteClass: SiteClass) -> CampSite {
    var number = (ofClass[siteClass]?.count ?? 0) + 1
    while site(named: "\(siteClass.name) \(number)") != nil { number += 1 }
    return add("\(siteClass.name) \(number)", in: siteClass)
  }

  private static func folded(_ name: String) -> String {
    var words = name.lowercased().split { $0.isWhitespace || $0 == "#" }
    if words.count > 1,
      ["site", "campsite", "unit", "space", "lot", "no.", "no"].contains(words[0])
    {
      words.removeFirst()
    }
    return words.joined(separator: " ")
  }

  // MARK: Nights

  /// Whether no other stay overlaps these dates.
  private func isFree(_ dates: StayDates, on site: CampSite) -> Bool {
    guard let taken = nights[site] else { return true }
    return dates.nights.allSatisfy { taken[$0.dayNumber] == nil }
  }

  /// The stays that overlap these dates, in the order of the nights.
  func stays(in dates: StayDates, on site: CampSite) -> [TakenStay] {
    guard let taken = nights[site] else { return [] }
    var stays: [TakenStay] = []
    for date in dates.nights {
      if let stay = taken[date.dayNumber], stays.last != stay { stays.append(stay) }
    }
    return stays
  }

  /// Marks the nights of these dates as taken.
  func take(_ dates: StayDates, on site: CampSite, for code: String) {
    let stay = TakenStay(dates: dates, code: code)
    for date in dates.nights { nights[site, default: [:]][date.dayNumber] = stay }
  }
}
