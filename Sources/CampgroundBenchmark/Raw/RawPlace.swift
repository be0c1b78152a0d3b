import Foundation

/// A store file under plain sqlite3 calls.
@MainActor
final class RawPlace: Place {
  let url: URL

  init(url: URL) throws {
    self.url = url
  }

  func run(_ workload: Workload, data: BenchmarkData) throws -> Double {
    let workloads = RawWorkloads(database: try RawDatabase(path: url.path), data: data)
    switch workload {
    case .a: return try measure { try workloads.insert() }
    case .b: return try measure { Checksum.expect(try workloads.fetchAll(), data) }
    case .c: return try measure { Checksum.expect(try workloads.fetchByKey(), data) }
    case .d: return try measure { Checksum.expect(try workloads.fetchByCamper(), data) }
    case .e: return try measure { Questions.expectFirst(try workloads.fetchFirst(), data) }
    case .f: return try measure { Questions.expectTotal(try workloads.totals(), data) }
    case .g: return try measure { try workloads.update(version: 1, status: 7) }
    case .g2: return try measure { try workloads.updateAll(status: 5) }
    case .h: return try measure { try workloads.delete() }
    case .bi, .bw: return try measure { try workloads.insert() }
    case .bo: return try measure { try workloads.insert(withReferences: false) }
    case .bd: return try measure { try workloads.deleteAll() }
    case .i:
      return try measure { _ = try workloads.freeSites(firstNights: FirstNights.all) }
    case .n, .desk: Checksum.fail("workload \(workload) has a store of its own")
    }
  }

  func close() throws {}
}
