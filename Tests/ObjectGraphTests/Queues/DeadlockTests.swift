import Foundation
import Synchronization
import XCTest

@testable import ObjectGraph

/// Queues that wait for each other: never a hang, never two bodies of one context at a time.
@MainActor
final class DeadlockTests: XCTestCase {
  private func container() throws -> PersistentContainer {
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: TestModel.pets(), descriptions: [.inMemory()])
    try container.loadPersistentStores()
    return container
  }

  /// Runs bodies on threads of their own, all of them at once.
  private func race(_ bodies: [@Sendable () -> Void]) async {
    let done = bodies.indices.map { expectation(description: "\($0) is through") }
    for (body, done) in zip(bodies, done) {
      let thread = Thread {
        body()
        done.fulfill()
      }
      thread.start()
    }
    await fulfillment(of: done, timeout: 120)
  }

  func testWorkThatDoesNotWaitRunsAtOnceOnAFreeQueueAndLaterOnABusyOne() async throws {
    // A context that is released by another thread goes on its own queue, never beside it.
    let queue = ContextQueue(label: "test")
    let log = Log()
    queue.performWhenFree { log.add("free") }
    XCTAssertEqual(log.all, ["free"])
    let (entered, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let done = expectation(description: "the work is done")
    await race([
      {
        queue.performAndWait(from: .block) {
          entered.signal()
          leave.wait()
          queue.performWhenFree { log.add("held") }
          log.add("left")
        }
      },
      {
        entered.wait()
        queue.performWhenFree {
          log.add("busy")
          done.fulfill()
        }
        log.add("not waited")
        leave.signal()
      },
    ])
    await fulfillment(of: [done], timeout: 60)
    XCTAssertEqual(log.all, ["free", "not waited", "held", "left", "busy"])
  }

  func testTwoContextsThatWaitForEachOtherBothGetThrough() async throws {
    let container = try container()
    let (a, b) = (container.newBackgroundContext(), container.newBackgroundContext())
    let (inA, inB) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let log = Log()
    await race([
      {
        a.performAndWait { _ in
          inA.signal()
          inB.wait()
          b.performAndWait { _ in log.add("b within a") }
        }
      },
      {
        b.performAndWait { _ in
          inB.signal()
          inA.wait()
          a.performAndWait { _ in log.add("a within b") }
        }
      },
    ])
    XCTAssertEqual(Set(log.all), ["a within b", "b within a"])
  }

  /// What happened in a race, in order.
  private final class Trail: Sendable {
    private let entries = Mutex<[String]>([])

    func add(_ entry: String) { entries.withLock { $0.append(entry) } }

    var all: [String] { entries.withLock { $0 } }
  }

  /// Runs a body once, when a context is about to be saved.
  private func inNextSave(
    of context: BackgroundContext, _ body: @escaping @Sendable () -> Void
  ) -> any NSObjectProtocol {
    NotificationCenter.default.addObserver(
      forName: ManagedObjectContext.willSaveObjectsNotification, object: context, queue: nil
    ) { _ in body() }
  }

  func testNobodyIsLetInInTheMidstOfASave() async throws {
    let container = try container()
    let (a, b) = (container.newBackgroundContext(), container.newBackgroundContext())
    let (isSaving, isInB) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let trail = Trail()
    let observer = inNextSave(of: a) {
      isSaving.signal()
      isInB.wait()
      b.performAndWait { _ in trail.add("the saver is in b") }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    await race([
      {
        a.performAndWait { context in
          context.owner("Ann")
          do {
            try context.save()
            trail.add("a is saved")
          } catch {
            trail.add("\(error)")
          }
        }
      },
      {
        isSaving.wait()
        b.performAndWait { _ in
          isInB.signal()
          a.performAndWait { trail.add("the visitor is in a, with changes: \($0.hasChanges)") }
        }
      },
    ])
    XCTAssertEqual(
      trail.all,
      ["the saver is in b", "a is saved", "the visitor is in a, with changes: false"])
  }

  private nonisolated static func saveOwner(_ context: ManagedObjectContext) {
    context.owner("Ann")
    try? context.save()
  }

  /// Lets two bodies run that wait for each other for as long as the process runs.
  ///
  /// - Returns: what the log says of them.
  private func messageOfDeadlock(
    _ one: @escaping @Sendable () -> Void, _ other: @escaping @Sendable () -> Void
  ) async throws -> String {
    let named = expectation(description: "the log names them")
    let trail = Trail()
    let usual = ConcurrencyDebug.log.withLock { $0 }
    ConcurrencyDebug.log.withLock { log in
      log.write = { message in
        trail.add(message)
        named.fulfill()
      }
    }
    defer { ConcurrencyDebug.log.withLock { $0 = usual } }
    Thread { one() }.start()
    Thread { other() }.start()
    await fulfillment(of: [named], timeout: 60)
    return try XCTUnwrap(trail.all.first)
  }

  private func assertThat(
    _ message: String, names one: String, _ other: String, line: UInt = #line
  ) {
    XCTAssertTrue(
      message.hasPrefix("\(one) and \(other) are deadlocked")
        || message.hasPrefix("\(other) and \(one) are deadlocked"), message, line: line)
  }

  func testSavesWhoseHooksWaitForEachOtherAreNamedInTheLog() async throws {
    let container = try container()
    let (a, b) = (container.newBackgroundContext(), container.newBackgroundContext())
    let (isSavingA, isSavingB) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    _ = inNextSave(of: a) {
      isSavingA.signal()
      isSavingB.wait()
      b.performAndWait { _ in }
    }
    _ = inNextSave(of: b) {
      isSavingB.signal()
      isSavingA.wait()
      a.performAndWait { _ in }
    }
    let message = try await messageOfDeadlock {
      a.performAndWait { Self.saveOwner($0) }
    } _: {
      b.performAndWait { Self.saveOwner($0) }
    }
    assertThat(message, names: a.handle.queue.label, b.handle.queue.label)
  }

  func testAWriteThatWaitsForASavingContextIsNamedInTheLogWithTheWriteLock() async throws {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    let root = stack.rootContext
    let (isWriting, isSaving) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    _ = inNextSave(of: root) {
      isSaving.signal()
      isWriting.wait()
    }
    let message = try await messageOfDeadlock {
      root.performAndWait { Self.saveOwner($0) }
    } _: {
      isSaving.wait()
      try? stack.write { _ in
        isWriting.signal()
        root.performAndWait { _ in }
      }
    }
    assertThat(message, names: root.handle.queue.label, "the write lock of the store")
  }

  func testAWriteIsLetIntoAContextWhoseHolderWaitsForTheWriteLockInItsOwnCode() async throws {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    let root = stack.rootContext
    let (isWriting, isInRoot) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let trail = Trail()
    await race([
      {
        root.performAndWait { _ in
          isInRoot.signal()
          isWriting.wait()
          try? stack.write { _ in trail.add("the second write") }
        }
      },
      {
        isInRoot.wait()
        try? stack.write { _ in
          isWriting.signal()
          root.performAndWait { _ in trail.add("the first write is in root") }
        }
      },
    ])
    XCTAssertEqual(trail.all, ["the first write is in root", "the second write"])
  }

  func testThreeContextsThatWaitInACycleAllGetThrough() async throws {
    let container = try container()
    let contexts = (0..<3).map { _ in container.newBackgroundContext() }
    let entered = (0..<3).map { _ in DispatchSemaphore(value: 0) }
    let log = Log()
    await race(
      (0..<3).map { index in
        {
          contexts[index].performAndWait { _ in
            for _ in 0..<2 { entered[index].signal() }
            entered[(index + 1) % 3].wait()
            entered[(index + 2) % 3].wait()
            contexts[(index + 1) % 3].performAndWait { _ in log.add("\(index)") }
          }
        }
      })
    XCTAssertEqual(Set(log.all), ["0", "1", "2"])
  }

  func testRandomNestedWaitsNeverOverlapAndNeverHang() async throws {
    let container = try container()
    let contexts = (0..<4).map { _ in container.newBackgroundContext() }
    let total = Log()
    await race(
      (0..<8).map { seed in
        {
          var state = UInt64(seed &* 2_654_435_761 &+ 1)
          func next() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33)
          }
          for _ in 0..<150 {
            let (first, second, third) = (next() % 4, next() % 4, next() % 4)
            contexts[first].performAndWait { _ in
              contexts[second].performAndWait { _ in
                contexts[third].performAndWait { context in
                  // Two at a time would lose some of these.
                  context.userInfo["count"] = (context.userInfo["count"] as? Int ?? 0) + 1
                }
              }
            }
          }
          total.add("\(seed)")
        }
      })
    XCTAssertEqual(total.all.count, 8)
    let counts = contexts.map { $0.performAndWait { $0.userInfo["count"] as? Int ?? 0 } }
    XCTAssertEqual(counts.reduce(0, +), 8 * 150)
  }

  func testTheMainThreadWaitsForAChildOfItsContextThatIsBeingSaved() async throws {
    try await eachStore { container in
      let main = container.viewContext
      let child = BackgroundContext(childOf: main)
      let begun = DispatchSemaphore(value: 0)
      let seen = Log()
      async let saved: Void = child.perform { context in
        context.owner("Ann", age: 40)
        begun.signal()
        // Needs the main thread, which stands in performAndWait below.
        try context.save()
        seen.add(Thread.isMainThread ? "main" : "other")
      }
      await self.waitOffMain(begun)
      let count = try child.performAndWait { try $0.count(for: FetchRequest<Owner>()) }
      try await saved
      XCTAssertEqual(count, 1)
      XCTAssertEqual(main.insertedObjects.count, 1)
      XCTAssertEqual(seen.all, ["other"])
      try main.save()
    }
  }

  func testTheMainThreadIsLetInOnlyUntilItHasDoneWhatTheOtherThreadWaitsFor() async throws {
    let child = BackgroundContext(childOf: try container().viewContext)
    let (isRunning, isOver) = (Flag(), Flag())
    let saving = Thread {
      for number in 0..<500 {
        child.performAndWait { context in
          context.owner("\(number)")
          // Needs the main thread, which may come in while this one stands still.
          try? context.save()
          isRunning.isSet = true
          for _ in 0..<100 { sched_yield() }
          isRunning.isSet = false
        }
      }
      isOver.isSet = true
    }
    saving.start()
    var (visits, meetings) = (0, 0)
    while !isOver.isSet {
      let met = child.performAndWait { _ in
        // Long enough for the other thread to wake up, if it should have.
        (0..<500).contains { _ in
          sched_yield()
          return isRunning.isSet
        }
      }
      visits += 1
      if met { meetings += 1 }
      // The main thread goes on with what waits for it.
      await Task.yield()
    }
    XCTAssertGreaterThan(visits, 0)
    XCTAssertEqual(meetings, 0, "of \(visits) visits")
  }

  func testAChildOfTheMainContextIsSavedFromManyThreadsWhileTheMainThreadUsesIt() async throws {
    try await eachStore { container in
      let main = container.viewContext
      let children = (0..<3).map { _ in BackgroundContext(childOf: main) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, child) in children.enumerated() {
          group.addTask {
            for number in 0..<10 {
              try await child.perform { context in
                context.owner("\(index) \(number)")
                try context.save()
              }
            }
          }
        }
        for _ in 0..<30 {
          for child in children {
            _ = try child.performAndWait { try $0.count(for: FetchRequest<Owner>()) }
          }
          await Task.yield()
        }
        try await group.waitForAll()
      }
      XCTAssertEqual(main.insertedObjects.count, 30)
      try main.save()
      let stored = try container.newBackgroundContext().performAndWait { try $0.owners.count }
      XCTAssertEqual(stored, 30)
    }
  }

  func testAContextOfTheMainThreadThatAChildKeptGoesOnTheMainThread() async throws {
    let log = Log()
    let gone = expectation(description: "the context is gone")
    let keeper = try Keeper(container().persistentStoreCoordinator) {
      log.add(Thread.isMainThread ? "main" : "other")
      gone.fulfill()
    }
    let thread = Thread { keeper.letGo() }
    thread.start()
    await fulfillment(of: [gone], timeout: 60)
    XCTAssertEqual(log.all, ["main"])
  }

  func testPerformRunsAtOnceOnlyWhereTheThreadHoldsTheQueue() async throws {
    let container = try container()
    let background = container.newBackgroundContext()
    let log = Log()
    for schedule in [BackgroundContext.ScheduledTaskType.immediate, .enqueued] {
      let value = try await background.perform(schedule: schedule) { context in
        context.owner("\(schedule)")
        log.add("\(schedule)")
        return context.insertedObjects.count
      }
      XCTAssertEqual(value, log.all.count)
    }
    XCTAssertEqual(log.all, ["immediate", "enqueued"])
  }

  func testAWaitTakesItsTurnBehindWhatWasEnqueuedBefore() async throws {
    let container = try container()
    let background = container.newBackgroundContext()
    let log = Log()
    let tasks = (0..<3).map { _ in DispatchSemaphore(value: 0) }
    background.performAndWait { _ in
      for index in 0..<3 {
        let enqueued = DispatchSemaphore(value: 0)
        Task {
          async let done: Void = background.perform { _ in
            log.add("\(index)")
            tasks[index].signal()
          }
          enqueued.signal()
          try? await done
        }
        enqueued.wait()
      }
    }
    for task in tasks { await waitOffMain(task) }
    background.performAndWait { _ in log.add("after") }
    XCTAssertEqual(log.all.last, "after")
    XCTAssertEqual(Set(log.all), ["0", "1", "2", "after"])
  }

  /// Waits for a semaphore without holding up the main thread.
  private func waitOffMain(_ semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        semaphore.wait()
        continuation.resume()
      }
      thread.start()
    }
  }
}

/// Keeps a child of a context of the main thread, which nobody else keeps.
private final class Keeper: @unchecked Sendable {
  // Sound: the child is set in init, and taken by one other thread later.
  private var child: BackgroundContext?

  /// - Parameter onEnd: runs when the main thread's context goes.
  @MainActor
  init(_ coordinator: PersistentStoreCoordinator, onEnd: @escaping () -> Void) {
    let context = ManagedObjectContext(mainQueueFor: coordinator)
    context.userInfo["witness"] = Witness(onEnd)
    child = BackgroundContext(childOf: context)
  }

  func letGo() { child = nil }

  private final class Witness {
    let onEnd: () -> Void

    init(_ onEnd: @escaping () -> Void) { self.onEnd = onEnd }

    deinit { onEnd() }
  }
}

/// Lines that any thread writes.
private final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  var all: [String] { lock.withLock { lines } }

  func add(_ line: String) { lock.withLock { lines.append(line) } }
}

/// Something that is so or not, told between threads.
private final class Flag: @unchecked Sendable {
  // Sound: the value is reached under the lock only.
  private let lock = NSLock()
  private var value = false

  var isSet: Bool {
    get { lock.withLock { value } }
    set { lock.withLock { value = newValue } }
  }
}
