import Histories
import ObjectGraph
import XCTest

/// The two actors of a history, and the store beneath them.
@MainActor
protocol Stage {
  /// Which coordinator each actor reads through.
  var coordinators: [Int] { get }

  /// Empties the store and lets the actors begin anew.
  func begin() async throws

  func perform(_ step: History.Step) async throws -> Observation

  /// What the store holds, as somebody else reads it.
  func contents() throws -> [Values]
}

/// Plays histories on a stage and lets the model judge them.
@MainActor
struct HistoryCheck {
  let stage: any Stage

  /// Plays the histories of seeds; the first that is wrong fails the test with its seed and its
  /// steps, as few as are needed.
  func run(_ seeds: Range<UInt64>) async throws {
    for seed in seeds {
      let history = History(seed: seed)
      guard let problem = try await problem(in: history) else { continue }
      var (shortest, reason) = (history, problem)
      while let next = try await firstWrong(of: shortest.shortened) { (shortest, reason) = next }
      XCTFail("the history of seed \(seed) is wrong, \(reason):\n\(shortest)")
      return
    }
  }

  private func firstWrong(of histories: [History]) async throws -> (History, String)? {
    for history in histories {
      if let problem = try await problem(in: history) { return (history, problem) }
    }
    return nil
  }

  /// What is wrong about a history, or nil.
  func problem(in history: History) async throws -> String? {
    try await stage.begin()
    var model = SequentialModel(coordinators: stage.coordinators)
    for (index, step) in history.steps.enumerated() {
      let observation = try await stage.perform(step)
      if let problem = model.take(step, observation) {
        return "step \(index + 1), \(step): \(problem)"
      }
    }
    return model.judge(final: try stage.contents())
  }
}
