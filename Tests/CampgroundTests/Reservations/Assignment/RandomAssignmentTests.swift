import TestSupport
import XCTest

@testable import Campground

/// On small random campgrounds the assigner says what trying everything says.
final class RandomAssignmentTests: XCTestCase {
  private let seeds = Campaign.seeds(1_000, full: 100_000)

  private func answer(
    _ example: AssignmentCase, stepLimit: Int
  ) -> Result<SiteAssignment, AssignmentRefusal> {
    let assigner = SiteAssigner(
      sites: example.sites, floating: example.floating, asked: example.asked,
      minimumStay: example.minimumStay, stepLimit: stepLimit)
    return Result { () throws(AssignmentRefusal) in try assigner.assign() }
  }

  func testAPlaceIsFoundExactlyWhereThereIsOneWithTheFewestMoves() {
    for seed in seeds {
      let example = AssignmentCase(seed: seed)
      let fewest = ExhaustiveAssignment.fewestMoves(in: example)
      switch answer(example, stepLimit: 100_000) {
      case .success(let assignment):
        check(assignment, of: example, "seed \(seed)\n\(example)")
        XCTAssertEqual(moves(assignment, of: example), fewest, "seed \(seed)\n\(example)")
        checkChoice(assignment, of: example, "seed \(seed)\n\(example)")
      case .failure(let reason):
        XCTAssertNil(fewest, "\(reason), seed \(seed)\n\(example)")
        check(reason, of: example, "\(reason), seed \(seed)\n\(example)")
      }
    }
  }

  func testWithFewStepsAnAnswerIsStillRight() {
    for seed in seeds {
      let example = AssignmentCase(seed: seed)
      let fewest = ExhaustiveAssignment.fewestMoves(in: example)
      switch answer(example, stepLimit: Int(seed % 40)) {
      case .success(let assignment):
        check(assignment, of: example, "seed \(seed)\n\(example)")
        if fewest == 0, example.asked.count == 1 {
          XCTAssertEqual(moves(assignment, of: example), 0, "seed \(seed)\n\(example)")
        }
      case .failure(.gaveUp):
        XCTAssertNotEqual(example.kind, [], "seed \(seed)\n\(example)")
      case .failure(let reason):
        XCTAssertNil(fewest, "\(reason), seed \(seed)\n\(example)")
        check(reason, of: example, "\(reason), seed \(seed)\n\(example)")
      }
    }
  }

  func testEachSearchByItselfIsRight() {
    for seed in seeds {
      let example = AssignmentCase(seed: seed)
      let assigner = SiteAssigner(
        sites: example.sites, floating: example.floating, asked: example.asked,
        minimumStay: example.minimumStay)
      let board = assigner.board
      let linked = board.staysLinkedToTargets()
      let fewest = ExhaustiveAssignment.fewestMoves(in: example)
      var arrangements: [[Int?]] = []

      var search = ArrangementSearch(linked, of: board, budget: StepBudget(limit: 100_000))
      switch search.search() {
      case .found(let arrangement): arrangements.append(arrangement)
      case .impossible: XCTAssertNil(fewest, "seed \(seed)\n\(example)")
      case .gaveUp: XCTFail("seed \(seed)\n\(example)")
      }
      if ArrivalSweep.applies(to: linked, of: board) {
        let arrangement = ArrivalSweep.arrange(linked, of: board)
        XCTAssertEqual(arrangement == nil, fewest == nil, "seed \(seed)\n\(example)")
        if let arrangement { arrangements.append(arrangement) }
      }
      var eviction = EvictionSearch(board, budget: StepBudget(limit: 200))
      if let arrangement = eviction.search() { arrangements.append(arrangement) }

      for arrangement in arrangements {
        let found = assigner.assignment(arrangement)
        check(found, of: example, "seed \(seed)\n\(example)")
        var atHome = Arrangement(arrangement, of: board)
        atHome.bringStaysHome()
        let improved = assigner.assignment(atHome.site)
        check(improved, of: example, "seed \(seed)\n\(example)")
        XCTAssertLessThanOrEqual(
          improved.moves.count, found.moves.count, "seed \(seed)\n\(example)")
      }
    }
  }

  /// The stays that leave the site they had, those that were to be placed included.
  private func moves(_ assignment: SiteAssignment, of example: AssignmentCase) -> Int {
    assignment.moves.count
      + example.asked.count { $0.site != nil && $0.site != assignment.sites[$0.id] }
  }

