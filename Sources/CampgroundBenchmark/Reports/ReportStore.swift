import Campground
import Foundation
import ObjectGraph

/// Ten years of a campground of 120 sites that is almost full: every night is sold, taxed, posted
/// and paid, one site in forty is closed in July, and the shop sells ten things a day.
///
/// The schema is the campground's own; the rows are written by plain SQL.
@MainActor
struct ReportStore {
  static let years = 2016...2025
  static let siteCount = 120

  private static let firstDay = CalendarDate(dayNumber: 5_478)  // 2016-01-01, a Friday.
  private static let weeks = 522
  private static let nightly = 4_500
  private static let tax = 450

  /// The nights of four stays a week, as half-open ranges.
  private static let stays = "(VALUES (0, 0, 2), (1, 2, 3), (2, 3, 5), (3, 5, 7))"

  let url: URL
  let stack: CampgroundStack

  init(in folder: URL) throws {
    url = folder.appendingPathComponent("reports.sqlite")
    let empty = try CampgroundStack(store: PersistentStoreDescription(url: url))
    try Self.fillCampground(empty)
    try empty.close()
    try Self.fillYears(try RawDatabase(path: url.path))
    stack = try CampgroundStack(store: PersistentStoreDescription(url: url))
  }

  private static func fillCampground(_ stack: CampgroundStack) throws {
    let context = stack.mainContext
    let sites = CampSiteService(managedObjectContext: context, storeStack: stack)
    _ = try CampgroundService(managedObjectContext: context, storeStack: stack)
      .add("Campground", timeZone: .gmt)
    for number in 1...siteCount {
      var features = CampSiteFeatures()
      features.type = number % 3 == 0 ? .tent : number % 3 == 1 ? .rv : .cabin
      _ = try sites.add("\(number)", features: features)
    }
    let employees = EmployeeService(managedObjectContext: context, storeStack: stack)
    for number in 0..<8 {
      try employees.addEmployee("E\(number)", EmployeePlan(department: "D\(number % 3)"))
    }
  }

