import ObjectGraph
import XCTest

/// Conflicts about what is not a plain value, under each policy: places in an order, derived and
/// transient attributes, objects in several stores.
@MainActor
final class CrossingConflictTests: XCTestCase {
  private typealias Each = @MainActor (PairOfWriters, MergePolicyType, String) async throws -> Void

  private static let mergeTypes = MergePolicyType.allCases.filter { $0 != .errorMergePolicyType }

  /// Runs a test on fresh stores under each of some policies.
  private func each(_ types: [MergePolicyType] = mergeTypes, _ body: Each) async throws {
    for type in types {
      try await eachPairOfWriters(model: GadgetModel.make) { pair in
        pair.context.mergePolicy = MergePolicy(merge: type)
        try await body(pair, type, "\(type), \(pair.file == nil ? "in memory" : "on a file")")
      }
    }
  }

  private func makeGadget(_ context: ManagedObjectContext, parts: [String] = []) -> Gadget {
    let gadget = Gadget(context: context)
    (gadget.code, gadget.title) = ("g", "was")
    for code in parts {
      let part = Part(context: context)
      part.code = code
      gadget.parts.append(part)
    }
    return gadget
  }

  private func isStores(_ type: MergePolicyType) -> Bool {
    type == .mergeByPropertyStoreTrumpMergePolicyType || type == .rollbackMergePolicyType
  }

  /// The second writer changes the gadget and saves.
  private func changeElsewhere(
    _ pair: PairOfWriters,
    _ body: @escaping @Sendable (Gadget, ManagedObjectContext) throws -> Void
  ) throws {
    try pair.elsewhere.performAndWait { other in
      other.reset()
      for gadget in try other.fetch(FetchRequest<Gadget>()) { try body(gadget, other) }
      try other.save()
    }
  }

  /// What the second writer finds of the gadget.
  private func found(
    _ pair: PairOfWriters, _ body: @escaping @Sendable (Gadget) -> String
  ) throws -> String? {
    try pair.elsewhere.performAndWait { other in
      other.reset()
      return try other.fetch(FetchRequest<Gadget>()).first.map(body)
    }
  }

  // MARK: Derived attributes

  private nonisolated static func derived(_ gadget: Gadget) -> String {
    "\(gadget.title ?? "-") \(gadget.loudTitle ?? "-") \(gadget.partCount) \(gadget.weightOfParts) "
      + "\(gadget.parts.map { $0.wholeTitle ?? "-" })"
  }

  func testWhatIsDerivedFollowsThePolicy() async throws {
    try await each { pair, type, label in
      let gadget = self.makeGadget(pair.context)
      try pair.context.save()
      try self.changeElsewhere(pair) { gadget, _ in gadget.title = "there" }
      gadget.title = "here"
      let part = Part(context: pair.context)
      (part.weight, part.whole) = (3, gadget)
      try pair.context.save()
      let expected =
        self.isStores(type) ? "there THERE 1 3 [\"there\"]" : "here HERE 1 3 [\"here\"]"
      XCTAssertEqual(try self.found(pair, Self.derived), expected, label)
      XCTAssertEqual(Self.derived(gadget), expected, label)
      XCTAssertFalse(pair.context.hasChanges, label)
    }
  }

  func testNothingThatIsDerivedChangesWhereTheErrorPolicyRefuses() async throws {
    try await each([.errorMergePolicyType]) { pair, _, label in
      let gadget = self.makeGadget(pair.context)
      try pair.context.save()
      try self.changeElsewhere(pair) { gadget, _ in gadget.title = "there" }
      gadget.title = "here"
      let part = Part(context: pair.context)
      (part.weight, part.whole) = (3, gadget)
      XCTAssertThrowsError(try pair.context.save(), label)
      XCTAssertEqual(try self.found(pair, Self.derived), "there THERE 0 0 []", label)
      XCTAssertEqual(gadget.title, "here", label)
      XCTAssertTrue(part.isInserted, label)
    }
  }

  // MARK: Transient attributes

  func testATransientValueStaysUnlessItsObjectIsRolledBack() async throws {
    try await each { pair, type, label in
      let gadget = self.makeGadget(pair.context)
      try pair.context.save()
      try self.changeElsewhere(pair) { gadget, _ in gadget.title = "there" }
      (gadget.title, gadget.mood) = ("here", "glad")
      try pair.context.save()
      let isRolledBack = type == .rollbackMergePolicyType
      XCTAssertEqual(gadget.title, self.isStores(type) ? "there" : "here", label)
      XCTAssertEqual(gadget.mood, isRolledBack ? nil : "glad", label)
      XCTAssertFalse(pair.context.hasChanges, label)
    }
  }

  func testATransientValueAloneIsNoConflict() async throws {
    try await each(MergePolicyType.allCases) { pair, _, label in
      let gadget = self.makeGadget(pair.context)
      try pair.context.save()
      try self.changeElsewhere(pair) { gadget, _ in gadget.title = "there" }
      gadget.mood = "glad"
      XCTAssertNoThrow(try pair.context.save(), label)
      XCTAssertEqual(try self.found(pair) { $0.title ?? "-" }, "there", label)
      XCTAssertEqual(gadget.mood, "glad", label)
    }
  }

