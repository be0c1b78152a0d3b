import ObjectStore

/// Finding places for keys.
extension ResultIndex {
  /// The place of a new key before another one: in the section with the given name if there is one
  /// here, or in a new one.
  ///
  /// A place within a section is always in that section, regardless of its name, since a section is
  /// a run of adjacent results.
  func place(before next: ResultList.Place?, inSection name: String) -> ResultList.Place {
    let end = next?.section ?? list.sections.count
    if let next, next.row > 0 { return next }
    let filled = list.sections[..<end].lastIndex { $0.count > 0 }
    for section in (filled ?? 0)..<min(end + 1, list.sections.count)
    where list.sections[section].name == name {
      return ResultList.Place(
        section: section, row: section == next?.section ? 0 : list.sections[section].count)
    }
    // Before the sections that are empty for now: their members are placed later.
    let new = filled.map { $0 + 1 } ?? 0
    insertSection(named: name, at: new)
    return ResultList.Place(section: new, row: 0)
  }
}

extension ResultIndex {
  /// Makes the results those of another list, in its order, with as few moves as possible; sections
  /// that this empties remain.
  ///
  /// - Returns: the results that were inserted, removed or moved, with their former places.
  func rearrange(as other: ResultList) -> [(key: RowKey, old: ResultList.Place?)] {
    let former = list
    var ranks: [Int64: (rank: Int, section: Int)] = [:]
    for section in former.sections.indices {
      for key in former.sections[section].chunks.lazy.flatMap(\.keys) {
        ranks[key.key] = (ranks.count, section)
      }
    }
    // The results in both lists, in sections with the same name.
    var wanted: [(key: RowKey, section: Int)] = []
    var kept: [(index: Int, rank: Int)] = []
    for section in other.sections.indices {
      let name = other.sections[section].name
      for key in other.sections[section].chunks.lazy.flatMap(\.keys) {
        if let (rank, old) = ranks[key.key], former.sections[old].name == name {
          kept.append((wanted.count, rank))
        }
        wanted.append((key, section))
      }
    }
    let staying = longestIncreasingSubsequence(of: kept.map(\.rank))
    var isStaying = Array(repeating: false, count: wanted.count)
    for index in staying { isStaying[kept[index].index] = true }
    let stays = Set(staying.map { wanted[kept[$0].index].key.key })
    var affected: [(key: RowKey, old: ResultList.Place?)] = []
    former.visit { key in
      if !stays.contains(key.key) { affected.append((key, place(of: key.key))) }
    }
    remove(Set(affected.map(\.key.key)))
    var last: ResultList.Place?
    for (index, (key, section)) in wanted.enumerated() {
      if !isStaying[index] {
        let place = place(
          before: list.place(after: last), inSection: other.sections[section].name)
        insert(key, at: place)
        if ranks[key.key] == nil { affected.append((key, nil)) }
        last = place
      } else {
        last = last.map { list.place(after: $0) } ?? list.place(after: nil)
      }
    }
    return affected
  }
}

extension ResultList {
  /// The place of the key that follows another one, or the first place; nil after the last.
  fileprivate func place(after place: Place?) -> Place? {
    var next =
      place.map { Place(section: $0.section, row: $0.row + 1) } ?? Place(section: 0, row: 0)
    while next.section < sections.count, next.row >= sections[next.section].count {
      next = Place(section: next.section + 1, row: 0)
    }
    return next.section < sections.count ? next : nil
  }
}
