import XCTest

@testable import Campground

/// Words for sites and stays in July 2026; `july(1, 4)` is the three nights of July 1, 2 and 3.
class AssignmentTestCase: XCTestCase {
  /// The names of the stays; the number of a stay is its place among them.
  private var stayNames: [String] = []

  func july(_ arrival: Int, _ departure: Int) throws -> StayDates {
    let first = try CalendarDate(year: 2026, month: 7, day: 1)
    return try StayDates(
      arrival: first.advanced(by: arrival - 1), departure: first.advanced(by: departure - 1))
  }

  func fixed(_ arrival: Int, _ departure: Int) throws -> TakenSpan {
    TakenSpan(dates: try july(arrival, departure), kind: .fixed)
  }

  func closed(_ arrival: Int, _ departure: Int) throws -> TakenSpan {
    TakenSpan(dates: try july(arrival, departure), kind: .closed)
  }

  func site(_ name: String, taken: [TakenSpan] = []) -> AssignableSite {
    AssignableSite(name: name, taken: taken)
  }

  func stay(
    _ name: String, _ arrival: Int, _ departure: Int, on site: String? = nil,
    fits: Set<String> = ["A", "B", "C"]
  ) throws -> FloatingStay {
    stayNames.append(name)
    return FloatingStay(
      id: stayNames.count - 1, dates: try july(arrival, departure), fits: fits, site: site)
  }

  /// The names of the stays with these numbers.
  func names(_ stays: [Int]) -> [String] { stays.map { stayNames[$0] } }

  /// The number of the stay that was made last with this name.
  func number(_ name: String) -> Int { stayNames.lastIndex(of: name) ?? -1 }

  /// The sites that the stays get, with the moves as `S: A to B`.
  func assign(
    _ stays: FloatingStay..., among floating: [FloatingStay] = [], sites: [AssignableSite],
    minimumStay: Int = 1, stepLimit: Int = 100_000
  ) throws -> (sites: [String: String], moves: [String]) {
    let assigner = SiteAssigner(
      sites: sites, floating: floating, asked: stays, minimumStay: minimumStay,
      stepLimit: stepLimit)
    let assignment = try assigner.assign()
    let former = Dictionary(uniqueKeysWithValues: floating.map { ($0.id, $0.site ?? "-") })
    return (
      Dictionary(uniqueKeysWithValues: assignment.sites.map { (stayNames[$0.key], $0.value) }),
      assignment.moves.map { "\(stayNames[$0.stay]): \(former[$0.stay] ?? "?") to \($0.site)" }
    )
  }

  /// The reason for which the stays get no sites.
  func refusal(
    of stays: FloatingStay..., among floating: [FloatingStay] = [], sites: [AssignableSite],
    stepLimit: Int = 100_000, file: StaticString = #filePath, line: UInt = #line
  ) -> AssignmentRefusal? {
    let assigner = SiteAssigner(
      sites: sites, floating: floating, asked: stays, minimumStay: 1, stepLimit: stepLimit)
    do throws(AssignmentRefusal) {
      let assignment = try assigner.assign()
      XCTFail("\(assignment)", file: file, line: line)
      return nil
    } catch {
      return error
    }
  }
}
