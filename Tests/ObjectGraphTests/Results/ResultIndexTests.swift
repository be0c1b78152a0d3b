import Foundation
import ObjectModel
import XCTest

@testable import ObjectGraph
@testable import ObjectStore

/// Lists of many keys, beside plain arrays.
final class ResultIndexTests: XCTestCase {
  private func key(_ number: Int64) -> RowKey { RowKey(number, entityNumber: 1) }

  private func rows(_ numbers: some Sequence<Int64>) -> RowKeys {
    RowKeys(numbers.map(key))
  }

  private func numbers(_ list: ResultList) -> [[Int64]] {
    list.sections.map { section in section.chunks.flatMap(\.keys).map(\.key) }
  }

  func testKeysComeAndGoAsInArraysAndCopiesStayAsTheyWere() {
    var random = SplitMix(state: 7)
    let index = ResultIndex(rows(1...3000), sections: [("a", 1000), ("b", 2000)])
    var model = [Array(Int64(1)...1000), Array(Int64(1001)...3000)]
    var next: Int64 = 3001
    XCTAssertEqual(index.checkInvariants(), [])
    for round in 0..<60 {
      let (copy, former) = (index.list, model)
      for _ in 0..<random.below(200) {
        let section = random.below(2)
        let row = random.below(model[section].count + 1)
        index.insert(key(next), at: .init(section: section, row: row))
        model[section].insert(next, at: row)
        next += 1
      }
      var gone: Set<Int64> = []
      for _ in 0..<random.below(220) {
        guard let number = model[random.below(2)].randomElement() else { continue }
        gone.insert(number)
      }
      index.remove(gone)
      for section in model.indices { model[section].removeAll { gone.contains($0) } }
      XCTAssertEqual(numbers(index.list), model, "round \(round)")
      XCTAssertEqual(numbers(copy), former, "round \(round)")
      XCTAssertEqual(index.checkInvariants(), [], "round \(round)")
      for section in model.indices where !model[section].isEmpty {
        let row = random.below(model[section].count)
        let place = ResultList.Place(section: section, row: row)
        XCTAssertEqual(index.place(of: model[section][row]), place)
        XCTAssertEqual(index.list.key(at: place).key, model[section][row])
        let end = min(model[section].count, row + 700)
        XCTAssertEqual(
          index.list.keys(inSection: section, rows: row..<end).map(\.key),
          Array(model[section][row..<end]))
      }
    }
  }

  func testAPlaceIsFoundByHalving() {
    let even = stride(from: Int64(2), through: 6000, by: 2)
    let index = ResultIndex(rows(even), sections: [("a", 700), ("b", 0), ("c", 2300)])
    for number in [Int64(1), 2, 3, 1400, 1401, 1402, 2424, 2425, 5999] {
      let rank = Int(number / 2)
      let expected =
        rank < 700
        ? ResultList.Place(section: 0, row: rank) : ResultList.Place(section: 2, row: rank - 700)
      XCTAssertEqual(index.list.firstPlace { $0.key > number }, expected, "\(number)")
    }
    XCTAssertNil(index.list.firstPlace { $0.key > 6000 })
    XCTAssertNil(ResultIndex(RowKeys(), sections: []).list.firstPlace { _ in true })
  }

  func testAKeyGoesIntoTheSectionOfItsNameAtItsPlaceOrIntoANewOne() {
    let index = ResultIndex(rows(1...4), sections: [("a", 2), ("c", 2)])
    func place(_ before: (Int, Int)?, _ name: String) -> [Int] {
      let next = before.map { ResultList.Place(section: $0.0, row: $0.1) }
      let place = index.place(before: next, inSection: name)
      return [place.section, place.row]
    }
    XCTAssertEqual(place((1, 0), "a"), [0, 2])
    XCTAssertEqual(place((1, 0), "c"), [1, 0])
    XCTAssertEqual(place((1, 1), "x"), [1, 1], "a section is what follows each other")
    XCTAssertEqual(place(nil, "c"), [1, 2])
    XCTAssertEqual(place((1, 0), "b"), [1, 0])
    XCTAssertEqual(index.list.sections.map(\.name), ["a", "b", "c"])
    XCTAssertEqual(place(nil, "d"), [3, 0])
    XCTAssertEqual(place((0, 0), "0"), [0, 0])
    XCTAssertEqual(index.list.sections.map(\.name), ["0", "a", "b", "c", "d"])
    index.removeEmptySections()
    XCTAssertEqual(index.list.sections.map(\.name), ["a", "c"])
  }

  func testRearrangingMovesAsFewAsPossible() {
    let index = ResultIndex(rows([1, 2, 3, 4, 5, 6]), sections: [("a", 3), ("b", 3)])
    let wanted = ResultIndex(
      rows([2, 3, 1, 7, 6, 5, 8]), sections: [("a", 3), ("aa", 1), ("b", 3)])
    let affected = index.rearrange(as: wanted.list)
    XCTAssertEqual(numbers(index.list), [[2, 3, 1], [7], [6, 5, 8]])
    XCTAssertEqual(index.list.sections.map(\.name), ["a", "aa", "b"])
    XCTAssertEqual(index.checkInvariants(), [])
    // 1 and one of 5 and 6 moved, 4 went, 7 and 8 came.
    XCTAssertEqual(affected.count, 5)
  }
}
