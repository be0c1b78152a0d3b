/// A rule about classes of campsites, or about stays booked by one, that a call would have broken.
public enum SiteClassRule: Error, Hashable, Sendable {
  /// A campsite that does not fit, and what it lacks.
  public struct Unfit: Hashable, Sendable {
    public let site: String
    public let lacks: [String]
  }

  /// A campsite that would fit, and the stay or closing that is in the way there and cannot move.
  public struct InTheWay: Hashable, Sendable {
    public let site: String
    public let stay: TakenStay
  }

  /// A night with more stays than campsites that they could have.
  public struct CrowdedNight: Hashable, Sendable {
    public let night: CalendarDate
    /// The stays that compete for them.
    public let stays: [String]
    /// The campsites that they could have.
    public let sites: [String]
    /// The campsites with a stay that was promised its own.
    public let fixed: [String]
    /// The campsites that are closed.
    public let closed: [String]
  }

  /// The class has no campsite.
  case noSites(String)
  /// No campsite of the class fits.
  case nothingFits(String, [Unfit])
  /// Every campsite that fits has something in the way that cannot move.
  case nothingFree(String, StayDates, [InTheWay])
  /// There are nights with more stays than campsites, wherever the stays go.
  case crowded(String, [CrowdedNight])
  /// Each night has room, but no arrangement gives each of these stays one campsite for all nights.
  case noArrangement(String, codes: [String])
  /// No arrangement was found in so many steps, though there may be one.
  case gaveUp(String, steps: Int)
  /// A stay by class changes its campsite on no day that could be named.
  case withSiteChanges(String)
  /// The stay was booked by its campsite, or somebody chose it.
  case notByClass(String)
  /// The stay keeps no campsite yet.
  case noSiteYet(String, status: String)
  /// The guest is on the campsite.
  case hasArrived(String, site: String)
  /// Nights of the stay have passed while its campsite was held for a guest who is late.
  case isHeld(String, site: String)
  /// The stay was promised its campsite.
  case isLocked(String, site: String)
  /// The stay was not promised its campsite.
  case notLocked(String)
  /// The campsite is not of the class that was booked.
  case otherClass(String, class: String, site: String)
  /// These stays were booked by the class, and float on a campsite that is to leave it.
  case floatsOnSite(String, class: String, codes: [String])
  /// The campsites of a class are let by the day, and this one by the night, or the other way round.
  case letOtherwise(String, class: String, byDay: Bool)
  /// The class has a cancellation policy already.
  case hasPolicy(String, policy: String)
  /// The policy of a class is not the one of all new reservations.
  case policyOfClass(String, policy: String)

  /// Whether there is no room, which other dates may have.
  var isAboutRoom: Bool {
    switch self {
    case .nothingFree, .crowded, .noArrangement, .gaveUp: true
    default: false
    }
  }

  /// What a stay is called that has no code yet.
  static let newStay = "this stay"
}

extension SiteClassRule: CustomStringConvertible {
  /// The rule as one sentence without a final stop.
  public var description: String {
    switch self {
    case .noSites(let name): "class \(name) has no sites"
    case .nothingFits(let name, let sites):
      "no site of class \(name) fits: "
        + Self.shortened(sites.map { "\($0.site) " + $0.lacks.joined(separator: ", ") }, by: "; ")
    case .nothingFree(let name, let dates, let stays):
      "no site of class \(name) is free \(dates), and nothing in the way can move: "
        + Self.shortened(stays.map { "\($0.site) is taken \($0.stay)" }, by: "; ")
    case .crowded(let name, let nights): "class \(name) has no room on " + Self.words(for: nights)
    case .noArrangement(let name, let codes):
      "class \(name) has a site for each night, but none for all nights of "
        + Self.listed(codes) + ", however they are moved"
    case .gaveUp(let name, let steps):
      "no room was found in class \(name), and the search gave up after \(steps) steps: there may "
        + "be some"
    case .withSiteChanges(let name):
      "a stay in class \(name) has one site; it cannot change on a day that is named"
    case .notByClass(let code): "\(code) was not booked by a class: its site was chosen"
    case .noSiteYet(let code, let status): "\(code) is \(status) and has no site yet"
    case .hasArrived(let code, let site): "the guest of \(code) is on site \(site)"
    case .isHeld(let code, let site):
      "site \(site) is held for \(code), whose first night has passed"
    case .isLocked(let code, let site): "\(code) is locked on site \(site)"
    case .notLocked(let code): "\(code) is not locked"
    case .otherClass(let code, let name, let site):
      "\(code) was booked in class \(name), and site \(site) is not of it"
    case .floatsOnSite(let site, let name, let codes):
      "stays that were booked in class \(name) are on site \(site): " + Self.listed(codes)
    case .letOtherwise(let site, let name, let isByDay):
      "the sites of class \(name) are let by the \(isByDay ? "day" : "night"), and site \(site) by "
        + "the \(isByDay ? "night" : "day")"
    case .hasPolicy(let name, let policy): "class \(name) has the policy \"\(policy)\" already"
    case .policyOfClass(let name, let policy):
      "policy \"\(policy)\" is for class \(name), and not for all new reservations"
    }
  }

