import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// A notebook that opens where its reader left off: a service on a stack in memory and on settings
/// that write down what was asked of them.
@MainActor
final class MockStackTests: MockStackTestCase {
  private var service: NotebookService!

  override func makeModel() -> ManagedObjectModel { Notebook.makeModel() }

  override func setUp() async throws {
    try await super.setUp()
    service = NotebookService(storeStack: stack, settings: settings)
  }

  override func tearDown() async throws {
    service = nil
    try await super.tearDown()
  }

  func testEachTestStartsWithAnEmptyStoreAndEmptySettings() async throws {
    XCTAssertEqual(try Notebook.Note.count(in: stack.mainContext), 0)
    XCTAssertEqual(settings.calls, [])
    try service.write("left behind")
  }

  func testEachTestStartsWithAnEmptyStoreHoweverOftenItIsRun() async throws {
    try await testEachTestStartsWithAnEmptyStoreAndEmptySettings()
  }

  func testANoteIsInTheStoreWhenTheCallReturns() async throws {
    let id = try service.write("Buy gas").objectID
    XCTAssertFalse(id.isTemporaryID)
    let text = try await stack.newDerivedContext().perform { context in
      (try context.existingObject(with: id) as? Notebook.Note)?.text
    }
    XCTAssertEqual(text, "Buy gas")
  }

  func testAnEmptyNoteIsRefusedAndNothingIsRemembered() async throws {
    XCTAssertThrowsError(try service.write("")) { error in
      XCTAssertEqual((error as? ObjectGraphError)?.code.rawValue, 1670)
    }
    XCTAssertFalse(stack.mainContext.hasChanges)
    XCTAssertEqual(settings.calls, [])
  }

  func testTheNoteThatWasOpenedIsRemembered() async throws {
    let note = try service.write("Buy gas")
    try service.open(note)
    XCTAssertEqual(
      settings.calls,
      [.wrote("openNote", .string(note.objectID.uriRepresentation().absoluteString))])
  }

  func testTheNotebookOpensWhereItsReaderLeftOff() async throws {
    try service.write("Buy gas")
    let note = try service.write("Call Ann")
    try service.open(note)
    let next = NotebookService(storeStack: stack, settings: settings)
    XCTAssertTrue(try next.openNote() === note)
    XCTAssertEqual(settings.calls.last, .read("openNote"))
  }

  func testANoteThatIsGoneOrOfAnotherNotebookIsNotOpened() async throws {
    XCTAssertNil(try service.openNote())
    let note = try service.write("Buy gas")
    try service.open(note)
    stack.mainContext.delete(note)
    try stack.mainContext.saveThrough()
    XCTAssertNil(try service.openNote())
    let elsewhere = UUID().uuidString
    try settings.set(.string("x-coredata://\(elsewhere)/Note/p1"), forKey: "openNote")
    XCTAssertNil(try service.openNote())
    try settings.set("not a note", forKey: "openNote")
    XCTAssertNil(try service.openNote())
  }

  func testSettingsThatCannotBeWrittenAreAnErrorAndTheNoteStays() async throws {
    let note = try service.write("Buy gas")
    settings.failWrites(with: CocoaError(.fileWriteOutOfSpace))
    XCTAssertThrowsError(try service.open(note)) { error in
      XCTAssertEqual((error as? CocoaError)?.code, .fileWriteOutOfSpace)
    }
    XCTAssertEqual(try Notebook.Note.fetch(in: stack.mainContext), [note])
  }

  func testTheSameServiceWorksOnAFileAcrossLaunches() async throws {
    let folder = try temporaryFolder("notebook")
    let file = PersistentStoreDescription(url: folder.file("Notes.sqlite"))
    func launch(_ body: (NotebookService) throws -> Void) throws {
      let stack = try StoreStack(model: makeModel(), store: file)
      let settings = try SettingsFile(folder.file("Settings.plist"))
      try body(NotebookService(storeStack: stack, settings: settings))
      try stack.close()
      XCTAssertTrue(stack.persistentStoreCoordinator.persistentStores.isEmpty)
    }
    try launch { service in
      try service.write("Buy gas")
      try service.open(try service.write("Call Ann"))
    }
    try launch { XCTAssertEqual(try $0.openNote()?.text, "Call Ann") }
  }
}

/// Writes notes and remembers which one is open.
@MainActor
private final class NotebookService {
  private let storeStack: StoreStack
  private let settings: any Settings

  init(storeStack: StoreStack, settings: any Settings) {
    self.storeStack = storeStack
    self.settings = settings
  }

  /// Adds a note; it is in the store when the call returns.
  @discardableResult
  func write(_ text: String) throws -> Notebook.Note {
    let draft = storeStack.mainContext.makeChild()
    let note: Notebook.Note = try draft.insertObject()
    note.text = text
    try draft.saveThrough()
    let saved = try storeStack.mainContext.existingObject(with: note.objectID)
    return try XCTUnwrap(saved as? Notebook.Note)
  }

  func open(_ note: Notebook.Note) throws {
    let uri = note.objectID.uriRepresentation().absoluteString
    try settings.set(.string(uri), forKey: "openNote")
  }

  /// The note that was opened last, or nil when there is none any more.
  func openNote() throws -> Notebook.Note? {
    guard let uri = settings.string(forKey: "openNote").flatMap({ URL(string: $0) }),
      let id = storeStack.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri)
    else { return nil }
    do {
      return try storeStack.mainContext.existingObject(with: id) as? Notebook.Note
    } catch let error as ObjectGraphError where error.code == .managedObjectReferentialIntegrity {
      return nil
    }
  }
}

private enum Notebook {
  final class Note: ManagedObject, ManagedEntity {
    @Managed("text") var text: String
  }

  static func makeModel() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Note", class: Note.self) { text() }
    }
  }

  private static func text() -> AttributeDescription {
    let text = AttributeDescription("text", .string, isOptional: false)
    text.minimumValue = .integer(1)
    return text
  }
}
