import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import CampgroundShell

/// Every example that help shows runs as it is printed.
@MainActor
final class HelpExampleTests: XCTestCase {
  /// What every example finds: 2026-07-01 at noon, a Wednesday, at a campground of two sites.
  private static let campground = """
    campground add "Wawona Campground" timezone UTC
    campsite add 15 type rv electricity 50 length 40 people 8 pets yes rate 45
    campsite add 16 type rv electricity 30 length 40 people 8 pets yes rate 45
    camper add Rivera phone 408-555-0001
    camper add "Johnny Appleseed" phone 408-555-1234
    """

  private static let booked = "reserve 15 for Rivera from 2026-07-01 nights 3"
  // June 29, 2026 is a Monday.
  private static let unpriced =
    "campsite add 20; rate add Mondays 40 weekdays mon; "
    + "reserve 20 for Rivera from 2026-06-29 nights 2 override"
  private static let bookedAhead = "reserve 15 for Rivera from 2026-07-02 nights 3"
  private static let paid = booked + "; pay R-1 300 card"
  private static let closed = "sale add 5 item tip on 2026-06-30; day close 2026-06-30"
  private static let requested = "request 15 for Rivera from 2026-07-04 nights 2"
  private static let grouped = """
    campsite add 1; campsite add 2; campsite add 3; campsite add 4
    group book "Scout troop 7" sites 1,2,3 for Rivera from 2026-07-01 nights 3 party 6
    """
  private static let groupedAndBooked =
    grouped + "\n"
    + (5...10).map { "reserve 15 for Rivera from 2026-07-\($0 + 10) nights 1" }
    .joined(separator: "; ")
  private static let full =
    "reserve 15 for Rivera from 2026-07-03 nights 2; reserve 16 for Rivera from 2026-07-03 nights 2"
  private static let waiting = """
    waitlist add Rivera from 2026-07-13 nights 2 anyway
    waitlist add Rivera from 2026-07-23 nights 2 anyway
    waitlist add Rivera from 2026-07-03 nights 2 anyway
    """
  private static let classed = """
    class add "RV 50A"; campsite edit 15 class "RV 50A"; campsite edit 16 class "RV 50A"
    """
  private static let assigned =
    classed + "\ncampsite add 5 class \"RV 50A\" type rv\n"
    + (1...3).map { "reserve class \"RV 50A\" for Rivera from 2026-07-0\($0 * 2) nights 2" }
    .joined(separator: "; ")
  private static let series =
    "reserve 15 for Rivera from 2026-07-04 nights 2 every month times 3"

  private static let mailed = """
    \(bookedAhead); camper edit Rivera email ada@example.com
    campground edit email office@wawona.example outbox .
    """

  private static let staff = """
    employee add "Kasey Mcfarland" department Marketing; employee add "Bo Lee" department Sales
    tax add Sales 8% group goods; item add firewood price 6.25 stock 40
    """