  /// No site has two stays on one night, every site fits, and whoever is not said to move does not.
  private func check(
    _ assignment: SiteAssignment, of example: AssignmentCase,
    _ message: @autoclosure () -> String
  ) {
    XCTAssertEqual(Set(assignment.sites.keys), Set(example.asked.map(\.id)), message())
    XCTAssertEqual(Set(assignment.moves.map(\.stay)).count, assignment.moves.count, message())
    var occupied = Dictionary(
      uniqueKeysWithValues: example.sites.map { site in
        (site.name, site.taken.reduce(0) { $0 | ExhaustiveAssignment.bits($1.dates) })
      })
    for stay in example.floating + example.asked {
      let move = assignment.moves.first { $0.stay == stay.id }
      if let move {
        XCTAssertNotNil(stay.site, message())
        XCTAssertNotEqual(move.site, stay.site, message())
      }
      guard let site = assignment.sites[stay.id] ?? move?.site ?? stay.site else {
        XCTFail(message())
        continue
      }
      XCTAssertTrue(stay.fits.contains(site), message())
      let nights = ExhaustiveAssignment.bits(stay.dates)
      XCTAssertEqual(occupied[site].map { $0 & nights }, 0, message())
      occupied[site]? |= nights
    }
  }

  /// A single stay that nobody has to move for leaves no short gap that could be helped.
  private func checkChoice(
    _ assignment: SiteAssignment, of example: AssignmentCase,
    _ message: @autoclosure () -> String
  ) {
    guard example.asked.count == 1, let stay = example.asked.first, stay.site == nil,
      assignment.moves.isEmpty, let site = assignment.sites[stay.id]
    else { return }
    let gaps = ExhaustiveAssignment.shortGaps(beside: stay, in: example)
    XCTAssertEqual(gaps[site], gaps.values.min(), message())
  }

  /// A reason that can be checked by itself holds.
  private func check(
    _ reason: AssignmentRefusal, of example: AssignmentCase, _ message: @autoclosure () -> String
  ) {
    let stays = example.floating + example.asked
    func open(_ stay: FloatingStay) -> Set<String> {
      Set(
        example.sites.filter { site in
          stay.fits.contains(site.name) && !site.taken.contains { $0.dates.overlaps(stay.dates) }
        }.map(\.name))
    }
    switch reason {
    case .nothingFits(let id):
      XCTAssertEqual(stays.first { $0.id == id }?.fits, [], message())
    case .nothingFree(let id, let obstacles):
      let stay = stays.first { $0.id == id }
      XCTAssertEqual(stay.map(open), [], message())
      XCTAssertEqual(stay?.fits, Set(obstacles.map(\.site)), message())
    case .crowded(let nights):
      XCTAssertFalse(nights.isEmpty, message())
      for night in nights {
        let competing = stays.filter { night.stays.contains($0.id) }
        XCTAssertTrue(competing.allSatisfy { $0.dates.contains(night: night.night) }, message())
        XCTAssertGreaterThan(Set(night.stays).count, night.sites.count, message())
        XCTAssertEqual(
          competing.reduce(into: []) { $0.formUnion(open($1)) }, Set(night.sites), message())
      }
      if example.kind == [] { checkEveryNight(nights, of: example, message()) }
    case .noArrangement:
      XCTAssertNotEqual(example.kind, [], message())
    case .gaveUp:
      XCTFail(message())
    }
  }

  /// Where all sites are alike, the nights are exactly those with more stays than sites, and all
  /// the stays of these nights are named.
  private func checkEveryNight(
    _ nights: [CrowdedNight], of example: AssignmentCase,
    _ message: @autoclosure () -> String
  ) {
    let stays = example.floating + example.asked
    let all = (0..<AssignmentCase.nightCount).map { AssignmentCase.firstNight.advanced(by: $0) }
    let present = all.map { night in
      (night, Set(stays.filter { $0.dates.contains(night: night) }.map(\.id)))
    }
    let full = present.filter { $0.1.count > example.sites.count }
    XCTAssertEqual(nights.map(\.night), full.map(\.0), message())
    XCTAssertEqual(nights.map { Set($0.stays) }, full.map(\.1), message())
  }
}
