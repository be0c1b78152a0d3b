import Foundation
import XCTest

@testable import ObjectModel

final class VersionedModelTests: XCTestCase {
  private func bundle(
    in folder: URL, versions: [String], current: String? = nil
  ) throws -> URL {
    let bundle = folder.appendingPathComponent("Notes.xcdatamodeld", isDirectory: true)
    for name in versions {
      let entity = name.filter { $0 != " " }
      try ModelText.write(
        ModelText.file("<entity name=\"\(entity)\"/>"),
        to: bundle.appendingPathComponent("\(name).xcdatamodel/contents"))
    }
    if let current {
      try ModelText.write(current, to: bundle.appendingPathComponent(".xccurrentversion"))
    }
    return bundle
  }

  private func plist(_ name: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>\(name)</string></dict></plist>
    """
  }

  func testTheCurrentVersionIsTheOneThatTheBundleNames() throws {
    try ModelText.withFolder { folder in
      let url = try bundle(
        in: folder, versions: ["Notes", "Notes 10", "Notes 2"],
        current: plist("Notes 2.xcdatamodel"))
      let notes = try VersionedModel(contentsOf: url)
      XCTAssertEqual(notes.versionNames, ["Notes", "Notes 2", "Notes 10"])
      XCTAssertEqual(notes.currentVersionName, "Notes 2")
      XCTAssertEqual(try notes.currentModel().entities.map(\.name), ["Notes2"])
      XCTAssertEqual(try ManagedObjectModel(contentsOf: url).entities.map(\.name), ["Notes2"])
      XCTAssertEqual(
        try notes.model(forVersion: "Notes 10").entities.map(\.name), ["Notes10"])
      let error = ModelText.error(try notes.model(forVersion: "Notes 3"))
      XCTAssertEqual(error?.code, .fileReadNoSuchFile)
      XCTAssertEqual(error?.repair, "use one of Notes, Notes 2, Notes 10")
      let checksums = try notes.versionChecksums()
      XCTAssertEqual(Set(checksums.keys), ["Notes", "Notes 2", "Notes 10"])
      XCTAssertEqual(checksums["Notes 2"], try notes.currentModel().versionChecksum)
      XCTAssertEqual(Set(checksums.values).count, 3)
    }
  }

  func testAVersionThatCannotBeReadIsLeftOut() throws {
    try ModelText.withFolder { folder in
      let url = try bundle(in: folder, versions: ["Notes", "Notes 3"])
      // Xcode 3 wrote a binary file named elements, and no contents.
      try ModelText.write(
        "\u{1}\u{2}", to: url.appendingPathComponent("Notes 2.xcdatamodel/elements"))
      let notes = try VersionedModel(contentsOf: url)
      XCTAssertEqual(notes.versionNames, ["Notes", "Notes 2", "Notes 3"])
      XCTAssertEqual(
        try notes.readableModels().map { $0.entities.map(\.name) }, [["Notes"], ["Notes3"]])
      XCTAssertEqual(Set(try notes.versionChecksums().keys), ["Notes", "Notes 3"])
      XCTAssertEqual(
        ModelText.error(try notes.model(forVersion: "Notes 2"))?.code, .fileReadCorruptFile)
    }
    try ModelText.withFolder { folder in
      let url = folder.appendingPathComponent("Old.xcdatamodeld", isDirectory: true)
      try ModelText.write("", to: url.appendingPathComponent("Old.xcdatamodel/elements"))
      let error = ModelText.error(try VersionedModel(contentsOf: url).readableModels())
      XCTAssertEqual(error?.code, .fileReadCorruptFile)
      XCTAssertTrue("\(error?.message ?? "")".contains("Xcode 3"))
    }
  }

  func testASingleVersionIsTheCurrentOne() throws {
    try ModelText.withFolder { folder in
      let url = try bundle(in: folder, versions: ["Notes"])
      XCTAssertEqual(try VersionedModel(contentsOf: url).currentVersionName, "Notes")
      XCTAssertEqual(try ManagedObjectModel(contentsOf: url).entities.map(\.name), ["Notes"])
      let folderURL = url.appendingPathComponent("Notes.xcdatamodel")
      XCTAssertEqual(try ManagedObjectModel(contentsOf: folderURL).entities.map(\.name), ["Notes"])
    }
  }

  func testABundleOfSeveralVersionsMustNameTheCurrentOne() throws {
    try ModelText.withFolder { folder in
      let url = try bundle(in: folder, versions: ["Notes", "Notes 2"])
      let notes = try VersionedModel(contentsOf: url)
      XCTAssertNil(notes.currentVersionName)
      XCTAssertEqual(ModelText.error(try notes.currentModel())?.code, .fileReadCorruptFile)
      XCTAssertEqual(try notes.model(forVersion: "Notes").entities.map(\.name), ["Notes"])
    }
  }

  func testADamagedOrWrongCurrentVersionIsRefused() throws {
    for text in [
      "", "not a plist", "bplist00", plist("Notes 9.xcdatamodel"), plist("Notes"),
      "<plist version=\"1.0\"><array/></plist>", "<plist version=\"1.0\"><dict/></plist>",
    ] {
      try ModelText.withFolder { folder in
        let url = try bundle(in: folder, versions: ["Notes"], current: text)
        XCTAssertEqual(
          ModelText.error(try VersionedModel(contentsOf: url))?.code, .fileReadCorruptFile, text)
      }
    }
  }

  func testABundleWithoutVersionsIsRefused() throws {
    try ModelText.withFolder { folder in
      let url = try bundle(in: folder, versions: [], current: plist("Notes.xcdatamodel"))
      XCTAssertEqual(
        ModelText.error(try VersionedModel(contentsOf: url))?.code, .fileReadNoSuchFile)
    }
  }

  func testTheVersionsOfRealBundlesAreFound() throws {
    let models = try Fixtures.folder().appendingPathComponent("models", isDirectory: true)
    let moody = try VersionedModel(contentsOf: models.appendingPathComponent("Moody.xcdatamodeld"))
    XCTAssertEqual(
      moody.versionNames, ["Moody", "Moody 2", "Moody 3", "Moody 4", "Moody 5", "Moody 6"])
    XCTAssertEqual(moody.currentVersionName, "Moody 6")
    XCTAssertEqual(try moody.currentModel().versionIdentifiers, ["6"])
    let single = try VersionedModel(
      contentsOf: models.appendingPathComponent("DogWalk.xcdatamodeld"))
    XCTAssertEqual(single.currentVersionName, "DogWalk")
    let messaging = try VersionedModel(
      contentsOf: models.appendingPathComponent("Messaging.xcdatamodeld"))
    XCTAssertEqual(messaging.versionNames, ["zmessaging2.24.1", "zmessaging2.60.0"])
    XCTAssertNil(messaging.currentVersionName)
  }
}
