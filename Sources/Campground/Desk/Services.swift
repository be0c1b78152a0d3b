import ObjectGraph

/// All services for one campground, with the same context, clock and author.
public final class Services: Service {
  public var campgrounds: CampgroundService { CampgroundService(scope) }

  public var campers: CamperService { CamperService(scope) }

  public var finder: FindingService { FindingService(scope) }

  public var campSites: CampSiteService { CampSiteService(scope) }

  public var siteClasses: SiteClassService { SiteClassService(scope) }

  public var housekeeping: HousekeepingService { HousekeepingService(scope) }

  public var siteBlocks: SiteBlockService { SiteBlockService(scope) }

  public var availability: AvailabilityService { AvailabilityService(scope) }

  public var rules: StayRuleService { StayRuleService(scope) }

  public var reservations: ReservationService { ReservationService(scope) }

  public var waitlist: WaitlistService { WaitlistService(scope) }

  public var rates: RateService { RateService(scope) }

  public var policies: PolicyService { PolicyService(scope) }

  public var folios: FolioService { FolioService(scope) }

  public var employees: EmployeeService { EmployeeService(scope) }

  public var sales: SaleService { SaleService(scope) }

  public var feeds: FeedService { FeedService(scope) }

  public var calendarImporter: CalendarImporter { CalendarImporter(scope) }

  public var mail: MailService { MailService(scope) }

  public var accounts: AccountService { AccountService(scope) }

  public var reports: ReportService { ReportService(scope) }

  public var audit: AuditService { AuditService(scope) }

  public var campsiteImporter: CampsiteImporter { CampsiteImporter(scope) }

  public var siteDetailImporter: SiteDetailImporter { SiteDetailImporter(scope) }

  public var reservationImporter: ReservationImporter { ReservationImporter(scope) }

  public var guestImporter: GuestImporter { GuestImporter(scope) }

  public var balanceImporter: BalanceImporter { BalanceImporter(scope) }

  public var employeeImporter: EmployeeImporter { EmployeeImporter(scope) }

  public var exports: ExportService { ExportService(scope) }
}
