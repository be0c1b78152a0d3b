import ObjectGraph
import XCTest

/// Objects that write to themselves when they awake, and are refreshed later.
@MainActor
final class AwakenedRefreshTests: XCTestCase {
  func testARollbackAfterARefreshGivesWhatTheStoreHas() async throws {
    let stage = try TeamStage()
    stage.add("Africa Ghana 1")
    try stage.context.save()
    stage.context.refreshAllObjects()
    let ghana = try stage.team("Ghana")
    XCTAssertEqual(ghana.initial, "G", "it wrote to itself")
    let other = ManagedObjectContext(mainQueueFor: stage.coordinator)
    try stage.team("Ghana", in: other).teamName = "Nigeria"
    try other.save()
    stage.context.refresh(ghana, mergeChanges: true)
    XCTAssertEqual(ghana.teamName, "Nigeria")
    stage.context.delete(ghana)
    stage.context.processPendingChanges()
    stage.context.rollback()
    XCTAssertEqual(ghana.teamName, "Nigeria")
    ghana.wins = 2
    try stage.context.save()
  }
}
