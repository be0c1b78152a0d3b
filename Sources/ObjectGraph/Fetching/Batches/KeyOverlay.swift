import ObjectModel
import ObjectStore

/// Merges changed objects with rows of which only the keys and their order are known.
///
/// If the order depends on values, the rows of some keys are read to find each object's place: a
/// thousand at a time, spread evenly, so that two rounds suffice for a million rows.
struct KeyOverlay {
  private let known: RowKeys
  private let context: ManagedObjectContext
  private let order: ResolvedSortOrder
  private let root: EntityLayout

  private static let pivotCount = 1024

  /// - Parameter known: the keys, without those of changed objects.
  init(_ known: RowKeys, plan: FetchPlan, context: ManagedObjectContext) {
    self.known = known
    self.context = context
    order = ResolvedSortOrder(resolved: plan.sorts)
    root = context.model[plan.layout.rootNumber]
  }

  func laying(_ objects: [ManagedObject]) throws -> RowKeys {
    let sorted = objects.sorted {
      order.areInIncreasingOrder(ObjectSubject(object: $0), ObjectSubject(object: $1))
    }
    let places = try places(of: sorted)
    var result = RowKeys()
    var next = 0
    for (object, place) in zip(sorted, places) {
      let end = max(next, place)
      result.append(contentsOf: known[next..<end])
      result.append(object.rowKey)
      next = end
    }
    result.append(contentsOf: known[next...])
    return result
  }

  /// The number of known keys that precede each object.
  private func places(of objects: [ManagedObject]) throws -> [Int] {
    guard !order.descriptors.isEmpty else {
      return objects.map { object in
        (0..<known.count).partitioningIndex { known[$0].key > object.key }
      }
    }
    var ranges = objects.map { _ in 0..<known.count }
    while true {
      let open = Set(ranges.filter { !$0.isEmpty })
      guard !open.isEmpty else { return ranges.map(\.lowerBound) }
      let rows = try rows(at: pivots(in: open))
      for (index, object) in objects.enumerated() where !ranges[index].isEmpty {
        narrow(&ranges[index], for: ObjectSubject(object: object), by: rows)
      }
    }
  }

  /// Places spread evenly over ranges, with at least one in each.
  private func pivots(in ranges: Set<Range<Int>>) -> Set<Int> {
    let share = max(1, Self.pivotCount / ranges.count)
    var pivots: Set<Int> = []
    for range in ranges {
      let count = min(share, range.count)
      for number in 1...count {
        pivots.insert(range.lowerBound + range.count * number / (count + 1))
      }
    }
    return pivots
  }

  private func rows(at places: Set<Int>) throws -> [(place: Int, row: Row)] {
    let rows = try context.contextParent.rows(keys: places.map { known[$0].key }, root: root)
    let byKey = Dictionary(firstOf: rows.map { ($0.key, $0) })
    return places.sorted().compactMap { place in
      byKey[known[place].key].map { (place, $0) }
    }
  }

  private func narrow(
    _ range: inout Range<Int>, for subject: ObjectSubject, by rows: [(place: Int, row: Row)]
  ) {
    let pivots = rows.filter { range.contains($0.place) }
    guard !pivots.isEmpty else {
      // All rows that were read are gone by now, so there is no order to keep.
      range = range.upperBound..<range.upperBound
      return
    }
    let next = (0..<pivots.count).partitioningIndex { index in
      order.areInIncreasingOrder(
        subject, FetchedRowSubject(row: pivots[index].row, context: context))
    }
    let lower = next > 0 ? pivots[next - 1].place + 1 : range.lowerBound
    range = lower..<(next < pivots.count ? pivots[next].place : range.upperBound)
  }
}
