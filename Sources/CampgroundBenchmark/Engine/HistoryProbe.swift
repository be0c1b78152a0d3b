import Campground
import Foundation
import ObjectGraph

/// Whether the desk's queries cost the same after ten years of reservations as after one.
///
/// Both stores have the same sites and the same last year. Before anything is measured, each answer
/// is compared with that of plain SQL on the same file.
@MainActor
struct HistoryProbe {
  let folder: URL

  /// The approximate number of reservations in a year.
  let reservationsAYear: Int

  private static let rounds = 5
  private static let bookings = 20

  func run() throws -> [Measure] {
    let stores = try [1, 10].map { years in
      try HistoryStore(years: years, siteCount: siteCount, in: folder)
    }
    defer { for store in stores { try? store.stack.close() } }
    let counts = try stores.map { try compare($0) }
    let checked = Measure(
      .i10, "reservations in the store of 10 years: all answers correct", Double(counts[1]), "rows")
    return try [checked] + HistoryQuestion.all.flatMap { try times(of: $0, stores) }
      + bookingTimes(stores)
  }

  private var siteCount: Int {
    max(7, reservationsAYear / (HistoryStore.weeksAYear * HistoryStore.staysAWeek.count))
  }

  /// Compares all answers, and returns the number of reservations.
  private func compare(_ store: HistoryStore) throws -> Int {
    let database = try RawDatabase(path: store.url.path)
    let desk = HistoryDesk(store.stack)
    for question in HistoryQuestion.all {
      let expected = try question.oracle(database)
      let answer = try question.ask(desk).sorted()
      guard answer == expected, !expected.isEmpty else {
        let odd = Set(answer).symmetricDifference(expected).sorted().prefix(5)
        Checksum.fail(
          "\(question.name): \(answer.count) rows, plain SQL \(expected.count): \(odd)")
      }
      store.stack.mainContext.reset()
    }
    return Int(try database.integer("SELECT COUNT(*) FROM ZRESERVATION"))
  }

  private func times(of question: HistoryQuestion, _ stores: [HistoryStore]) throws -> [Measure] {
    var samples: [[Double]] = [[], []]
    for round in 0..<Self.rounds {
      for side in round % 2 == 0 ? [0, 1] : [1, 0] {
        let desk = HistoryDesk(stores[side].stack)
        samples[side].append(try measure { _ = try question.ask(desk) })
        stores[side].stack.mainContext.reset()
      }
    }
    return measures(question.name, samples, count: 1)
  }

  /// Bookings of nights after the season, which are free in both stores.
  private func bookingTimes(_ stores: [HistoryStore]) throws -> [Measure] {
    var samples: [[Double]] = [[], []]
    let first = HistoryStore.today.advanced(by: 200)
    for round in 0..<Self.rounds {
      for side in round % 2 == 0 ? [0, 1] : [1, 0] {
        let desk = HistoryDesk(stores[side].stack)
        let site = try desk.stack.mainContext.fetch(CampSite.fetchRequest())
          .first { $0.siteNumber == Int16(clamping: round + 1) }
        guard let site else { Checksum.fail("a site is missing") }
        samples[side].append(
          try measure {
            for index in 0..<Self.bookings {
              _ = try desk.reservations.reserve(
                site, for: nil, arrival: first.advanced(by: 2 * index), nights: 2)
            }
          })
        stores[side].stack.mainContext.reset()
      }
    }
    return measures("a booking", samples, count: Self.bookings)
  }

  private func measures(_ name: String, _ samples: [[Double]], count: Int) -> [Measure] {
    let medians = samples.map { Samples.median($0) / Double(count) }
    return [
      Measure(.i10, "\(name), 1 year", medians[0], "ms"),
      Measure(.i10, "\(name), 10 years", medians[1], "ms"),
      Measure(.i10, "\(name), 10 years to 1", medians[1] / medians[0], "times", goal: 1.3),
    ]
  }
}
