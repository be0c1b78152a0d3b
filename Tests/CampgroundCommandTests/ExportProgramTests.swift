import Foundation
import TestSupport
import XCTest

/// `export`, read back by Python and compared with what sqlite3 says of the store.
final class ExportProgramTests: ProgramTestCase {
  private func path(_ name: String) -> String { program.folder.path + "/" + name }

  private func export(
    _ arguments: String..., status: Int32 = 0, file: StaticString = #filePath, line: UInt = #line
  ) throws -> (output: String, errors: String) {
    let outcome = try program.start(
      ["--store", "x.sqlite", "--now", "2026-07-01T09:00"] + arguments.flatMap { ["-c", $0] }
    ).outcome
    XCTAssertEqual(outcome.status, status, outcome.errors, file: file, line: line)
    return (outcome.output, outcome.errors)
  }

  private func fill() throws {
    let commands = """
      campground add "Pine Hollow" timezone America/Denver currency USD
      class add "RV 50A"
      campsite add 15 class "RV 50A" type rv electricity 50 water yes rate 45.50
      campsite add 16 type tent rate 20
      camper add "Zoë \\"Zed\\" O'Brien" phone "+1 555 0100" note "=HYPERLINK(1), with comma"
      camper add "Bo Okafor"
      tax add "Lodging tax" 12.5%
      fee add Booking 7.35
      season add Summer from 06-01 to 08-31
      rate add Weekend 55 weekdays fri,sat
      discount add Senior 10%
      policy add Strict steps "0-1 all, 2+ nothing"
      employee add "Mia Park" department Office
      item add firewood price 6.25 stock 20
      voucher add 25 for "Bo Okafor"
      reserve 15 for "Zoë" from 2026-07-01 nights 3 party 3
      reserve 16 for Okafor from 2026-07-02 nights 2
      pay R-1 50 card reference 4242
      pay R-1 10.05 cash
      checkin R-1
      charge R-1 "broken lamp" 13.37
      sale add item firewood by "Mia Park"
      sale add item firewood charge R-1
      allowance R-1 5 reason noise group lodging
      refund R-1 3 reason noise cash
      cancel R-2
      nightly 2026-07-01
      waitlist add "Bo Okafor" from 2026-07-01 nights 2 anyway
      block 16 from 2026-08-01 to 2026-08-03 reason "-roots"
      """
    let outcome = try program.run(
      "--store", "x.sqlite", "--now", "2026-07-01T09:00", input: commands)
    XCTAssertEqual(outcome.status, 0, outcome.errors)
  }

