import ObjectGraph
import XCTest

/// Integer attributes that count days, compared with dates.
@MainActor
final class DayNumberTests: XCTestCase {
  func testDatesCompareWithDayNumbersAsTheDaysThatTheyFallOn() async throws {
    try await eachStore(model: DiaryModel.make()) { container in
      let context = container.viewContext
      // 2001-01-02, 2026-07-01 (9,312 days after 2001-01-01) and the day after.
      for day in [1, 9312, 9313] { DiaryPage(context: context).day = Int32(day) }
      let request = FetchRequest<DiaryPage>()
      let questions: [(String, [Int32])] = [
        ("day == 2026-07-01", [9312]),
        ("day >= 2026-07-01", [9312, 9313]),
        ("day BETWEEN {2001-01-01, 2026-07-01}", [1, 9312]),
        ("day IN {2026-07-02, 2001-01-02}", [1, 9313]),
        ("day == 2026-07-01T23:59:59Z", [9312]),
        ("day < 2001-01-01", []),
        ("day == 9313", [9313]),
      ]
      for isSaved in [false, true] {
        if isSaved { try context.save() }
        for (format, days) in questions {
          request.predicate = try FetchPredicate(format: format)
          XCTAssertEqual(try context.fetch(request).map(\.day).sorted(), days, format)
        }
      }
    }
  }

  func testOtherIntegersDoNotCompareWithDates() async throws {
    try await eachStore(model: DiaryModel.make()) { container in
      let request = FetchRequest<DiaryPage>()
      request.predicate = try FetchPredicate(format: "words == 2026-07-01")
      XCTAssertThrowsError(try container.viewContext.fetch(request))
    }
  }
}

private final class DiaryPage: ManagedObject {
  @Managed("day") var day: Int32
}

private enum DiaryModel {
  static func make() -> ManagedObjectModel {
    let day = AttributeDescription("day", .integer32)
    day.isDayNumber = true
    return ManagedObjectModel {
      EntityDescription("DiaryPage", class: DiaryPage.self) {
        day
        AttributeDescription("words", .integer32)
      }
    }
  }
}