  /// What an example needs beside the campground.
  private static let preparations = [
    "accept R-1": requested,
    "campground logo delete": "campground logo set logo.png",
    "receipt S-1": "sale add 5 item tip cash",
    "registration R-1": booked, "registration R-1 to card.html": booked,
    "tag R-1": booked, "tag R-1 to tag.html": booked,
    "send confirmation R-1": mailed, "send confirmation R-1 to office@example.com": mailed,
    "send invoice R-1": mailed, "send receipt R-1": mailed, "send reminder R-1": mailed,
    "send statement \"Johnny Appleseed\" from july 2026":
      "camper edit \"Johnny Appleseed\" email j@example.com\n" + mailed,
    "outbox show M-1": mailed, "outbox send M-1": mailed, "outbox delete M-1": mailed,
    "feed write": "feed add office to office.ics", "feed write airbnb": "feed add airbnb to a.ics",
    "feed show office": "feed add office to office.ics",
    "feed delete office": "feed add office to office.ics",
    "account set taxes 2210 for \"State tax\"": "tax add \"State tax\" 5%",
    "account reset lodging": "account set lodging 4010",
    "campground add \"Wawona Campground\" timezone America/Los_Angeles currency USD":
      "campground edit name Bassi",
    "campsite add 15 type rv electricity 50A water yes length 40": "campsite delete 15",
    "campsite edit 1-8 rate none": "campsite add 1-8",
    "block 15-17 from 2026-11-01 nights 7 reason \"new gravel\"": "campsite add 17",
    "rate add River $85 site 15-17": "campsite add 17",
    "housekeeping clean 5-8,11": "campsite add 5-8,11",
    "housekeeping inspect 5-8,11": "campsite add 5-8,11",
    "housekeeping dirty 5-8,11": "campsite add 5-8,11",
    "group invoice \"Scout troop 7\"": grouped,
    "invoice R-1": booked, "invoice R-1 to invoice.html": booked,
    "payment move R-1 to R-2": paid + "; reserve 16 for Rivera from 2026-07-01 nights 1",
    "payment move R-1 to R-2 line 4":
      paid + "; pay R-1 1 cash; pay R-1 2 cash; pay R-1 3 cash; "
      + "reserve 16 for Rivera from 2026-07-01 nights 1",
    "campsite add 16 type tent tent-pad yes shade yes location \"37.7456, -119.5936\"":
      "campsite delete 16",
    "campsite add 17 class \"RV 50A\" type rv electricity 50 length 40": classed,
    "class edit \"RV 50A\" name \"RV 50 A\"": classed,
    "quote class \"RV 50A\" from 2026-07-01 nights 3": classed + "\nrate add Base 45",
    "reserve class \"RV 50A\" for Rivera from 2026-07-04 nights 3 length 38": classed,
    "assign R-3 5": assigned, "assign R-3": assigned,
    "lock R-3": assigned, "lock R-3 undo": assigned + "; lock R-3",
    "allowance R-1 20 reason \"broken hookup\"": booked,
    "allowance R-1 20 reason \"broken hookup\" group lodging": booked,
    "available from 2026-07-01 nights 3 pets 2 detail \"Campfire Allowed=yes\"":
      "campsite detail 15 \"Campfire Allowed\" yes",
    "block edit 15 on 2026-07-03 to 2026-07-08 reason \"waits for a part\"":
      "block 15 from 2026-07-01 to 2026-07-05 reason \"new hookup\"",
    "block delete 15 on 2026-07-03":
      "block 15 from 2026-07-01 to 2026-07-05 reason \"new hookup\"",
    "calendar days 7 loop Oak": "campsite edit 15 loop Oak",
    "cancel R-1": booked, "cancel R-1 reason \"broken axle\"": booked,
    "charge R-1 12.50 firewood": booked,
    "charge R-1 12.50 firewood group goods": booked + "; tax add Sales 8% group goods",
    "checkin R-1": booked, "checkin R-1 early": bookedAhead,
    "checkin R-1 undo": booked + "; checkin R-1",
    "checkout R-1": booked + "; checkin R-1",
    "checkout R-1 unpriced": booked + "; checkin R-1",
    "checkout R-1 undo": booked + "; checkin R-1; checkout R-1",
    "confirmation R-1": booked, "confirmation R-1 to R-1.html": booked,
    "credit R-1": paid, "credit R-1 80 until 2027-12-31": paid,
    "decline R-1 reason \"no room\"": requested,
    "day reopen 2026-06-30": closed, "day reopen": closed,
    "cancel R-1 keep 0": booked, "deposit R-1 50": booked,
    "deposit R-1 0": "deposit add Half 50%; " + booked,
    "deposit edit Half amount 25%": "deposit add Half 50%",
    "discount edit Senior active no": "discount add Senior 10%",
    "employee list department Marketing active yes": staff,
    "employee edit \"Kasey Mcfarland\" department Sales vacation 10": staff,
    "employee department Marketing": staff,
    "employee picture \"Kasey Mcfarland\" set kasey.jpg": staff,
    "employee picture \"Kasey Mcfarland\" export copy.jpg":
      staff + "\nemployee picture \"Kasey Mcfarland\" set kasey.jpg",
    "item add Propane price 21.70 group goods taxincluded yes": "tax add Sales 8% group goods",
    "item add Ice price 3 group goods": staff, "item edit firewood stock 40": staff,
    "item edit firewood price 6.50": staff,
    "sale add 12.50 item firewood by \"Kasey Mcfarland\"": staff,
    "sale add 2 firewood": staff,
    "sale add item firewood quantity 2 card": staff,
    "sale add 5 item firewood quantity 1": staff,
    "sale add item firewood charge R-1": staff + "\n" + booked,
    "sale delete S-1 reason \"wrong item\"": staff + "\nsale add item firewood",
    "expire R-1": "hold 15 for Rivera from 2026-07-04 nights 2",
    "fee add \"Extra person\" 5 per person-night included 2 season Summer type rv":
      "season add Summer from 06-01 to 08-31",
    "tax add \"Resort tax\" 3% season Summer": "season add Summer from 06-01 to 08-31",
    "deposit add Peak 100% season Summer type cabin": "season add Summer from 06-01 to 08-31",
    "fee edit Booking amount 9": "fee add Booking 8",
    "fee edit \"Extra person\" included 4": "fee add \"Extra person\" 5 per person included 2",
    "folio R-1": booked, "folio R-1 all": booked,
    "folio R-1 lines": booked + "; pay R-1 5 cash",
    "group book \"Scout troop 7\" sites 1,2,3 for Rivera from 2026-07-01 nights 3 party 6":
      "campsite add 1; campsite add 2; campsite add 3",
    "group book \"Rally\" class \"RV 50A\" count 4 for Rivera from 2026-07-01 nights 3":
      "class add \"RV 50A\"; campsite add 1-4 class \"RV 50A\"",
    "group add \"Scout troop 7\" sites 4 for Rivera from 2026-07-02 nights 2": grouped,
    "group cancel \"Scout troop 7\" reason rain": grouped,
    "group confirmation \"Scout troop 7\"": grouped,
    "group confirmation \"Scout troop 7\" to scouts.html": grouped,
    "group bill \"Scout troop 7\"": grouped, "group bill \"Scout troop 7\" all": grouped,
    "group receipt \"Scout troop 7\"": grouped,
    "group receipt \"Scout troop 7\" to scouts-receipt.html": grouped,
    "group charge \"Scout troop 7\" amount 100 for \"Meeting hall\"": grouped,
    "group checkin \"Scout troop 7\"": grouped,
    "group checkin \"Scout troop 7\" undo": grouped + "\ngroup checkin \"Scout troop 7\"",
    "group checkout \"Scout troop 7\"": grouped + "\ngroup checkin \"Scout troop 7\"",
    "group checkout \"Scout troop 7\" undo": grouped
      + "\ngroup checkin \"Scout troop 7\"; group checkout \"Scout troop 7\"",
    "group pay \"Scout troop 7\" 240 check 118": grouped,
    "group pay \"Scout troop 7\" card":
      grouped + "\ngroup charge \"Scout troop 7\" amount 100 for Hall",
    "group show \"Scout troop 7\"": grouped,
    "group join R-9 to \"Scout troop 7\"": groupedAndBooked,
    "group leave R-9": groupedAndBooked + "\ngroup join R-9 to \"Scout troop 7\"",
    "audit R-1": booked,
    "late R-1": booked, "late R-1 at 23:30": booked, "late R-1 at 10:00 on 2026-07-02": booked,
    "late R-1 undo": booked + "; late R-1",
    "meter add 15 electricity 1250 for R-1":
      booked + "; checkin R-1; meter add 15 electricity 1200",
    "meter add 15 water 3 replaced": "meter add 15 water 900",
    "noshow R-1": "reserve 15 for Rivera from 2026-06-30 nights 3 override",
    "pay R-1 cash": booked, "pay R-1 check 1188": booked, "pay R-1 100 card 4242": booked,
    "pay R-1 deposit card": "deposit add Half 50%; " + booked,
    "pay R-1 $1,000.00 transfer reference \"bank of Fresno\"": booked,
    "pay R-1 20 voucher V-HFMV-KX79": booked + "; voucher add 50 for Rivera",
    "policy edit Standard cutoff 18:00": "policy add Standard steps \"0+ all\"",
    "rate add \"Summer weekend\" 65 season Summer weekdays fri,sat":
      "season add Summer from 06-01 to 08-31",
    "rate edit Base amount 48": "rate add Base 45",
    "receipt R-1": paid, "receipt R-1 format html to receipt.html": paid,
    "refund R-1": paid + "; pay R-1 20 cash",
    "refund R-1 as cash": booked + "; pay R-1 300 cash",
    "refund R-1 20 reason \"broken hookup\"": paid,
    "refund R-1 20 reason \"broken hookup\" allowance": paid,
    "refund R-1 80 reason rain as check 1188": paid,
    "refund R-1 80 reason rain as voucher": paid,
    "refund R-1 80 reason \"card expired\" as cash override": paid,
    "reinstate R-1": booked + "; cancel R-1",
    "reservation dates R-1 from 2026-07-03 nights 4": booked,
    "reservation edit R-1 price 40": booked,
    "edit R-1 pets 1": booked,
    "reservation edit R-1 price 40 unpriced": unpriced,
    "reservation extend R-1 nights 1 price 40": booked,
    "reservation edit R-1 party 4 pets 1 note \"late arrival\"": booked,
    "reservation edit R-1 discount none policy Lax":
      booked + "; policy add Lax steps \"0+ nothing\"",
    "reservation extend R-1 months 1": booked, "reservation extend R-1 nights 2": booked,
    "reservation extend R-1 to sunday dry-run": booked,
    "reservation hold R-1 minutes 30": "draft 15 for Rivera from 2026-07-04 nights 2",
    "reservation reprice R-1": booked, "reservation reprice R-1 dry-run": booked,
    "reservation move R-1 to 16": booked, "reservation shorten R-1 nights 1": booked,
    "reservation show R-1": booked,
    "reservation split R-1 at 2026-07-03 to 16": booked,
    "reservation swap R-1 with R-2": booked + "; reserve 16 for Rivera from 2026-07-01 nights 3",
    "reverse R-1 7 reason \"typed twice\"":
      booked + "; " + Array(repeating: "charge R-1 5 firewood", count: 7).joined(separator: "; "),
    "rule edit Peak value 4": "rule add Peak minimum 3",
    "rule edit Peak active no": "rule add Peak minimum 3",
    "season edit Summer to 09-15": "season add Summer from 06-01 to 08-31",
    "season edit Summer 06-15 09-15": "season add Summer from 06-01 to 08-31",
    "series cancel R-3 reason \"sold the trailer\"": series, "series show R-3": series,
    "tax edit \"Lodging tax\" amount 13%": "tax add \"Lodging tax\" 12.35%",
    "tax edit \"Lodging tax\" to 2026-12-31": "tax add \"Lodging tax\" 12.35%",
    "undo": "begin; camper add Ada",
    "undo E-12": "campsite add 1-9 rate 40; camper add A; camper add B",
    "waitlist add Rivera from 2026-07-03 nights 2": full,
    "waitlist add Rivera from 2026-07-03 nights 2 type rv electricity 30 length 34 pets 1": full,
    "waitlist accept W-3":
      booked + "; reserve 16 for Rivera from 2026-07-01 nights 5\n\(waiting)\ncancel R-1",
    "waitlist decline W-3":
      booked + "; reserve 16 for Rivera from 2026-07-01 nights 5\n\(waiting)\ncancel R-1",
    "waitlist called W-3":
      booked + "; reserve 16 for Rivera from 2026-07-01 nights 5\n\(waiting)\ncancel R-1",
    "waitlist withdraw W-3": waiting, "waitlist show W-3": waiting, "waitlist ask W-3": waiting,
    "waitlist wish W-3 from 2026-07-10 nights 2 type cabin":
      "campsite add C1 type cabin; reserve C1 for Rivera from 2026-07-10 nights 2\n\(waiting)",
    "backup office.sqlite replace": "backup office.sqlite",
    "import balances balances.csv dry-run": booked,
    "restore office.sqlite --dry-run": "backup office.sqlite",
    "restore office.sqlite": "backup office.sqlite",
    "waitlist unwish W-3 2":
      waiting + "\nwaitlist wish W-3 from 2026-08-10 nights 2 anyway",
  ]