  /// `2026-07-04: R-1, R-2 and this stay for 2 sites (1, 2); 3 is promised to others, 4 is closed; and
  /// on 2 more nights`
  private static func words(for nights: [CrowdedNight]) -> String {
    guard let first = nights.first else { return "these nights" }
    let count = first.sites.count
    let noun = count < 2 ? "site" : "sites"
    let names = (1...8).contains(count) ? " (\(first.sites.joined(separator: ", ")))" : ""
    var parts = ["\(listed(first.stays)) for \(count == 0 ? "no" : "\(count)") \(noun)\(names)"]
    if !first.fixed.isEmpty { parts.append(verb("promised", of: first.fixed)) }
    if !first.closed.isEmpty { parts.append(verb("closed", of: first.closed)) }
    let more = nights.count - 1
    return "\(first.night): " + parts.joined(separator: "; ")
      + (more == 0 ? "" : "; and on \(more) more \(more == 1 ? "night" : "nights")")
  }

  private static func verb(_ word: String, of sites: [String]) -> String {
    "\(listed(sites)) \(sites.count == 1 ? "is" : "are") \(word)"
  }

  /// `1, 2 and 3`, of many the first ones.
  private static func listed(_ words: [String]) -> String {
    guard words.count <= 8, let last = words.last, words.count > 1 else {
      return shortened(words, by: ", ")
    }
    return words.dropLast().joined(separator: ", ") + " and \(last)"
  }

  private static func shortened(_ texts: [String], by separator: String) -> String {
    let shown = texts.prefix(8).joined(separator: separator)
    return texts.count > 8 ? "\(shown) and \(texts.count - 8) more" : shown
  }
}

extension SiteClassRule {
  /// How to mend it, as a phrase without a final stop; nil where the rule says it all.
  public var repair: String? {
    switch self {
    case .noSites(let name): "\"campsite edit SITE class \(Self.quoted(name))\" puts a site into it"
    case .nothingFits: "\"available\" lists what fits"
    case .nothingFree, .crowded, .noArrangement: "\"available\" lists what else is free"
    case .gaveUp: "\"assign\" moves stays by hand, or reserve a site that is free"
    case .withSiteChanges: "name a site instead of the class"
    case .notByClass(let code): "\"reservation move \(code)\" puts it on another site"
    case .noSiteYet(let code, _): "\"accept \(code)\" gives it one"
    case .hasArrived(let code, _): "\"reservation move \(code)\" puts the guest on another site"
    case .isHeld(let code, _): "\"reservation move \(code)\" puts what is to come on another site"
    case .isLocked(let code, _): "\"lock \(code) undo\" lets it be moved"
    case .notLocked: nil
    case .otherClass(let code, _, let site):
      "\"reservation move \(code) to \(Self.quoted(site))\" chooses it, at its own price"
    case .floatsOnSite(_, _, let codes):
      "\"assign \(codes.first ?? "CODE") SITE\" puts a stay elsewhere, and "
        + "\"lock \(codes.first ?? "CODE")\" promises it the site"
    case .letOtherwise: "make a class of its own for it"
    case .hasPolicy(_, let policy): "\"policy edit \(Self.quoted(policy))\" changes it"
    case .policyOfClass(_, let policy):
      "\"policy edit \(Self.quoted(policy)) class \"\" default yes\" makes it that of all"
    }
  }

  private static func quoted(_ name: String) -> String {
    name.allSatisfy { $0.isLetter || $0.isNumber } ? name : "\"\(name)\""
  }
}