  // MARK: Ordered relationships

  private nonisolated static func parts(_ gadget: Gadget) -> String {
    gadget.parts.map { "\($0.code)\($0.weight)" }.joined(separator: " ")
  }

  func testAMemberThatBothSidesMovedStandsWhereThePolicySays() async throws {
    try await each { pair, type, label in
      let gadget = self.makeGadget(pair.context, parts: ["a", "b", "c"])
      try pair.context.save()
      try self.changeElsewhere(pair) { gadget, _ in
        let parts = Array(gadget.parts)
        gadget.parts = [parts[2], parts[0], parts[1]]
      }
      let parts = Array(gadget.parts)
      gadget.parts = [parts[0], parts[2], parts[1]]
      try pair.context.save()
      let expected = self.isStores(type) ? "c0 a0 b0" : "a0 c0 b0"
      XCTAssertEqual(try self.found(pair, Self.parts), expected, label)
      XCTAssertEqual(Self.parts(gadget), expected, label)
      XCTAssertFalse(pair.context.hasChanges, label)
    }
  }

  func testAMemberThatWasMovedHereAndChangedThereIsMergedAsAPropertyIs() async throws {
    try await each { pair, type, label in
      let gadget = self.makeGadget(pair.context, parts: ["a", "b", "c"])
      try pair.context.save()
      try self.changeElsewhere(pair) { gadget, _ in
        for part in gadget.parts where part.code == "c" { part.weight = 7 }
      }
      let parts = Array(gadget.parts)
      gadget.parts = [parts[2], parts[0], parts[1]]
      try pair.context.save()
      let expected =
        switch type {
        case .rollbackMergePolicyType: "a0 b0 c7"
        case .overwriteMergePolicyType: "c0 a0 b0"
        default: "c7 a0 b0"
        }
      XCTAssertEqual(try self.found(pair, Self.parts), expected, label)
      XCTAssertEqual(Self.parts(gadget), expected, label)
      let weight = gadget.parts.reduce(0) { $0 + Int64($1.weight) }
      XCTAssertEqual(try self.found(pair) { "\($0.weightOfParts)" }, "\(weight)", label)
    }
  }

  func testAMoveAmongManyGoesOnTopOfWhatWasAppendedThere() async throws {
    try await each { pair, type, label in
      let gadget = self.makeGadget(pair.context)
      for code in ["x", "y", "z"] {
        let mark = Mark(context: pair.context)
        mark.code = code
        gadget.marks.append(mark)
      }
      try pair.context.save()
      try self.changeElsewhere(pair) { gadget, other in
        gadget.title = "there"
        let mark = Mark(context: other)
        mark.code = "w"
        gadget.marks.append(mark)
      }
      let marks = Array(gadget.marks)
      gadget.marks = [marks[2], marks[0], marks[1]]
      try pair.context.save()
      // What is written whole is the row: it goes over the title that only the other side changed.
      let title = type == .overwriteMergePolicyType ? "was" : "there"
      let order = type == .rollbackMergePolicyType ? "xyzw" : "zxyw"
      let text: @Sendable (Gadget) -> String = { gadget in
        "\(gadget.title ?? "-") " + gadget.marks.map(\.code).joined()
      }
      XCTAssertEqual(try self.found(pair, text), "\(title) \(order)", label)
      XCTAssertEqual(text(gadget), "\(title) \(order)", label)
      XCTAssertFalse(pair.context.hasChanges, label)
    }
  }

  // MARK: Several stores

  func testConflictsInSeveralStoresAreSettledInOneSave() async throws {
    for type in MergePolicyType.allCases {
      try await eachPairOfStores { pair in
        let (ann, bob) = (Owner(context: pair.context), Owner(context: pair.context))
        (ann.name, bob.name) = ("Ann", "Bob")
        pair.context.assign(ann, to: pair.first)
        pair.context.assign(bob, to: pair.second)
        try pair.context.save()
        (ann.age, bob.age) = (20, 20)
        bob.name = "Robert"
        try pair.container.newBackgroundContext().performAndWait { other in
          for owner in try other.fetch(FetchRequest<Owner>()) { owner.age = 30 }
          try other.save()
        }
        pair.context.mergePolicy = MergePolicy(merge: type)
        if type == .errorMergePolicyType {
          XCTAssertThrowsError(try pair.context.save()) { error in
            let conflicts = (error as? ObjectGraphError)?.mergeConflicts ?? []
            XCTAssertEqual(Set(conflicts.map(\.objectID)), [ann.objectID, bob.objectID])
          }
        } else {
          try pair.context.save()
          XCTAssertFalse(pair.context.hasChanges)
        }
        let stored = try pair.container.newBackgroundContext().performAndWait { other in
          try other.fetch(FetchRequest<Owner>()).map { "\($0.name) \($0.age)" }.sorted()
        }
        let expected =
          switch type {
          case .errorMergePolicyType, .rollbackMergePolicyType: ["Ann 30", "Bob 30"]
          case .mergeByPropertyStoreTrumpMergePolicyType: ["Ann 30", "Robert 30"]
          default: ["Ann 20", "Robert 20"]
          }
        XCTAssertEqual(stored, expected, "\(type)")
      }
    }
  }
}
