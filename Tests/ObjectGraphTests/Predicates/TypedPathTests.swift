import Foundation
import ObjectGraph
import Synchronization
import XCTest

/// Key paths over what no store knows are refused, wherever and however often they are read.
final class TypedPathTests: XCTestCase {
  private func assert(
    _ predicate: FetchPredicate, isRefusedWith part: String, key: String?,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    guard let defect = predicate.defect else {
      return XCTFail("\(predicate) is not refused", file: file, line: line)
    }
    XCTAssertEqual(defect.code, .invalidArgument, file: file, line: line)
    XCTAssertTrue(defect.message.contains(part), defect.message, file: file, line: line)
    XCTAssertEqual(defect.key, key, file: file, line: line)
  }

  func testAComputedPropertyIsNotTakenForTheAttributeThatItReads() {
    let other = "returns another value"
    assert(\TypedCamper.loudName == "ANN", isRefusedWith: other, key: "fullName")
    assert(\TypedCamper.trimmedName == "Ann", isRefusedWith: other, key: "fullName")
    assert(\TypedCamper.isNew == true, isRefusedWith: other, key: "isRegular")
    assert(\TypedCamper.fullName.count > 3, isRefusedWith: other, key: "fullName")
    assert(\TypedStay.extraNights > 3, isRefusedWith: other, key: "nights")
    assert(\TypedStay.improved == .cosy, isRefusedWith: other, key: "comfort")
    assert(\TypedCamper.friendCount > 3, isRefusedWith: other, key: "friends")
    assert(\TypedCamper.friends.isEmpty == true, isRefusedWith: other, key: "friends")
    assert((\TypedCamper.longStays).any(\.nights > 3), isRefusedWith: other, key: "stays")
    assert(\TypedCamper[3] == "Ann3", isRefusedWith: other, key: "fullName")
  }

  func testAComputedPropertyThatReadsSeveralIsRefused() {
    assert(\TypedCamper.contact == "1", isRefusedWith: "returns another value", key: "phone")
    assert(\TypedStay.host == nil, isRefusedWith: "camper", key: "camper")
  }

  func testAPropertyThatIsNotManagedIsNamedByItsPlace() {
    assert(
      \TypedCamper.nickname == "Nick", isRefusedWith: "reads no @Managed property", key: nil
    )
    assert(
      \TypedStay.camper?.nickname == "Nick",
      isRefusedWith: "continues after camper with a member of TypedCamper", key: "camper")
    assert(\TypedCamper.phone! == "1", isRefusedWith: "never nil", key: "phone")
  }

  func testAnotherNameForAPropertyIsThatProperty() throws {
    XCTAssertEqual(\TypedCamper.alias == "Ann", try FetchPredicate(format: "fullName == 'Ann'"))
  }

  func testADefectSpoilsWhateverIsMadeOfIt() {
    let defective = \TypedCamper.loudName == "ANN"
    XCTAssertNotNil((defective && \.fullName == "Ann").defect)
    XCTAssertNotNil((\.fullName == "Ann" || defective).defect)
    XCTAssertNotNil((!defective).defect)
    XCTAssertNotNil((\TypedCamper.friends).any(defective).defect)
    XCTAssertNotNil((\TypedCamper.friends).all(defective && \.phone == nil).defect)
    XCTAssertNotNil(((\TypedCamper.friends).max(\.loudName) == nil).defect)
    XCTAssertNotNil(TypedPredicate<TypedCamper>(defective).defect)
    XCTAssertThrowsError(try TypedCamper.key(for: \.loudName))
  }

  @MainActor
  func testADefectIsThrownByTheFetch() async throws {
    try await eachStore(model: TypedModel.make()) { container in
      let context = container.viewContext
      XCTAssertThrowsError(try TypedCamper.fetch(in: context, where: \.loudName == "ANN")) {
        XCTAssertEqual(($0 as? ObjectGraphError)?.key, "fullName")
      }
      XCTAssertThrowsError(
        try context.fetch(TypedCamper.fetchRequest().sorted(by: \.loudName))
      ) { XCTAssertEqual(($0 as? ObjectGraphError)?.key, "fullName") }
    }
  }

  func testARefusedPathDoesNotSpoilTheNextOne() throws {
    for _ in 0..<3 {
      XCTAssertNotNil((\TypedCamper.loudName == "ANN").defect)
      XCTAssertEqual(
        \TypedCamper.fullName == "Ann", try FetchPredicate(format: "fullName == 'Ann'"))
    }
  }

  func testThreadsBuildPredicatesAtOnce() async throws {
    let expected = try FetchPredicate(
      format: "camper.fullName == 'Ann' AND nights > 2 AND camper.stays.@count > 1")
    let wrong = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var wrong = 0
          for _ in 0..<500 {
            let predicate =
              \TypedStay.camper?.fullName == "Ann" && \.nights > 2
              && \.camper?.stays.count > 1
            if predicate.defect != nil || predicate != expected { wrong += 1 }
            if (\TypedStay.extraNights > 3).defect == nil { wrong += 1 }
          }
          return wrong
        }
      }
      return await group.reduce(0, +)
    }
    XCTAssertEqual(wrong, 0)
  }

  func testPrototypesGoAway() {
    LivingObject.count.withLock { $0 = 0 }
    _ = \LivingObject.name == "a"
    for _ in 0..<50 { _ = \LivingObject.loud == "A" }
    _ = \LivingObject.other?.name == "a"
    XCTAssertEqual(LivingObject.count.withLock { $0 }, 0)
  }

  func testAKeyPathIsReadForItsFirstUseAlone() {
    for _ in 0..<10 {
      assert(\SpyingCamper.spied == "Ann", isRefusedWith: "returns another value", key: "fullName")
    }
    // With values, and where those were as expected also without any.
    XCTAssertLessThanOrEqual(SpyingCamper.readCount.withLock { $0 }, 2)
    XCTAssertGreaterThan(SpyingCamper.readCount.withLock { $0 }, 0)
  }
}

/// Counts its instances, prototypes included.
private final class LivingObject: ManagedObject {
  @Managed("name") var name: String
  @Managed("other") var other: LivingObject?

  var loud: String { (other?.name ?? "").uppercased() }

  static let count = Lock(0)

  required init(_ seed: ManagedObjectSeed) {
    super.init(seed)
    Self.count.withLock { $0 += 1 }
  }

  deinit {
    Self.count.withLock { $0 -= 1 }
  }
}

/// Counts the readings of its computed property.
private final class SpyingCamper: ManagedObject {
  static let readCount = Mutex(0)

  @Managed("fullName") var fullName: String

  var spied: String {
    Self.readCount.withLock { $0 += 1 }
    return fullName + "!"
  }
}
