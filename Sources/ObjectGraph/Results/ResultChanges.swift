import Foundation
import ObjectStore

/// The changes between two lists of results, following the rules of table views: indexes of
/// removals refer to the state before, and indexes of insertions to the state after.
struct ResultChanges {
  /// A result that was inserted, removed or changed.
  struct Item {
    let object: ManagedObject
    /// Its former place; nil if it was inserted.
    let old: ResultList.Place?
    /// Its new place; nil if it was removed.
    let new: ResultList.Place?
    /// Whether it has new values, rather than just a new place.
    let isUpdated: Bool
  }

  /// Former indexes, descending.
  private(set) var deletedSections: [Int] = []
  /// New indexes, ascending.
  private(set) var insertedSections: [Int] = []
  /// By former place, descending.
  private(set) var deletes: [Item] = []
  /// By new place, ascending.
  private(set) var inserts: [Item] = []
  /// By new place, ascending, like the updates.
  private(set) var moves: [Item] = []
  private(set) var updates: [Item] = []

  var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && deletes.isEmpty && inserts.isEmpty
      && moves.isEmpty && updates.isEmpty
  }

  /// - Parameter items: all results that are not in both lists, or may have a new place among the
  ///   others. The others keep their sections and their order.
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

  /// Which items need not move: those in the same section between the same unchanged results, and
  /// of these, as many as keep their relative order.
  private static func keepingOrder(
    _ kept: [Item], all: [Item], _ oldNumbers: [Int], _ newNumbers: [Int]
  ) -> [Bool] {
    /// A section, and the number of unchanged results that precede the gap.
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

  /// For each place, the number of results before it in its section that are not among the places.
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
  /// nil sorts last.
  fileprivate static func < (left: Self, right: Self) -> Bool {
    guard let left else { return false }
    return right.map { left < $0 } ?? true
  }
}
