import ObjectModel
import ObjectStore

/// A mutable list of results in which each key can be looked up.
final class ResultIndex {
  private(set) var list = ResultList()

  /// The numbers of the chunks that contain the keys.
  private let chunkNumbers: KeyTable<Int32>
  private var lastChunkNumber: Int32 = 0
  private var lastSectionNumber = 0

  /// - Parameter sections: the sections' names and sizes, in the order of the keys.
  init(_ keys: RowKeys, sections: [(name: String, count: Int)]) {
    chunkNumbers = KeyTable(minimumCapacity: keys.count)
    var start = 0
    for (name, count) in sections {
      list.insert(makeSection(named: name), at: list.sections.count)
      let end = start + count
      while start < end {
        let number = makeChunkNumber()
        let part = start..<min(end, start + ResultList.greatestChunkSize)
        list.append(.init(number: number, keys: Array(keys[part])))
        for row in keys[part] { chunkNumbers.set(number, for: row.key) }
        start = part.upperBound
      }
    }
  }

  func contains(_ key: Int64) -> Bool { chunkNumbers.value(for: key) != nil }

  /// The place of a key; takes a step for each chunk.
  func place(of key: Int64) -> ResultList.Place? {
    chunkNumbers.value(for: key).flatMap { list.place(of: key, inChunk: $0) }
  }

  /// Inserts a key.
  ///
  /// - Parameter place: a place in an existing section, with a row up to its count.
  func insert(_ key: RowKey, at place: ResultList.Place) {
    let (number, split) = list.insert(key, at: place, makeChunkNumber)
    chunkNumbers.set(number, for: key.key)
    guard let split else { return }
    for moved in split.keys { chunkNumbers.set(split.number, for: moved.key) }
  }

  /// Removes existing keys; sections remain, even if they are empty.
  func remove(_ keys: Set<Int64>) {
    let numbers = Set(keys.compactMap { chunkNumbers.value(for: $0) })
    list.remove(fromChunks: numbers) { keys.contains($0.key) }
    for key in keys { chunkNumbers.remove(key) }
  }

  /// Replaces the former key of an object with the one it has after a save.
  func replace(_ former: Int64, with key: RowKey) {
    guard let number = chunkNumbers.value(for: former),
      let place = list.place(of: former, inChunk: number)
    else { return }
    list.replaceKey(at: place, with: key)
    chunkNumbers.remove(former)
    chunkNumbers.set(number, for: key.key)
  }

  /// Inserts an empty section.
  func insertSection(named name: String, at index: Int) {
    list.insert(makeSection(named: name), at: index)
  }

  func removeEmptySections() { list.removeEmptySections() }

  private func makeChunkNumber() -> Int32 {
    lastChunkNumber += 1
    return lastChunkNumber
  }

  private func makeSection(named name: String) -> ResultList.Section {
    lastSectionNumber += 1
    return ResultList.Section(number: lastSectionNumber, name: name)
  }

  /// Violations of the invariants, for tests.
  func checkInvariants() -> [String] {
    var problems: [String] = []
    var numbers: Set<Int32> = []
    var count = 0
    for section in list.sections {
      var size = 0
      for chunk in section.chunks {
        if !numbers.insert(chunk.number).inserted { problems.append("two chunks \(chunk.number)") }
        if chunk.keys.isEmpty || chunk.keys.count > ResultList.greatestChunkSize {
          problems.append("a chunk of \(chunk.keys.count) keys")
        }
        for key in chunk.keys where chunkNumbers.value(for: key.key) != chunk.number {
          problems.append("\(key.key) is not in the chunk that it is looked up in")
        }
        size += chunk.keys.count
      }
      if size != section.count { problems.append("\(section.name) miscounts its keys") }
      count += size
    }
    if count != chunkNumbers.count { problems.append("keys are looked up that are missing") }
    return problems
  }
}
