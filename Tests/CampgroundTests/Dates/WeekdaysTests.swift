import Campground
import XCTest

final class WeekdaysTests: XCTestCase {
  func testWeekdaysAreReadAsPeopleWriteThem() {
    XCTAssertEqual(Weekdays("weekend"), .weekend)
    XCTAssertEqual(Weekdays("fri,sat"), .weekend)
    XCTAssertEqual(Weekdays("Friday, SAT"), .weekend)
    XCTAssertEqual(
      Weekdays("mon-thu"), Weekdays([.monday, .tuesday, .wednesday, .thursday]))
    XCTAssertEqual(Weekdays("sat-mon"), Weekdays([.saturday, .sunday, .monday]))
    XCTAssertEqual(Weekdays("sun,weekend"), Weekdays([.friday, .saturday, .sunday]))
    for text in ["", "fr", "fri,", "fri-", "-fri", "fri-sat-sun", "someday", "fri sat"] {
      XCTAssertNil(Weekdays(text), text)
    }
  }

  func testWeekdaysAreWrittenFromMondayOn() throws {
    XCTAssertEqual("\(Weekdays([.sunday, .monday]))", "Mon, Sun")
    XCTAssertEqual("\(Weekdays([]))", "")
    XCTAssertEqual(Weekdays("\(Weekdays.all)"), .all)
  }
}
