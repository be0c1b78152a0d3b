import Foundation
import TestSupport
import XCTest

/// The books of the demo: what the accountant gets is what plain SQL and another language's reader of
/// CSV files make of the ledger, to the cent.
@MainActor
final class DemoBooksTests: XCTestCase {
  /// Prints what differs.
  private static let oracle = #"""
    import collections, csv, sqlite3, sys
    from decimal import Decimal
    store = sqlite3.connect("file:demo.sqlite?mode=ro", uri=True)
    def ask(sql): return store.execute(sql).fetchall()
    def cents(text): return int(Decimal(text or 0) * 100)
    def rows(name): return list(csv.DictReader(open(name, encoding="utf-8", newline="")))
    def check(what, ours, theirs):
        if ours != theirs: print(what, ours, theirs)
    # A reversal is of the kind of what it reverses.
    lines = """(SELECT l.*, coalesce(r.ZKIND, l.ZKIND) AS what, coalesce(r.ZNAME, l.ZNAME) AS called
      FROM ZFOLIOENTRY l LEFT JOIN ZFOLIOENTRY r ON r.Z_PK = l.ZREVERSES)"""
    def total(condition):
        return ask(f"SELECT coalesce(sum(ZAMOUNTMINOR), 0) FROM {lines} WHERE {condition}")[0][0]
    days, accounts = collections.Counter(), collections.Counter()
    for row in rows("journal.csv"):
        amount = cents(row["debit"]) - cents(row["credit"])
        days[row["date"]] += amount
        accounts[row["account"]] += amount
    check("days", {day: sum for day, sum in days.items() if sum}, {})
    check("number of days", len(days),
          ask("SELECT count(DISTINCT ZDAY) FROM ZFOLIOENTRY WHERE ZAMOUNTMINOR != 0")[0][0])
    check("guests", accounts["Guest ledger"], ask(
        "SELECT sum(l.ZAMOUNTMINOR) FROM ZFOLIOENTRY l LEFT JOIN ZSALE s ON s.Z_PK = l.ZSALE "
        "WHERE l.ZSALE IS NULL OR s.ZRESERVATION IS NOT NULL")[0][0])
    for account, condition in [
            ("Cash", "ZMETHOD = 'cash'"), ("Cards", "ZMETHOD = 'card'"),
            ("Checks", "ZMETHOD = 'check'"), ("Bank transfers", "ZMETHOD = 'transfer'"),
            ("Lodging", "what IN ('lodging', 'longer-stay')"), ("Taxes payable", "what = 'tax'"),
            ("Discounts", "what = 'discount'"), ("Allowances", "what = 'allowance'"),
            ("Fees", "what IN ('fee', 'change-fee') OR what = 'sale' AND ZSALE IS NULL"),
            ("Store sales", "what = 'sale' AND ZSALE IS NOT NULL"), ("Cancellations", "what = 'kept'"),
            ("Utilities", "what = 'meter'")]:
        check(account, accounts[account], -total(condition))
    check("tax report",
          {row["tax"]: (int(row["lines"]), cents(row["amount"])) for row in rows("tax.csv") if row["lines"]},
          {name: (count, sum) for name, count, sum in ask(
              f"SELECT called, count(*), sum(ZAMOUNTMINOR) FROM {lines} WHERE what = 'tax' GROUP BY called")})
    check("payments",
          {row["method"]: (cents(row["paid"]), cents(row["refunded"])) for row in rows("payments.csv")},
          {name: (-paid, back) for name, paid, back in ask(
              f"SELECT ZMETHOD, sum(iif(what = 'payment', ZAMOUNTMINOR, 0)), "
              f"sum(iif(what = 'payment', 0, ZAMOUNTMINOR)) FROM {lines} "
              "WHERE ZMETHOD IS NOT NULL GROUP BY ZMETHOD")})
    check("exported lines",
          [(int(r["line"]), cents(r["amount USD"])) for r in rows("books/folio-lines.csv")],
          ask("SELECT ZNUMBER, ZAMOUNTMINOR FROM ZFOLIOENTRY ORDER BY ZNUMBER"))
    check("exported stays", [int(r["code"][2:]) for r in rows("books/reservations.csv")],
          [number for number, in ask("SELECT ZNUMBER FROM ZRESERVATION ORDER BY ZNUMBER")])
    """#

  func testPlainSQLAgreesWithTheJournalTheTaxReportAndTheExport() async throws {
    let program = try SealedProgram()
    defer { program.remove() }
    try SharedDemo.write(to: program.folder.appendingPathComponent("demo.sqlite"))
    let period = "from 2024-01-01 to 2027-12-31"
    let run = try program.run(
      "--store", "demo.sqlite", "--now", "2026-07-15T09:00", "-c",
      "journal \(period) to journal.csv",
      "-c", "report tax \(period) to tax.csv", "-c", "report payments \(period) to payments.csv",
      "-c", "export books")
    XCTAssertEqual(run.status, 0, run.errors)
    let script = "import os; os.chdir('\(program.folder.path)')\n" + Self.oracle
    XCTAssertEqual(String(decoding: try Python.run(script), as: UTF8.self), "")
  }
}