  /// Reads the folder and the JSON file, and compares both with the store.
  private static let comparison = """
    import csv, json, os, re, sqlite3, sys
    from decimal import Decimal
    folder, file, store = sys.argv[1:4]
    db = sqlite3.connect('file:' + store + '?mode=ro', uri=True)
    one = lambda sql: db.execute(sql).fetchone()[0]
    data = json.load(open(file, encoding='utf-8'), parse_float=Decimal)
    tables = {}
    for name in sorted(os.listdir(folder)):
        if not name.endswith('.csv'):
            continue
        with open(os.path.join(folder, name), newline='', encoding='utf-8') as text:
            reader = csv.DictReader(text)
            tables[name[:-4]] = list(reader)
            assert len(reader.fieldnames) == len(set(reader.fieldnames)), name
    key = lambda name: re.sub('[^a-z0-9]+', '_', name.lower())
    assert {key(name) for name in tables} == set(data), set(data) ^ {key(n) for n in tables}
    counts = {
        'reservations': 'ZRESERVATION', 'nights': 'ZRESERVATIONNIGHT', 'campers': 'ZCAMPER',
        'campsites': 'ZCAMPSITE', 'folio-lines': 'ZFOLIOENTRY', 'folios': 'ZFOLIO',
        'sales': 'ZSALE', 'events': 'ZEVENT', 'event-changes': 'ZEVENTCHANGE', 'taxes': 'ZTAX',
        'rates': 'ZRATE', 'vouchers': 'ZVOUCHER', 'waitlist': 'ZWAITLISTENTRY',
        'blocks': 'ZSITEBLOCK', 'items': 'ZITEM', 'employees': 'ZEMPLOYEE', 'fees': 'ZFEE',
        'discounts': 'ZDISCOUNT', 'policies': 'ZCANCELLATIONPOLICY', 'seasons': 'ZSEASON',
        'groups': 'ZRESERVATIONGROUP', 'segments': 'ZSTAYSEGMENT',
    }
    for name, table in counts.items():
        count = one('SELECT count(*) FROM ' + table)
        assert len(tables[name]) == count == len(data[key(name)]), (name, count)
    cents = one('SELECT coalesce(sum(ZAMOUNTMINOR), 0) FROM ZFOLIOENTRY')
    total = lambda rows, column: sum(Decimal(row[column]) for row in rows)
    assert total(tables['folio-lines'], 'amount USD') * 100 == cents
    assert sum(row['amount_usd'] for row in data['folio_lines']) * 100 == cents
    paid = one('SELECT sum(ZAMOUNTMINOR) FROM ZFOLIOENTRY WHERE ZMETHOD IS NOT NULL')
    assert total(tables['payments'], 'amount USD') * 100 == paid
    for kind, cents in db.execute('SELECT ZKIND, sum(ZAMOUNTMINOR) FROM ZFOLIOENTRY GROUP BY 1'):
        rows = [row for row in tables['folio-lines'] if row['kind'] == kind]
        assert total(rows, 'amount USD') * 100 == cents, kind
    for row in tables['folio-lines']:
        assert re.fullmatch(r'-?[0-9]+[.][0-9][0-9]', row['amount USD']), row
        assert re.fullmatch(r'2026-07-01T0[0-9]:00:00-06:00', row['posted']), row
    columns = db.execute(
        "SELECT f.ZNUMBER, r.ZNUMBER, l.ZAMOUNTMINOR FROM ZFOLIOENTRY l JOIN ZFOLIO f "
        "ON f.Z_PK = l.ZFOLIO LEFT JOIN ZRESERVATION r ON r.Z_PK = l.ZRESERVATION "
        "ORDER BY l.ZNUMBER").fetchall()
    assert columns == [
        (int(row['folio'][2:]), int(row['reservation'][2:]) if row['reservation'] else None,
         int(Decimal(row['amount USD']) * 100)) for row in tables['folio-lines']]
    zoe = tables['campers'][0]
    assert zoe['guest'] == one('SELECT ZFULLNAME FROM ZCAMPER ORDER BY Z_PK'), zoe
    assert zoe['note'] == "'=HYPERLINK(1), with comma" and zoe['phone'] == "'+1 555 0100", zoe
    assert data['campers'][0]['note'] == '=HYPERLINK(1), with comma'
    assert tables['blocks'][0]['reason'] == "'-roots"
    stay = tables['reservations'][0]
    assert (stay['code'], stay['guest'], stay['site'], stay['arrival'], stay['departure']) == (
        'R-1', zoe['guest'], '15', '2026-07-01', '2026-07-04'), stay
    assert tables['campsites'][0]['water'] == 'yes' and tables['campsites'][1]['water'] == 'no'
    assert data['campsites'][0]['water'] is True
    assert [row['night'] for row in tables['nights'] if row['reservation'] == 'R-1'] == [
        '2026-07-01', '2026-07-02', '2026-07-03']
    assert tables['rates'][0]['weekdays'] == 'fri,sat', tables['rates']
    readme = open(os.path.join(folder, 'README.md'), encoding='utf-8').read()
    for name, rows in tables.items():
        assert '## ' + name + '.csv' in readme, name
        for column in rows[0] if rows else []:
            assert '| ' + column + ' ' in readme, (name, column)
    print('same')
    """

