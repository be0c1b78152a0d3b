import XCTest

@testable import Rendering

final class MachineNameTests: XCTestCase {
  func testHeadingsBecomeNames() {
    let names = [
      "to come": "to_come", "if booked": "if_booked", "% of all": "percent_of_all", "ADR": "adr",
      "no-shows": "no_shows", "code": "code", "Early departure": "early_departure",
    ]
    for (heading, name) in names { XCTAssertEqual(heading.machineName, name) }
  }

  func testNamesAreMadeOfWhatCellsHaveInThemToo() {
    let table = ResultTable(
      columns: [.init("to come")], rows: [[.list([.object([("by card", .text("By card"))])])]])
    XCTAssertEqual(
      Renderer(.jsonl).text(of: table.forPrograms),
      "{\"to_come\":[{\"by_card\":\"By card\"}]}\n")
  }
}
