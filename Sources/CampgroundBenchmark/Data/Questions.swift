/// The hundred arrival dates of workload i.
enum FirstNights {
  static let all = (0..<100).map { Int32($0 * 3) }
}

/// The parameters and expected results of workloads e and f.
enum Questions {
  /// The statuses that workload e filters by, one after the other.
  static let statuses = (0..<20).map { Int16($0 % 4) }

  /// How often workload f computes the totals.
  static let totalCount = 10

  static func expectFirst(_ count: Int, _ data: BenchmarkData) {
    let expected = statuses.reduce(0) { sum, status in
      sum + min(50, data.reservations.count { $0.status == status && $0.partySize > 2 })
    }
    if count != expected { Checksum.fail("\(count) of the first instead of \(expected)") }
  }

  static func expectTotal(_ total: Double, _ data: BenchmarkData) {
    let expected = data.reservations.reduce(0.0) { $0 + $1.totalPrice + 1 }
    if abs(total - expected * Double(totalCount)) > 0.5 { Checksum.fail("total \(total)") }
  }
}
