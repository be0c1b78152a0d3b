import Foundation

/// Catches a side that is fast because it did not do the work.
enum Checksum {
  static func expect(_ sum: Double, _ data: BenchmarkData) {
    let expected = data.reservations.reduce(0.0) { sum, reservation in
      sum + Double(reservation.status) + Double(reservation.partySize) + reservation.totalPrice
        + Double(reservation.code.utf8.count + reservation.notes.utf8.count)
    }
    if abs(sum - expected) > 0.5 {
      fail("checksum \(sum) instead of \(expected)")
    }
  }

  static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("campground-bench: \(text)\n".utf8))
    exit(70)
  }
}
