import ObjectGraph
import XCTest

/// The value type.
final class OrderedSetTests: XCTestCase {
  func testElementsAreUniqueAndKeepTheOrderInWhichTheyCame() {
    let set = OrderedSet([3, 1, 3, 2, 1])
    XCTAssertEqual(Array(set), [3, 1, 2])
    XCTAssertEqual(set.count, 3)
    XCTAssertEqual(set[1], 1)
    XCTAssertEqual(set.index(of: 2), 2)
    XCTAssertNil(set.index(of: 9))
    XCTAssertTrue(set.contains(3))
    XCTAssertEqual(set.description, "[3, 1, 2]")
  }

  func testEqualityAndHashesCountTheOrder() {
    XCTAssertEqual(OrderedSet([1, 2]), [1, 2])
    XCTAssertNotEqual(OrderedSet([1, 2]), [2, 1])
    XCTAssertEqual(Set<OrderedSet<Int>>([[1, 2], [2, 1], [1, 2]]).count, 2)
  }

  func testAppendingAndInsertingTellWhetherTheElementIsNew() {
    var set: OrderedSet = ["a", "c"]
    XCTAssertTrue(set.append("d").inserted)
    XCTAssertEqual(set.append("a").index, 0)
    XCTAssertFalse(set.append("a").inserted)
    XCTAssertEqual(set.insert("b", at: 1).index, 1)
    XCTAssertEqual(set.insert("d", at: 0).index, 3)
    XCTAssertFalse(set.insert("d", at: 0).inserted)
    XCTAssertTrue(set.insert("e", at: 4).inserted)
    XCTAssertEqual(set, ["a", "b", "c", "d", "e"])
  }

  func testMovingCountsWithoutTheElementItself() {
    var set: OrderedSet = [1, 2, 3, 4]
    set.move(1, to: 3)
    XCTAssertEqual(set, [2, 3, 4, 1])
    set.move(4, to: 0)
    XCTAssertEqual(set, [4, 2, 3, 1])
    set.move(9, to: 2)
    XCTAssertEqual(set, [4, 2, 9, 3, 1])
  }

  func testReplacingByAnElementThatIsThereMovesIt() {
    var set: OrderedSet = [1, 2, 3, 4]
    set.replace(at: 1, with: 9)
    XCTAssertEqual(set, [1, 9, 3, 4])
    set.replace(at: 0, with: 4)
    XCTAssertEqual(set, [4, 9, 3])
    set.replace(at: 2, with: 4)
    XCTAssertEqual(set, [9, 4])
    set.replace(at: 1, with: 4)
    XCTAssertEqual(set, [9, 4])
    XCTAssertFalse(set.contains(3))
    XCTAssertTrue(set.append(1).inserted)
  }

  func testRemovingSortingAndReversing() {
    var set: OrderedSet = [5, 3, 4, 1]
    XCTAssertEqual(set.remove(3), 3)
    XCTAssertNil(set.remove(3))
    XCTAssertEqual(set.remove(at: 0), 5)
    set.append(contentsOf: [9, 4, 7])
    set.sort(by: <)
    XCTAssertEqual(set, [1, 4, 7, 9])
    set.reverse()
    set.swapAt(0, 1)
    set.removeAll { $0 == 4 }
    XCTAssertEqual(set, [7, 9, 1])
    set.removeAll()
    XCTAssertTrue(set.isEmpty)
    XCTAssertTrue(set.append(7).inserted)
  }

  func testSetAlgebraKeepsTheOrderOfTheReceiver() {
    let set: OrderedSet = [3, 1, 2]
    XCTAssertEqual(set.union([2, 5, 4]), [3, 1, 2, 5, 4])
    XCTAssertEqual(set.intersection([2, 3, 9]), [3, 2])
    XCTAssertEqual(set.subtracting([1]), [3, 2])
    XCTAssertEqual(set.symmetricDifference([9, 1, 8]), [3, 2, 9, 8])
    XCTAssertTrue(set.isSubset(of: [1, 2, 3, 4]))
    XCTAssertFalse(set.isSubset(of: [1, 2]))
    XCTAssertTrue(set.isSuperset(of: [2, 3]))
    XCTAssertFalse(set.isSuperset(of: [2, 4]))
    XCTAssertTrue(set.isDisjoint(with: [7, 8]))
    XCTAssertFalse(set.isDisjoint(with: [7, 1]))
  }
}
