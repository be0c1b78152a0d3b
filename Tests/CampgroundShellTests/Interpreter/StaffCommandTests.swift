import Foundation
import TestSupport
import XCTest

@testable import CampgroundShell

/// Employees and sales from the shell, as programs read them, and where their errors stand.
final class StaffCommandTests: SessionTestCase {
  /// A picture of one grey pixel, whole: its chunks and checksums were worked out by Python's zlib.
  private static let pixel = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAA"
      + "AABJRU5ErkJggg==")

  private func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("campground-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    return folder
  }

  func testProgramsGetTheValuesOfEmployees() async throws {
    XCTAssertEqual(
      try run("employee add Kasey department Shop start 2026-05-01 vacation 12"),
      """
      {"employee":"Kasey","department":"Shop","start":"2026-05-01","vacation":12,"phone":null,\
      "email":null,"active":true}

      """)
    XCTAssertEqual(
      try run("employee departments"), "{\"department\":\"Shop\",\"employees\":1}\n")
    XCTAssertEqual(
      try run("employee department shop"),
      """
      {"department":"Shop","employees":1,"active":1,"vacation":[{"days":"0","employees":0},\
      {"days":"1–5","employees":0},{"days":"6–10","employees":0},{"days":"11–15","employees":1},\
      {"days":"16 or more","employees":0}]}

      """)
    XCTAssertTrue(
      try run("employee edit Kasey department \"\" start \"\"").contains(
        "\"department\":null,\"start\":null,\"vacation\":12"))
  }

  func testProgramsGetTheValuesOfSales() async throws {
    try run("tax add Sales 8% group goods; item add wood price 6.25 group goods stock 4")
    XCTAssertEqual(
      try run("sale add item wood quantity 2"),
      """
      {"sale":"S-1","day":"2026-06-15","item":"wood","quantity":2,"amount":12.50,"employee":null,\
      "department":null,"method":"cash","stay":null,"reverses":null,"tax":1.00}

      """)
    XCTAssertEqual(
      try run("item show wood"),
      """
      {"item":"wood","price":6.25,"group":"goods","taxincluded":false,"stock":2,"active":true,"sales":1,"quantity":2,\
      "sold":12.50}

      """)
    XCTAssertEqual(
      try run("sale list by item"),
      "{\"item\":\"wood\",\"sales\":1,\"quantity\":2,\"amount\":12.50}\n")
  }

  func testAChargedSaleTellsTheBalanceOfTheStay() async throws {
    try run("campsite add 1 rate 40; camper add Ada; reserve 1 for Ada from 2026-06-15 nights 1")
    let answer = try run("sale add 5 item tour charge R-1")
    XCTAssertTrue(answer.contains("\"stay\":\"R-1\""), answer)
    XCTAssertTrue(answer.contains("\"due\":45.00"), answer)
    XCTAssertTrue(answer.contains("\"method\":null"), answer)
  }

  func testAListSaysItsSumBelow() async throws {
    try run("sale add 5 item tour; sale add 7 item tour")
    session.format = .table
    XCTAssertTrue(try run("sale list").hasSuffix("2 sales · $12.00\n"))
    XCTAssertTrue(
      try run("sale list limit 1").hasSuffix(
        "1 more; \"sale list limit 1 offset 1\" shows the next\n2 sales · $12.00\n"))
    XCTAssertEqual(try run("sale list on 2026-06-14"), "No matching sales\n")
  }

  func testAWholeNumberBesideAnItemIsTheQuantity() async throws {
    try run("item add ice price 3.50 stock 20; .output plain")
    for command in ["sale add 2 ice", "sale add item ice 2", "sale add item ice quantity 2"] {
      XCTAssertTrue(try run(command).contains("Sold 2 × ice"), command)
      XCTAssertTrue(try run("sale list limit 1").contains("\t7.00\t"), command)
    }
    XCTAssertTrue(try run("sale add ice").contains("Sold ice · S-4 · $3.50"))
    for command in ["sale add $7 ice", "sale add 7.00 ice"] {
      XCTAssertTrue(try run(command).contains("Sold 2 × ice"), command)
    }
    XCTAssertTrue(try run("sale add 5 ice quantity 2").contains("2 × ice · S-7 · $5.00"))
    let other = try failure("sale add 5 bicycles")
    XCTAssertEqual(other.message, "there is no item \"bicycles\" with a price for 5")
    XCTAssertEqual(other.hint, "for a total of 5, write sale add 5 item bicycles")
    let none = try failure("sale add 0 ice")
    XCTAssertEqual(none.message, "a quantity is from 1 to 1000000, not 0")
    XCTAssertEqual(none.marked, "0")
  }

  func testANumberBeforeTheWordItemIsTheTotal() async throws {
    try run("item add firewood price 6.25 stock 10; item add ice price 8; .output plain")
    XCTAssertEqual(
      try run("sale add 12.50 item firewood"),
      "Sold 2 × firewood · S-1 · $12.50 · $12.50 paid by cash · 8 left\n")
    XCTAssertEqual(
      try run("sale add 25 item firewood"),
      "Sold 4 × firewood · S-2 · $25.00 · $25.00 paid by cash · 4 left\n")
    XCTAssertTrue(try run("sale add 8 item ice").contains("Sold ice · S-3 · $8.00 · "))
    XCTAssertTrue(
      try run("sale add 5 item firewood quantity 1").contains("Sold firewood · S-4 · $5.00 · "))
    XCTAssertTrue(try run("sale add 5 item bicycles").contains("Sold bicycles · S-5 · $5.00 · "))
    XCTAssertTrue(try run("sale add item firewood quantity 2 card").contains("$12.50 paid by card"))
  }

  func testATotalThatBuysNoWholeNumberIsAskedAboutOrRefused() async throws {
    try run("item add firewood price 6.25 stock 10; .output plain")
    let error = try failure("sale add 2 item firewood")
    XCTAssertEqual(error.message, "$2.00 is no whole number of firewood at $6.25")
    XCTAssertEqual(error.hint, "to agree that price, add how many: quantity N")
    XCTAssertEqual(error.marked, "2")
    XCTAssertNotNil(try failure("sale add 15 item firewood"))
    var questions: [String] = []
    session.ask = { question in
      questions.append(question)
      return questions.count > 1
    }
    defer { session.ask = nil }
    XCTAssertEqual(try run("sale add 5 item firewood"), "Nothing changed\n")
    XCTAssertTrue(try run("sale add 5 item firewood").contains("Sold firewood · S-1 · $5.00 · "))
    XCTAssertEqual(
      Set(questions),
      ["$5.00 is no whole number of firewood at $6.25. Sell 1 for $5.00?"])
    XCTAssertTrue(try run("sale add 12.50 item firewood").contains("2 × firewood"))
    XCTAssertEqual(questions.count, 2)
  }

  func testWhatIsAtFaultIsMarked() async throws {
    try run("employee add Kasey; employee edit Kasey active no; item add wood price 6 stock 1")
    let faults: [(command: String, word: String)] = [
      ("sale add item wood quantity 2", "2"), ("sale add item wood by Kasey", "Kasey"),
      ("sale add item skates", "skates"), ("sale add 0 item skates", "0"),
      ("sale add item wood charge R-1", "R-1"), ("sale add item wood group goods", "goods"),
      ("sale add 3 item skates group goods", "goods"), ("sale delete S-7", "S-7"),
      ("sale add item wood on 2026-06-16", "2026-06-16"),
      ("sale list on 2026-06-15 from 2026-06-14", "2026-06-15"),
      ("sale list from 2026-06-15 to 2026-06-14", "2026-06-14"),
      ("sale list department Shop", "Shop"), ("item add wood price 3", "wood"),
      ("employee picture Kasey show replace", "Kasey"),
    ]
    for (command, word) in faults {
      XCTAssertEqual(try failure(command).marked, word, command)
    }
  }

  func testAPictureIsSetShownExportedAndDeleted() async throws {
    let folder = try temporaryFolder()
    let pixel = try XCTUnwrap(Self.pixel)
    let (source, copy) = (folder.path + "/a.png", folder.path + "/b.png")
    try pixel.write(to: URL(fileURLWithPath: source))
    try run("employee add Kasey")
    let answer = try run("employee picture Kasey set \(source)")
    XCTAssertTrue(
      answer.hasPrefix("{\"employee\":\"Kasey\",\"format\":\"png\",\"width\":1,\"height\":1,"),
      answer)
    XCTAssertTrue(
      try run("employee picture Kasey show").contains("\"bytes\":\(pixel.count)"))
    try run("employee picture Kasey export \(copy)")
    XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: copy)), pixel)
    XCTAssertEqual(try failure("employee picture Kasey export \(copy)").exitStatus, .cannotCreate)
    try run("employee picture Kasey export \(copy) replace")
    XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: copy)), pixel)
    try run("employee picture Kasey delete")
    XCTAssertTrue(try run("employee show Kasey").contains("\"picture\":null"))
    XCTAssertEqual(
      try failure("employee picture Kasey set \(folder.path)/none.png").exitStatus, .noInput)
    XCTAssertEqual(
      try failure("employee picture Kasey").message,
      "employee picture needs set, show, export or delete")
  }

  func testSalesInAScratchPadAreOneStepEach() async throws {
    try run("item add wood price 6 stock 5; begin")
    XCTAssertTrue(try run("sale add item wood").contains("\"sale\":\"S-new1\""))
    try run("sale add item wood; undo; save")
    XCTAssertTrue(try run("item show wood").contains("\"stock\":4"))
    XCTAssertTrue(try run("sale list").contains("\"sale\":\"S-1\""))
  }

  func testEmployeesAreFoundByWords() async throws {
    try run("employee add \"Kasey Mcfarland\" email kasey@example.com; employee add Bo")
    XCTAssertTrue(try run("find mcf").contains("\"name\":\"Kasey Mcfarland\""))
  }
}
