import Foundation
import ObjectGraph

/// Does in the contexts of a tree what a seed says.
final class Visitor {
  static let steps = 5

  /// How many contexts a visitor goes through before it turns back.
  private static let greatestDepth = 4

  private let tree: VisitedTree
  private let board: VisitBoard
  private var random: SplitMix

  init(_ tree: VisitedTree, seed: UInt64) {
    self.tree = tree
    board = tree.board
    random = SplitMix(state: seed)
  }

  /// How many visits the context has counted; two at a time would lose some.
  static func visits(of context: ManagedObjectContext) -> Int {
    context.userInfo["visits"] as? Int ?? 0
  }

  func play() {
    for _ in 0..<Self.steps { visitAnybody(depth: 0) }
  }

  func playInTask() async {
    for _ in 0..<Self.steps {
      let number = random.below(4)
      guard let other = tree.others[number] else { continue }
      let visitor = Guide(self)
      do {
        try await other.perform { visitor.make().stay(in: $0, number, depth: 1) }
      } catch {
        board.note("\(error)")
      }
    }
  }

  /// Visits one of the contexts and waits for it, but for the main thread's, if this is another.
  func visitAnybody(depth: Int) {
    let number = random.below(4)
    let guide = Guide(self)
    if let other = tree.others[number] {
      other.performAndWait { guide.make().stay(in: $0, number, depth: depth + 1) }
    } else if Thread.isMainThread {
      MainActor.assumeIsolated { guide.visitMain(number, depth: depth + 1) }
    } else {
      let group = board.group
      group.enter()
      Task { @MainActor in
        guide.visitMain(number, depth: depth + 1)
        group.leave()
      }
    }
  }

  /// Only looks, from within what a context tells of.
  func lookIn() {
    board.lookingIn {
      let number = random.below(4)
      let board = board
      tree.others[number]?.performAndWait { context in
        let mark = board.enter(number)
        Self.count(context)
        board.waiting(mark) { _ = try context.count(for: FetchRequest<Owner>()) }
        board.leave(mark)
      }
    }
  }

  fileprivate func stay(in context: ManagedObjectContext, _ number: Int, depth: Int) {
    let mark = board.enter(number)
    Self.count(context)
    for _ in 0...random.below(3) { act(in: context, mark, depth: depth) }
    board.leave(mark)
  }

  private static func count(_ context: ManagedObjectContext) {
    let visits = visits(of: context)
    sched_yield()
    context.userInfo["visits"] = visits + 1
  }

  private func act(in context: ManagedObjectContext, _ mark: VisitBoard.Mark, depth: Int) {
    switch random.below(10) {
    case 0, 1, 2:
      guard depth < Self.greatestDepth else { return }
      board.waiting(mark) { visitAnybody(depth: depth) }
    case 3, 4: Owner(context: context).name = board.nextName()
    case 5: board.waiting(mark) { try context.save() }
    case 6: board.waiting(mark) { try context.saveThrough() }
    case 7: board.waiting(mark) { _ = try context.count(for: FetchRequest<Owner>()) }
    case 8: sendSomebody(depth: depth)
    default:
      let name = board.nextName()
      // A child that is here and gone.
      board.waiting(mark) {
        try BackgroundContext(childOf: context).performAndWait { child in
          Owner(context: child).name = name
          try child.save()
        }
      }
    }
  }

  /// Has a context visited later, for which nobody waits.
  private func sendSomebody(depth: Int) {
    let number = random.below(4)
    guard depth < Self.greatestDepth, let other = tree.others[number] else { return }
    let (guide, group) = (Guide(self), board.group)
    group.enter()
    other.perform { context in
      guide.make().stay(in: context, number, depth: depth + 1)
      group.leave()
    }
  }

  /// What another thread needs to go on with the script.
  private struct Guide: Sendable {
    let tree: VisitedTree
    let seed: UInt64

    init(_ visitor: Visitor) {
      tree = visitor.tree
      seed = UInt64(visitor.random.below(1 << 40))
    }

    func make() -> Visitor { Visitor(tree, seed: seed) }

    @MainActor
    func visitMain(_ number: Int, depth: Int) {
      let context = tree.main.context
      context.performAndWait { make().stay(in: context, number, depth: depth) }
    }
  }
}
