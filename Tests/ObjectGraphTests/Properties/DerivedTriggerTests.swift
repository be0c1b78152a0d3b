import Foundation
import ObjectGraph
import XCTest

/// Stores in which Core Data left triggers that keep derived attributes.
@MainActor
final class DerivedTriggerTests: XCTestCase {
  /// In the form of the reference, section 6: each writes the column and calls a function of Core
  /// Data's.
  private let triggers = """
    CREATE TRIGGER Z_DA_ZAUTHOR_Author_bookCount_PARAMETER_INSERT AFTER INSERT ON ZBOOK
    WHEN NEW.ZAUTHOR IS NOT NULL BEGIN
      UPDATE ZAUTHOR SET ZBOOKCOUNT = IFNULL(ZBOOKCOUNT, 0) + 1 WHERE Z_PK = NEW.ZAUTHOR;
      SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue(
        'ZAUTHOR', Z_ENT, Z_PK, 'bookCount', ZBOOKCOUNT) FROM ZAUTHOR WHERE Z_PK = NEW.ZAUTHOR;
    END;
    CREATE TRIGGER Z_DA_ZAUTHOR_Author_bookCount_PARAMETER_UPDATE_DECREMENT
    AFTER UPDATE OF ZAUTHOR ON ZBOOK WHEN OLD.ZAUTHOR IS NOT NULL BEGIN
      UPDATE ZAUTHOR SET ZBOOKCOUNT = ZBOOKCOUNT - 1 WHERE Z_PK = OLD.ZAUTHOR;
      SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue(
        'ZAUTHOR', Z_ENT, Z_PK, 'bookCount', ZBOOKCOUNT) FROM ZAUTHOR WHERE Z_PK = OLD.ZAUTHOR;
    END;
    CREATE TRIGGER Z_DA_ZAUTHOR_Author_bookCount_PARAMETER_UPDATE_INCREMENT
    AFTER UPDATE OF ZAUTHOR ON ZBOOK WHEN NEW.ZAUTHOR IS NOT NULL BEGIN
      UPDATE ZAUTHOR SET ZBOOKCOUNT = ZBOOKCOUNT + 1 WHERE Z_PK = NEW.ZAUTHOR;
      SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue(
        'ZAUTHOR', Z_ENT, Z_PK, 'bookCount', ZBOOKCOUNT) FROM ZAUTHOR WHERE Z_PK = NEW.ZAUTHOR;
    END;
    CREATE TRIGGER Z_DA_ZAUTHOR_Author_bookCount_PARAMETER_DELETE AFTER DELETE ON ZBOOK
    WHEN OLD.ZAUTHOR IS NOT NULL BEGIN
      UPDATE ZAUTHOR SET ZBOOKCOUNT = ZBOOKCOUNT - 1 WHERE Z_PK = OLD.ZAUTHOR;
      SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue(
        'ZAUTHOR', Z_ENT, Z_PK, 'bookCount', ZBOOKCOUNT) FROM ZAUTHOR WHERE Z_PK = OLD.ZAUTHOR;
    END;
    CREATE TRIGGER Z_DA_ZAUTHOR_Author_bookCount_SOURCE_INSERT AFTER INSERT ON ZAUTHOR BEGIN
      UPDATE ZAUTHOR SET ZBOOKCOUNT = 0 WHERE Z_PK = NEW.Z_PK;
      SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue(
        'ZAUTHOR', NEW.Z_ENT, NEW.Z_PK, 'bookCount', 0);
    END;
    """

  private func container(_ file: URL) throws -> PersistentContainer {
    let container = try PersistentContainer(
      name: "Library", managedObjectModel: LibraryModel.make(),
      descriptions: [PersistentStoreDescription(url: file)])
    try container.loadPersistentStores()
    return container
  }

  func testASaveIntoAStoreWithTriggersGivesTheSameValues() async throws {
    try await withStoreFile { file in
      _ = try container(file)
      _ = try StoreShell.run(triggers, in: file)
      let context = try container(file).viewContext
      let (ann, bob) = (context.author("Ann"), context.author("Bob"))
      let tea = context.book("Tea", by: ann, words: 5)
      let rum = context.book("Rum", by: ann)
      try context.save()
      XCTAssertEqual([ann.bookCount, bob.bookCount], [2, 0])
      tea.author = bob
      try context.save()
      XCTAssertEqual([ann.bookCount, bob.bookCount], [1, 1])
      XCTAssertEqual(bob.wordCount, 5)
      context.delete(rum)
      try context.save()
      XCTAssertEqual([ann.bookCount, bob.bookCount], [0, 1])
      XCTAssertEqual(
        try StoreShell.run(
          "SELECT ZNAME, ZBOOKCOUNT, ZWORDCOUNT, Z_OPT FROM ZAUTHOR ORDER BY ZNAME", in: file),
        "Ann|0|0|1\nBob|1|5|1")
      XCTAssertEqual(
        try StoreShell.run("SELECT ZTITLE, ZAUTHORNAME, Z_OPT FROM ZBOOK", in: file), "Tea|Bob|2")
    }
  }

  func testDerivedAttributesAreOrdinaryColumns() async throws {
    try await withStoreFile { file in
      _ = try container(file)
      XCTAssertEqual(
        try StoreShell.run(
          "SELECT name, type FROM pragma_table_info('ZAUTHOR') WHERE name IN "
            + "('ZBOOKCOUNT', 'ZSEARCHNAME', 'ZLASTSAVED', 'ZAVERAGEWORDS', 'ZINCOME') ORDER BY name",
          in: file),
        """
        ZAVERAGEWORDS|FLOAT
        ZBOOKCOUNT|INTEGER
        ZINCOME|DECIMAL
        ZLASTSAVED|TIMESTAMP
        ZSEARCHNAME|VARCHAR
        """)
      XCTAssertEqual(
        try StoreShell.run(
          "SELECT count(*) FROM sqlite_master WHERE type = 'index' AND sql LIKE '%ZSEARCHNAME%'",
          in: file), "1")
    }
  }
}
