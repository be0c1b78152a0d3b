import CampgroundValues
import XCTest

final class WeekdaysTests: XCTestCase {
  func testWeekdaysAreReadAsPeopleWriteThem() throws {
    let readings: [(String, [Weekday])] = [
      ("fri,sat", [.friday, .saturday]), ("Fri, Sat", [.friday, .saturday]),
      ("fri sat", [.friday, .saturday]),
      ("friday", [.friday]), ("tues", [.tuesday]), ("weekend", [.friday, .saturday]),
      ("mon-thu", [.monday, .tuesday, .wednesday, .thursday]),
      ("sat-mon", [.saturday, .sunday, .monday]), ("sun,mon-tue", [.sunday, .monday, .tuesday]),
      ("all", Weekday.allCases), ("mon-sun", Weekday.allCases),
    ]
    for (text, days) in readings {
      XCTAssertEqual(Weekdays(text), Weekdays(days), text)
    }
    for text in ["", " , ", "fr", "fridays", "fri & sat", "mon-tue-wed", "mon-", "-mon", "8"] {
      XCTAssertNil(Weekdays(text), text)
    }
  }

  func testWeekdaysAreWrittenFromMondayOn() throws {
    XCTAssertEqual(Weekdays([.sunday, .friday]).description, "fri,sun")
    XCTAssertEqual(Weekdays.all.description, "all")
    XCTAssertEqual(Weekdays([]).description, "all")
  }
}
