import Foundation
import ObjectStore

/// What became different between two lists of results, by the rules of a table of rows: places of
/// what goes are those before, and places of what comes are those after.
struct ResultChanges {
  /// A result that came, went or changed.
  struct Item {
    let object: ManagedObject
    /// Where it was; nil for one that came.
    let old: ResultList.Place?
    /// Where it is; nil for one that went.
    let new: ResultList.Place?
    /// Whether it has other values, and not only another place.
    let isUpdated: Bool
  }

  /// Indexes before, descending.
  private(set) var deletedSections: [Int] = []
  /// Indexes after, ascending.
  private(set) var insertedSections: [Int] = []
  /// By their places before, descending.
  private(set) var deletes: [Item] = []
  /// By their places after, ascending.
  private(set) var inserts: [Item] = []
  /// By their places after, ascending; so are the updates.
  private(set) var moves: [Item] = []
  private(set) var updates: [Item] = []

  var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && deletes.isEmpty && inserts.isEmpty
      && moves.isEmpty && updates.isEmpty
  }

  /// - Parameter items: all results that are not in both lists, or may have another place among
  ///   the others. The others keep their sections and their order.
  init(from old: ResultList, to new: ResultList, items: [Item]) {
    let oldNumbers = old.sections.map(\.number)
    let newNumbers = new.sections.map(\.number)
    let (known, present) = (Set(oldNumbers), Set(newNumbers))
    deletedSections = oldNumbers.indices.reversed().filter { !present.contains(oldNumbers[$0]) }
    insertedSections = newNumbers.indices.filter { !known.contains(newNumbers[$0]) }
    deletes = items.filter { $0.new == nil }.sorted { $1.old < $0.old }
    inserts = items.filter { $0.old == nil }.sorted { $0.new < $1.new }
    let kept = items.filter { $0.old != nil && $0.new != nil }.sorted { $0.new < $1.new }
    let isInPlace = Self.keepingOrder(kept, all: items, oldNumbers, newNumbers)
    for (item, isInPlace) in zip(kept, isInPlace) {
      if !isInPlace {
        moves.append(item)
      } else if item.isUpdated {
        updates.append(item)
      }
    }
  }

  /// Which items need not move: those that are in their section between the same results that did not
  /// change, as many of them as keep their order among themselves.
  private static func keepingOrder(
    _ kept: [Item], all: [Item], _ oldNumbers: [Int], _ newNumbers: [Int]
  ) -> [Bool] {
    /// The section and how many unchanged results are before.
    struct Gap: Hashable {
      let section: Int
      let rank: Int
    }
    let oldRanks = ranks(all.compactMap(\.old))
    let newRanks = ranks(all.compactMap(\.new))
    var gaps: [Gap: [Int]] = [:]
    for (index, item) in kept.enumerated() {
      guard let old = item.old, let new = item.new, let oldRank = oldRanks[old],
        let newRank = newRanks[new], oldRank == newRank,
        oldNumbers[old.section] == newNumbers[new.section]
      else { continue }
      gaps[Gap(section: new.section, rank: newRank), default: []].append(index)
    }
    var isInPlace = Array(repeating: false, count: kept.count)
    for indexes in gaps.values {
      let rows = indexes.map { kept[$0].old?.row ?? 0 }
      for place in longestIncreasingSubsequence(of: rows) { isInPlace[indexes[place]] = true }
    }
    return isInPlace
  }

  /// For each place how many results that are not among the places are before it in its section.
  private static func ranks(_ places: [ResultList.Place]) -> [ResultList.Place: Int] {
    var ranks: [ResultList.Place: Int] = [:]
    var (section, before) = (-1, 0)
    for place in places.sorted(by: { $0 < $1 }) {
      if place.section != section { (section, before) = (place.section, 0) }
      ranks[place] = place.row - before
      before += 1
    }
    return ranks
  }
}

extension ResultList.Place: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }

  var indexPath: IndexPath { IndexPath(row: row, section: section) }
}

extension ResultList.Place? {
  /// Places that are not there come last.
  fileprivate static func < (left: Self, right: Self) -> Bool {
    guard let left else { return false }
    return right.map { left < $0 } ?? true
  }
}
