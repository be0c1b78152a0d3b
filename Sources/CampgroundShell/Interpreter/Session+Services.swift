import Campground
import CommandKit

/// The services that commands call, for the current campground, and on the open scratch pad if
/// there
/// is one.
extension Session {
  var campgrounds: CampgroundService { desk.services.campgrounds }

  var campers: CamperService { desk.services.campers }

  var finder: FindingService { desk.services.finder }

  var campSites: CampSiteService { desk.services.campSites }

  var siteClasses: SiteClassService { desk.services.siteClasses }

  var housekeeping: HousekeepingService { desk.services.housekeeping }

  var siteBlocks: SiteBlockService { desk.services.siteBlocks }

  var availability: AvailabilityService { desk.services.availability }

  var rules: StayRuleService { desk.services.rules }

  var reservations: ReservationService { desk.services.reservations }

  var waitlist: WaitlistService { desk.services.waitlist }

  var rates: RateService { desk.services.rates }

  var policies: PolicyService { desk.services.policies }

  var folios: FolioService { desk.services.folios }

  var employees: EmployeeService { desk.services.employees }

  var sales: SaleService { desk.services.sales }

  var reports: ReportService { desk.services.reports }

  var audit: AuditService { desk.services.audit }

  /// The calendar date at the current campground.
  func today() throws -> CalendarDate {
    CalendarDate(clock.now, in: try campgrounds.current()?.timeZone ?? timeZone)
  }

  // MARK: Names

  /// The remedy for an unknown name when the store has no similar one.
  static func remedy(for error: CampgroundError) -> String? {
    guard error.code == .unknown, case .camper(let name)? = error.about.first,
      CodeWord(name) == nil,
      let hint = error.hint
    else { return error.hint }
    return "\(hint); this adds one: camper add \(CommandText.quoted(name))"
  }

  /// A suggestion of what an unknown name may have meant.
  func hint(
    about word: String, among kind: LiveValue, orElse remedy: String
  ) -> String? {
    let isNone: Bool
    if kind.isSearched {
      // There may be too many campers to compare them all with a word.
      if let hint = Suggestion.hint(of: (try? campers.words(like: word)) ?? []) { return hint }
      isNone = (try? campers.areThereAny()) == false
    } else {
      let known = values(of: kind)
      if let hint = Suggestion.hint(for: word, in: known) { return hint }
      isNone = known.isEmpty
    }
    return isNone ? "there is none yet; see \"help \(remedy)\"" : nil
  }
}
