import Campground
import Foundation

/// A believable campground to look at and to try things on, made by the desk's own commands.
///
///     let demo = Demo(.short(around: day))
///     try demo.make(on: stack)
///
/// The same seed and span always give the same store.
public struct Demo: Sendable {
  /// The days that it covers.
  public let span: DemoSpan

  /// What chance is drawn from.
  public let seed: UInt64

  /// The time zone of the campground.
  public static let timeZone = TimeZone(identifier: "America/Los_Angeles") ?? .gmt

  /// The last minute of the day that has passed in the demo: 8:50.
  public static let lastMinute = DemoPlan.lastMinute

  /// Makes a description; `make` does the work.
  public init(_ span: DemoSpan, seed: UInt64 = 1) {
    self.span = span
    self.seed = seed
  }

  /// Fills an empty store, one write transaction for each day.
  ///
  /// - Parameter progress: is told the completed fraction, from 0 to 1, and throws to stop.
  /// - Throws: what `progress` throws, and errors of the store.
  @MainActor
  public func make(
    on stack: CampgroundStack, progress: (Double) throws -> Void = { _ in }
  ) throws {
    let plan = DemoPlan(seed: seed, span: span, scenes: DemoScene.all(on: span.day))
    try DemoOffice(plan, on: stack).run(progress: progress)
  }
}
