import Foundation
import ObjectModel
import ObjectStore

/// A cache of the order and the sections of a controller's results: a file for each name, in the
/// user's cache folder.
///
/// A file identifies its request and, by the store's stamp, the state of the store: it is not used
/// for another request, another model or another state. A file that cannot be read or written is
/// ignored, since everything in it can be fetched.
struct SectionCache {
  private struct Content: Codable {
    let request: Data
    let stamp: String
    let sectionNames: [String]
    let sectionCounts: [Int]
    /// The primary keys of the results in order, eight bytes each.
    let keys: Data
    /// The numbers of their entities, four bytes each; empty if all results have the same entity.
    let entityNumbers: Data
    let commonNumber: Int
  }

  private let file: URL
  /// A digest of the request, the model and the section names' source.
  private let request: Data
  private let stamp: ContentStamp
  /// The numbers of the entities that results can have.
  private let entityNumbers: ClosedRange<Int>

  /// - Parameters:
  ///   - request: a string that contains everything the order and the sections depend on.
  ///   - entityNumbers: the numbers of the entities that results can have.
  ///   - stamp: the current state of the store.
  init(name: String, request: String, entityNumbers: ClosedRange<Int>, stamp: ContentStamp) {
    file = Self.file(name)
    self.request = SHA2.sha256.digest(of: request.utf8)
    self.entityNumbers = entityNumbers
    self.stamp = stamp
  }

  /// The cached results for the same request and the same state; nil if there are none.
  func read() -> (keys: RowKeys, sections: [(name: String, count: Int)])? {
    guard let data = try? Data(contentsOf: file),
      let content = try? PropertyListDecoder().decode(Content.self, from: data),
      content.request == request, content.stamp == stamp.text
    else { return nil }
    let primaryKeys: [Int64] = Self.numbers(content.keys)
    let entityNumbers: [Int32] = Self.numbers(content.entityNumbers)
    // Other programs may have written or damaged the file.
    let counts = 0...primaryKeys.count
    guard content.sectionCounts.allSatisfy(counts.contains),
      content.sectionCounts.reduce(0, { min($0 + $1, primaryKeys.count + 1) }) == primaryKeys.count,
      content.sectionNames.count == content.sectionCounts.count,
      entityNumbers.isEmpty || entityNumbers.count == primaryKeys.count
    else { return nil }
    var keys = RowKeys()
    keys.reserveCapacity(primaryKeys.count)
    for (place, key) in primaryKeys.enumerated() {
      let number = entityNumbers.isEmpty ? content.commonNumber : Int(entityNumbers[place])
      guard key > 0, StoreIdentity.isReference(key), self.entityNumbers.contains(number) else {
        return nil
      }
      keys.append(key + stamp.base, entityNumber: number)
    }
    return (keys, Array(zip(content.sectionNames, content.sectionCounts)))
  }

  func write(_ keys: RowKeys, _ sections: [(name: String, count: Int)]) {
    let numbers = keys.map { Int32(truncatingIfNeeded: $0.entityNumber) }
    let isMixed = numbers.contains { $0 != numbers[0] }
    let content = Content(
      request: request, stamp: stamp.text, sectionNames: sections.map(\.name),
      sectionCounts: sections.map(\.count), keys: Self.data(keys.keys.map { $0 - stamp.base }),
      entityNumbers: Self.data(isMixed ? numbers : []), commonNumber: Int(numbers.first ?? 0))
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    guard let data = try? encoder.encode(content) else { return }
    try? Self.write(data, to: file)
  }

  /// Writes a file that only its owner can read, because section names may be names of people.
  private static func write(_ data: Data, to file: URL) throws {
    let files = FileManager.default
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    // Before there is a file in it: an atomic write begins with the default permissions.
    try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    try data.write(to: file, options: .atomic)
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
  }

  /// Deletes the cache with a name, or all caches.
  static func delete(_ name: String?) {
    try? FileManager.default.removeItem(at: name.map(file) ?? folder)
  }

  // MARK: Files

  private static var folder: URL {
    let environment = ProcessInfo.processInfo.environment
    let caches =
      if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") {
        URL(fileURLWithPath: folder)
      } else {
        FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".cache")
      }
    return caches.appendingPathComponent(ProcessInfo.processInfo.processName)
      .appendingPathComponent("FetchedResults")
  }

  /// Cache names can be any string, file names cannot.
  private static func file(_ name: String) -> URL {
    folder.appendingPathComponent(SHA2.sha256.digest(of: name.utf8).hexadecimal())
  }

  private static func data<Number: FixedWidthInteger>(_ numbers: [Number]) -> Data {
    numbers.withUnsafeBytes { Data($0) }
  }

  private static func numbers<Number: FixedWidthInteger>(_ data: Data) -> [Number] {
    var numbers = [Number](repeating: 0, count: data.count / MemoryLayout<Number>.stride)
    numbers.withUnsafeMutableBytes { _ = data.copyBytes(to: $0) }
    return numbers
  }
}