  func testAnExportIsTheStoreToTheCent() throws {
    try fill()
    let told = try export("export books", "export books.json")
    XCTAssertTrue(told.output.contains(" files to books\n"), told.output)
    let same = try Python.run(
      Self.comparison, arguments: [path("books"), path("books.json"), path("x.sqlite")])
    XCTAssertEqual(String(decoding: same, as: UTF8.self), "same\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: path("books/campers.csv"))
    XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600)
    let listing = try FileManager.default.contentsOfDirectory(atPath: path("books"))
    XCTAssertFalse(listing.contains { $0.hasPrefix(".") }, "\(listing)")
  }

  func testOtherFilesOfAFolderStay() throws {
    try fill()
    try FileManager.default.createDirectory(
      atPath: path("books"), withIntermediateDirectories: true)
    try "mine".write(toFile: path("books/notes.txt"), atomically: true, encoding: .utf8)
    _ = try export("export books")
    XCTAssertEqual(try String(contentsOfFile: path("books/notes.txt"), encoding: .utf8), "mine")
    let before = try String(contentsOfFile: path("books/campers.csv"), encoding: .utf8)
    let refused = try export("camper add New; export books", status: 73)
    XCTAssertTrue(refused.errors.contains("books/campgrounds.csv already exists"), refused.errors)
    XCTAssertEqual(try String(contentsOfFile: path("books/campers.csv"), encoding: .utf8), before)
    _ = try export("export books replace")
    XCTAssertTrue(
      try String(contentsOfFile: path("books/campers.csv"), encoding: .utf8).contains("New"))
  }

  func testWhereNothingCanBeWrittenNothingIs() throws {
    try fill()
    for (command, message, status) in [
      ("export no/books", "the folder no/books cannot be made: no such file or directory", 73),
      ("export no/books.json", "no/books.json cannot be written: there is no folder no", 73),
      ("export books.csv", "everything cannot be written to one .csv file", 65),
      ("export x.sqlite", "x.sqlite is the store itself", 65),
    ] as [(String, String, Int32)] {
      let outcome = try export(command, status: status)
      XCTAssertTrue(outcome.errors.contains("error: \(message)\n"), outcome.errors)
    }
    // A limit on the size of files is met like a full disk, and leaves nothing behind.
    let refused = try program.runCommandLine(
      "trap '' XFSZ; ulimit -f 1; campground --store x.sqlite -c 'export books'")
    XCTAssertNotEqual(refused.status, 0)
    XCTAssertFalse(FileManager.default.fileExists(atPath: path("books")), refused.output)
  }

  func testALaterChangeIsNotInAnExport() throws {
    try fill()
    // The export of one moment, while another process writes all the time.
    let outcome = try program.runCommandLine(
      """
      (for n in 1 2 3 4 5 6; do campground --store x.sqlite -c "camper add Guest$n; \
      charge R-1 extra$n 1" >/dev/null 2>&1; done) & \
      for n in 1 2 3; do campground --store x.sqlite -c "export e$n.json" || exit 9; done; wait
      """)
    XCTAssertEqual(outcome.status, 0, outcome.output)
    let script = """
      import json, sys
      from decimal import Decimal
      for path in sys.argv[1:]:
          data = json.load(open(path), parse_float=Decimal)
          charged = sum(r['kind'] == 'sale' and r['text'].startswith('extra') for r in data['folio_lines'])
          lines = {r['line'] for r in data['folio_lines']}
          for row in data['folio_lines']:
              assert row['taxes'] is None or int(row['taxes']) in lines
          guests = sum(r['guest'].startswith('Guest') for r in data['campers'])
          assert guests - charged in (0, 1), (guests, charged)
      print('whole')
      """
    let judged = try Python.run(
      script, arguments: (1...3).map { path("e\($0).json") })
    XCTAssertEqual(String(decoding: judged, as: UTF8.self), "whole\n")
  }
}
