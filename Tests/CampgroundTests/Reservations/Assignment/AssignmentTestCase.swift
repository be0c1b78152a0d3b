import Campground
import XCTest

/// Words for sites and stays in July 2026; `july(1, 4)` is the three nights of July 1, 2 and 3.
class AssignmentTestCase: XCTestCase {
  typealias Site = AssignableSite<String>
  typealias Stay = FloatingStay<String, String>
  typealias Refusal = AssignmentRefusal<String, String>

  func july(_ arrival: Int, _ departure: Int) throws -> StayDates {
    let first = try CalendarDate(year: 2026, month: 7, day: 1)
    return try StayDates(
      arrival: first.advanced(by: arrival - 1), departure: first.advanced(by: departure - 1))
  }

  func fixed(_ arrival: Int, _ departure: Int) throws -> TakenSpan {
    TakenSpan(try july(arrival, departure), by: .fixed)
  }

  func closed(_ arrival: Int, _ departure: Int) throws -> TakenSpan {
    TakenSpan(try july(arrival, departure), by: .closed)
  }

  func stay(
    _ id: String, _ arrival: Int, _ departure: Int, on site: String? = nil,
    fits: Set<String> = ["A", "B", "C"]
  ) throws -> Stay {
    Stay(id, dates: try july(arrival, departure), fits: fits, on: site)
  }

  /// The sites that the stays get, with the moves as `S: A to B`.
  func assign(
    _ stays: Stay..., among floating: [Stay] = [], sites: [Site], minimumStay: Int = 1,
    stepLimit: Int = 100_000
  ) throws -> (sites: [String: String], moves: [String]) {
    let assigner = SiteAssigner(
      sites: sites, floating: floating, minimumStay: minimumStay, stepLimit: stepLimit)
    let assignment = try assigner.assign(stays)
    return (assignment.sites, assignment.moves.map { "\($0.stay): \($0.from) to \($0.to)" })
  }

  /// The reason for which the stays get no sites.
  func refusal(
    of stays: Stay..., among floating: [Stay] = [], sites: [Site], stepLimit: Int = 100_000,
    file: StaticString = #filePath, line: UInt = #line
  ) -> Refusal? {
    let assigner = SiteAssigner(
      sites: sites, floating: floating, minimumStay: 1, stepLimit: stepLimit)
    do throws(Refusal) {
      let assignment = try assigner.assign(stays)
      XCTFail("\(assignment)", file: file, line: line)
      return nil
    } catch {
      return error
    }
  }
}
