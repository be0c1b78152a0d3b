import Foundation
import XCTest

@testable import ObjectModel

/// Model files as texts in a test, and folders of them on disk.
enum ModelText {
  /// A model file with the given elements inside of `<model>`, which is its line 2.
  static func file(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" userDefinedModelVersionIdentifier="7">
    \(body)
    </model>
    """
  }

  /// The model of a file with the given elements.
  static func model(_ body: String) throws -> ManagedObjectModel {
    try withFolder { folder in
      let contents = folder.appendingPathComponent("contents")
      try Data(file(body).utf8).write(to: contents)
      return try ManagedObjectModel(contentsOf: contents)
    }
  }

  /// An attribute of an entity with just that one.
  static func attribute(_ text: String) throws -> AttributeDescription {
    let model = try model("<entity name=\"Camper\"><attribute name=\"it\" \(text)/></entity>")
    return try XCTUnwrap(model.entitiesByName["Camper"]?.attributesByName["it"])
  }

  /// Calls the closure with a new folder and removes it afterwards.
  static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString, isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  /// Writes a file, and the folders above it.
  static func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The error of the closure, which must throw one of the engine's.
  static func error<Result>(
    _ body: @autoclosure () throws -> Result, file: StaticString = #filePath, line: UInt = #line
  ) -> ObjectGraphError? {
    do {
      _ = try body()
      XCTFail("nothing was thrown", file: file, line: line)
      return nil
    } catch let error as ObjectGraphError {
      return error
    } catch {
      XCTFail("\(error) is of another type", file: file, line: line)
      return nil
    }
  }
}
