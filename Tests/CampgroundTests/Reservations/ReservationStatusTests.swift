import Campground
import XCTest

final class ReservationStatusTests: XCTestCase {
  func testTheWordsAreThoseOfTheDomain() {
    XCTAssertEqual(
      ReservationStatus.allCases.map(\.rawValue),
      [
        "Draft", "Hold", "Requested", "Reserved", "CheckedIn", "CheckedOut", "Expired", "Declined",
        "Canceled", "NoShow",
      ])
  }

  func testOnlyTheStatesOfTheDomainFollowEachOther() {
    let successors: [ReservationStatus: [ReservationStatus]] = [
      .draft: [.hold, .requested, .reserved, .expired],
      .hold: [.requested, .reserved, .expired],
      .requested: [.reserved, .declined, .expired],
      .reserved: [.checkedIn, .canceled, .noShow],
      .checkedIn: [.checkedOut],
      .canceled: [.reserved],
      .noShow: [.reserved],
    ]
    for status in ReservationStatus.allCases {
      XCTAssertEqual(status.successors, successors[status] ?? [], status.rawValue)
    }
  }

  func testHoldsAndStaysKeepNightsAndDraftsAndRequestsDoNot() {
    XCTAssertEqual(
      ReservationStatus.allCases.filter(\.occupiesNights),
      [.hold, .reserved, .checkedIn, .checkedOut])
  }
}