  /// The files that examples read.
  private static let files = [
    "sites.csv": "site,type\n1,RV\n2,TENT\n",
    "campsite_attributes.csv": "campsite_id,category,name,value\n",
    "staff.json": "[{\"name\": \"Kasey Mcfarland\"}]",
    "bookings.csv":
      "site,arrival,departure,guest,Kfz\n15,2026-07-10,2026-07-12,Ana Park,B-XY 1\n",
    "guests.csv": "name,phone\nAna Park,408-555-0100\n",
    "balances.csv": "stay,amount\nR-1,5\n",
    "season.camp": "campsite list\n",
    "airbnb.ics": "BEGIN:VCALENDAR\nEND:VCALENDAR\n",
  ]

  /// A picture of one pixel; its name is no matter, its bytes are.
  private static let picture =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJg"
    + "gg=="

  private var folderBefore = ""
  private var folder = URL(fileURLWithPath: "/")

  override func setUp() async throws {
    folderBefore = FileManager.default.currentDirectoryPath
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("examples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in Self.files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    for name in ["kasey.jpg", "logo.png"] {
      try XCTUnwrap(Data(base64Encoded: Self.picture))
        .write(to: folder.appendingPathComponent(name))
    }
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("usb"), withIntermediateDirectories: false)
    _ = FileManager.default.changeCurrentDirectoryPath(folder.path)
  }

  /// A store for an example: in a file where the example is about that file.
  private func store(for example: String) -> PersistentStoreDescription {
    guard ["backup", "restore"].contains(example.prefix { $0 != " " }) else { return .inMemory() }
    // The backup of another example's store.
    try? FileManager.default.removeItem(at: folder.appendingPathComponent("office.sqlite"))
    return PersistentStoreDescription(url: folder.appendingPathComponent("\(UUID()).sqlite"))
  }

  override func tearDown() async throws {
    _ = FileManager.default.changeCurrentDirectoryPath(folderBefore)
    try? FileManager.default.removeItem(at: folder)
  }

  func testEveryExampleRunsAsPrinted() async throws {
    for example in Session.grammar.commands.flatMap(\.examples) {
      let stack = try TestStoreStack(
        store: store(for: example), now: CalendarDate(dayNumber: 9_312).midnightUTC + 43_200)
      let shell = TestShell(stack, format: .table)
      shell.session.acceptsAll = true
      do {
        try shell.run(Self.campground)
        try shell.run(Self.preparations[example] ?? "")
        if example.hasSuffix(" M-1") { try queueMail(in: shell.session) }
      } catch {
        XCTFail("the preparation of \(example): \(error)")
        continue
      }
      do {
        try shell.run(example)
      } catch {
        XCTFail("\(example): \(error)")
      }
      try stack.close()
    }
  }

  /// Puts M-1 into the outbox, where it waits.
  private func queueMail(in session: Session) throws {
    let stay = try session.reservations.find("R-1")
    try session.mail.queue(
      .confirmation, session.folios.confirmation(of: stay), to: nil, about: stay)
  }

  func testWhatIsPreparedIsAnExample() async {
    let examples = Set(Session.grammar.commands.flatMap(\.examples))
    XCTAssertEqual(Self.preparations.keys.filter { !examples.contains($0) }, [])
  }
}
