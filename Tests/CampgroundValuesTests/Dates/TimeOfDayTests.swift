import CampgroundValues
import XCTest

final class TimeOfDayTests: XCTestCase {
  func testTimesAsPeopleWriteThem() {
    let minutes = [
      "00:00": 0, "9:30": 570, "15:00": 900, "23:59": 1_439, "3pm": 900, "3:30 PM": 930,
      "12am": 0, "12pm": 720, "12:05AM": 5,
    ]
    for (text, minute) in minutes { XCTAssertEqual(TimeOfDay(text)?.minute, minute, text) }
    XCTAssertEqual(TimeOfDay("9:05").map { "\($0)" }, "09:05")
  }

  func testWhatIsNoTimeIsRefused() {
    for text in [
      "", "15", "24:00", "12:60", "1:5", "15:00:00", "13pm", "0am", "pm", ":30", "+9:00", "noon",
    ] {
      XCTAssertNil(TimeOfDay(text), text)
    }
  }
}
