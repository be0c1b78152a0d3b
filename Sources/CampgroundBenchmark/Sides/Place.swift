import Foundation

/// A store file, and the code that works on it.
@MainActor
protocol Place {
  var url: URL { get }

  /// Runs one workload and returns the milliseconds of the measured part.
  func run(_ workload: Workload, data: BenchmarkData) throws -> Double

  func close() throws
}