  private static func fillYears(_ database: RawDatabase) throws {
    let entity = { (name: String) in
      "(SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = '\(name)')"
    }
    try database.execute(
      """
      BEGIN;
      CREATE TEMP TABLE w AS WITH RECURSIVE w(n) AS
      (SELECT 0 UNION ALL SELECT n + 1 FROM w WHERE n + 1 < \(weeks)) SELECT n FROM w;
      CREATE TEMP TABLE stay AS SELECT row_number() OVER (ORDER BY w.n, s.Z_PK, p.column1) AS pk,
      s.Z_PK AS site, \(firstDay.dayNumber) + w.n * 7 + s.Z_PK % 7 + p.column2 AS a,
      \(firstDay.dayNumber) + w.n * 7 + s.Z_PK % 7 + p.column3 AS b
      FROM w, ZCAMPSITE s, \(stays) p;
      INSERT INTO ZFOLIO (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZOPENEDAT, ZRETURNEDMINOR,
      ZCAMPGROUND) SELECT pk, \(entity("Folio")), 1, pk, a * 86400.0, 0, 1 FROM stay;
      INSERT INTO ZRESERVATION (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZDATEFROM, ZDATETO, ZSTATUS,
      ZADULTS, ZCHILDREN, ZPETS, ZTOTALMINOR, ZCAMPGROUND, ZCAMPSITE, ZFOLIO)
      SELECT pk, \(entity("Reservation")), 1, pk, a * 86400.0, b * 86400.0,
      CASE WHEN pk % 50 = 0 THEN 'NoShow' ELSE 'CheckedOut' END, 1 + pk % 5, 0, 0,
      (b - a) * \(nightly + tax), 1, site, pk FROM stay;
      INSERT INTO ZEVENT (Z_ENT, Z_OPT, ZNUMBER, ZKIND, ZHAPPENEDAT, ZDAY, ZNOUN, ZISTAKENBACK,
      ZRESERVATION, ZCAMPGROUND) SELECT \(entity("Event")), 1, 1000 + pk * 3 + e.column1,
      iif(pk % 50 = 0 AND e.column1 = 2, 'noShow', e.column2), iif(e.column1 = 2, b, a) * 86400.0,
      iif(e.column1 = 2, b, a) * 86400.0, 'reservation', 0, pk, 1 FROM stay,
      (VALUES (0, 'reserved'), (1, 'checkedIn'), (2, 'checkedOut')) e
      WHERE pk % 50 != 0 OR e.column1 != 1;
      CREATE TEMP TABLE night AS WITH RECURSIVE d(pk, site, n, b) AS (SELECT pk, site, a, b FROM stay
      UNION ALL SELECT pk, site, n + 1, b FROM d WHERE n + 1 < b) SELECT pk, site, n FROM d;
      INSERT INTO ZRESERVATIONNIGHT (Z_ENT, Z_OPT, ZNIGHT, ZCAMPSITE, ZRESERVATION)
      SELECT \(entity("ReservationNight")), 1, n, site, pk FROM night WHERE pk % 50 != 0;
      INSERT INTO ZSITEBLOCK (Z_PK, Z_ENT, Z_OPT, ZDATEFROM, ZDATETO, ZKIND, ZREASON, ZCAMPSITE)
      VALUES (1, \(entity("SiteBlock")), 1, 0, 86400, 'maintenance', 'roots', 1);
      UPDATE ZRESERVATIONNIGHT SET ZRESERVATION = NULL, ZBLOCK = 1 WHERE ZCAMPSITE % 40 = 0
      AND strftime('%m', (ZNIGHT + 11323) * 86400, 'unixepoch') = '07';
      CREATE TEMP TABLE line AS SELECT row_number() OVER (ORDER BY pk, n, k) AS id, pk, n, k FROM
      (SELECT pk, n, 0 AS k FROM night UNION ALL SELECT pk, n, 1 FROM night);
      INSERT INTO ZPOSTING (Z_PK, Z_ENT, Z_OPT, ZACTION, ZPOSTEDAT)
      SELECT n, \(entity("Posting")), 1, 'nightly', n * 86400.0 FROM (SELECT DISTINCT n FROM night);
      INSERT INTO ZFOLIOENTRY (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZKIND, ZTEXT, ZNAME, ZAMOUNTMINOR, ZDAY,
      ZNIGHT, ZTAXGROUP, ZFOLIO, ZRESERVATION, ZPOSTING)
      SELECT id, \(entity("FolioEntry")), 1, id, iif(k, 'tax', 'lodging'),
      iif(k, 'Lodging tax', 'Night'), iif(k, 'Lodging tax', NULL), iif(k, \(tax), \(nightly)),
      n * 86400.0, n * 86400.0, 'lodging', pk, pk, n FROM line;
      INSERT INTO ZFOLIOENTRY (Z_ENT, Z_OPT, ZNUMBER, ZKIND, ZTEXT, ZAMOUNTMINOR, ZDAY,
      ZMETHOD, ZFOLIO, ZRESERVATION, ZPOSTING) SELECT \(entity("FolioEntry")), 1, 10000000 + pk,
      'payment', 'Payment', -(b - a) * \(nightly + tax), a * 86400.0, 'card', pk, pk, a FROM stay;
      INSERT INTO ZSALE (Z_ENT, Z_OPT, ZNUMBER, ZTEXT, ZQUANTITY, ZAMOUNTMINOR, ZDAY, ZSOLDAT,
      ZMETHOD, ZDEPARTMENT, ZEMPLOYEE, ZCAMPGROUND) SELECT \(entity("Sale")), 1,
      w.n * 70 + i.n + 1, 'item ' || (i.n % 9), 1 + i.n % 3, 300 + i.n,
      (\(firstDay.dayNumber) + w.n * 7 + i.n / 10) * 86400.0, 0.0, 'cash',
      (SELECT ZDEPARTMENT FROM ZEMPLOYEE WHERE Z_PK = 1 + i.n % 8), 1 + i.n % 8, 1
      FROM w, (SELECT n FROM w WHERE n < 70) i;
      \([
        "Event", "FolioEntry", "Folio", "Reservation", "ReservationNight", "SiteBlock", "Posting", "Sale",
      ]
        .map {
          "UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT MAX(Z_PK) FROM Z\($0.uppercased())) "
            + "WHERE Z_NAME = '\($0)';"
        }.joined(separator: "\n"))
      COMMIT;
      """)
  }
}
