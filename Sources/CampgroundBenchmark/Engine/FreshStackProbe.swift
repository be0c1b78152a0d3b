import Campground
import Foundation
import ObjectGraph

/// The cost of a campground of its own for each test.
@MainActor
struct FreshStackProbe {
  private static let rounds = 200

  /// The time to open a stack in memory, and the time of its first query, before which a store is
  /// not fully open.
  func run() throws -> [Measure] {
    var opening: [Double] = []
    var asking: [Double] = []
    for _ in 0..<Self.rounds {
      var stack: CampgroundStack?
      opening.append(try measure { stack = try CampgroundStack(store: .inMemory()) })
      guard let context = stack?.mainContext else { throw CocoaError(.fileReadUnknown) }
      asking.append(
        try measure {
          guard try context.count(for: FetchRequest<Camper>()) == 0 else {
            throw CocoaError(.fileReadUnknown)
          }
        })
      try stack?.close()
    }
    let whole = zip(opening, asking).map { $0 + $1 }
    return [
      Measure(.t, "a new campground in memory", Samples.median(opening), "ms"),
      Measure(
        .t, "the same with its first question", Samples.median(whole), "ms", goal: 1.0),
    ]
  }
}
