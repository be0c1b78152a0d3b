import Histories
import TestSupport

/// Steps of two actors over shelves and books, in one order.
struct ShelfHistory: CustomStringConvertible {
  struct Step: CustomStringConvertible {
    let actor: Int
    let deed: Deed

    var description: String { "\(actor == 0 ? "A" : "B"): \(deed)" }
  }

  /// What histories are made of.
  struct Kind {
    /// The policies under which the actors save, one for each save.
    let policies: [Policy]
    /// Whether actors read what was there at one moment, now and then.
    var isPinning = false
  }

  static let actorCount = 2

  var steps: [Step]

  /// Makes the history of a seed, which is the same in every run.
  init(seed: UInt64, _ kind: Kind) {
    var maker = Maker(kind: kind, random: SeededGenerator(seed: seed))
    steps = (0..<Int.random(in: 6...24, using: &maker.random)).map { _ in
      Step(
        actor: Int.random(in: 0..<Self.actorCount, using: &maker.random), deed: maker.makeDeed())
    }
  }

  init(steps: [Step]) {
    self.steps = steps
  }

  /// The histories that lack one step.
  var shortened: [ShelfHistory] {
    steps.indices.map { index in
      var shorter = self
      shorter.steps.remove(at: index)
      return shorter
    }
  }

  var description: String { steps.map(\.description).joined(separator: "\n") }
}

/// Makes the steps of a history.
private struct Maker {
  let kind: ShelfHistory.Kind
  var random: SeededGenerator
  private var nextValue: Int64 = 0
  private var nextBook = Shelves.books.upperBound

  init(kind: ShelfHistory.Kind, random: SeededGenerator) {
    self.kind = kind
    self.random = random
  }

  private mutating func makeValue() -> Int64 {
    nextValue += 1
    return nextValue
  }

  /// Few books, so that the actors meet.
  private mutating func book() -> Int {
    Int.random(in: Shelves.books.lowerBound..<nextBook, using: &random)
  }

  private mutating func shelf() -> Int? {
    Int.random(in: 0..<4, using: &random) == 0
      ? nil : Int.random(in: Shelves.shelves, using: &random)
  }

  private mutating func topic() -> Int { Int.random(in: Shelves.topics, using: &random) }

  private mutating func thing() -> Int {
    Int.random(in: 0..<4, using: &random) == 0
      ? Int.random(in: Shelves.shelves, using: &random) : book()
  }

  mutating func makeDeed() -> Deed {
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<8:
      return .edit(thing(), Bool.random(using: &random) ? .first : .second, makeValue())
    case 8..<11: return .move(book(), to: shelf())
    case 11..<14: return .mark(book(), topic: topic(), isAbout: Bool.random(using: &random))
    case 14..<16: return .delete(book())
    case 16:
      defer { nextBook += 1 }
      return .insert(
        nextBook, makeValue(), shelf: shelf(), topic: Bool.random(using: &random) ? topic() : nil)
    case 17..<26: return .save(kind.policies.randomElement(using: &random) ?? .error)
    case 26..<30: return .read(thing())
    default: return makeCare()
    }
  }

  private mutating func makeCare() -> Deed {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .rollback
    case 1: .refresh(thing(), mergeChanges: true)
    case 2: .refresh(thing(), mergeChanges: false)
    case 3: .fetch
    case 4: .notice
    case 5: .deliver
    case 6: Bool.random(using: &random) ? .refreshAll : .reset
    case 7, 8: kind.isPinning ? (Bool.random(using: &random) ? .pin : .unpin) : .drop(thing())
    default: .drop(thing())
    }
  }
}
