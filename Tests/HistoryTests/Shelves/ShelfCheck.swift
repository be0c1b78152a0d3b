import Histories
import XCTest

/// The two actors of a history of shelves, and the store beneath them.
@MainActor
protocol ShelfStage {
  /// Which coordinator each actor reads through.
  var coordinators: [Int] { get }

  /// Whether the actors take over what the other saved.
  var isMerging: Bool { get }

  /// Puts the store back to the beginning and lets the actors begin anew.
  func begin() async throws

  func perform(_ step: ShelfHistory.Step) async throws -> Sight

  /// What the store holds, as somebody else reads it.
  func contents() throws -> [Int: Content]
}

/// Plays histories of shelves on a stage and lets the model judge them.
@MainActor
struct ShelfCheck {
  let stage: any ShelfStage

  /// Plays the histories of seeds; the first that is wrong fails the test with its seed and its
  /// steps, as few as are needed.
  func run(_ seeds: Range<UInt64>, _ kind: ShelfHistory.Kind) async throws {
    for seed in seeds {
      let history = ShelfHistory(seed: seed, kind)
      guard let problem = try await problem(in: history) else { continue }
      var (shortest, reason) = (history, problem)
      while let next = try await firstWrong(of: shortest.shortened) { (shortest, reason) = next }
      XCTFail("the history of seed \(seed), \(kind), is wrong, \(reason):\n\(shortest)")
      return
    }
  }

  private func firstWrong(of histories: [ShelfHistory]) async throws -> (ShelfHistory, String)? {
    for history in histories {
      if let problem = try await problem(in: history) { return (history, problem) }
    }
    return nil
  }

  /// What is wrong about a history, or nil.
  func problem(in history: ShelfHistory) async throws -> String? {
    try await stage.begin()
    var model = ShelfModel(coordinators: stage.coordinators, isMerging: stage.isMerging)
    for (index, step) in history.steps.enumerated() {
      let sight = try await stage.perform(step)
      let isSave = if case .save = step.deed { true } else { false }
      let after = isSave ? try stage.contents() : nil
      if let problem = model.take(step, sight, after: after) {
        return "step \(index + 1), \(step): \(problem)"
      }
      if let after, let problem = model.judge(final: after) {
        return "step \(index + 1), \(step): \(problem)"
      }
    }
    return model.judge(final: try stage.contents())
  }
}
