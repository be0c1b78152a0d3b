import Histories
import TestSupport

/// Steps of two actors over a few tallies, in one order.
struct History: CustomStringConvertible {
  struct Step: CustomStringConvertible {
    let actor: Int
    let action: Action

    var description: String { "\(actor == 0 ? "A" : "B"): \(action)" }
  }

  static let actorCount = 2
  static let rowCount = 2

  var steps: [Step]

  /// Makes the history of a seed, which is the same in every run.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var nextBit = 0
    steps = (0..<Int.random(in: 6...24, using: &random)).map { _ in
      let actor = Int.random(in: 0..<Self.actorCount, using: &random)
      return Step(actor: actor, action: Self.action(&nextBit, using: &random))
    }
  }

  init(steps: [Step]) {
    self.steps = steps
  }

  private static func action(
    _ nextBit: inout Int, using random: inout SeededGenerator
  ) -> Action {
    let row = Int.random(in: 0..<rowCount, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<6:
      defer { nextBit += 1 }
      let field = Bool.random(using: &random) ? Field.first : .second
      return .edit(row, field, bit: nextBit)
    case 6..<10: return .save
    case 10..<12: return .read(row)
    case 12: return .rollback
    case 13: return .refresh(row, mergeChanges: true)
    case 14: return .refresh(row, mergeChanges: false)
    case 15: return .fetch
    case 16: return .notice
    case 17: return .deliver
    case 18: return Bool.random(using: &random) ? .refreshAll : .reset
    default: return .drop(row)
    }
  }

  /// The histories that lack one step, shortest way to a smaller one that fails as well.
  var shortened: [History] {
    steps.indices.map { index in
      var shorter = self
      shorter.steps.remove(at: index)
      return shorter
    }
  }

  var description: String { steps.map(\.description).joined(separator: "\n") }
}
