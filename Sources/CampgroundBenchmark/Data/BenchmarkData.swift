import Foundation

/// The values that both sides write, made beforehand so that neither side pays for it.
struct BenchmarkData: Sendable {
  static let siteCount = 500
  static let camperCount = 10_000

  struct Reservation: Sendable {
    let status: Int16
    let partySize: Int16
    let site: Int
    let camper: Int
    let arrival: Double
    let departure: Double
    let totalPrice: Double
    let code: String
    let notes: String
  }

  let reservations: [Reservation]

  init(count: Int) {
    reservations = (0..<count).map { index in
      // Fixed strides through sites and campers spread the foreign keys without random numbers.
      let day = Double((index * 37) % 3650) * 86_400
      let digits = String(index)
      let code = "RSV-" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
      return Reservation(
        status: Int16(index % 4), partySize: Int16(1 + index % 6),
        site: (index * 7) % Self.siteCount,
        camper: (index * 13) % Self.camperCount, arrival: day,
        departure: day + Double(1 + index % 7) * 86_400, totalPrice: Double(index % 900) + 0.5,
        code: code, notes: "late arrival, needs the gate code \(index % 1000)")
    }
  }
}
