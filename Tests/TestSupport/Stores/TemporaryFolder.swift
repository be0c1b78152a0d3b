import Foundation
import XCTest

/// A folder of its own for a test.
public final class TemporaryFolder: Sendable {
  public let url: URL

  /// Makes a folder that stays until it is removed.
  public init(_ name: String) throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(name)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Removes the folder with all that is in it.
  public func remove() { try? FileManager.default.removeItem(at: url) }

  /// The place of a file in the folder.
  public func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}

extension XCTestCase {
  /// Makes a folder that is removed with all that is in it when the test is over.
  public func temporaryFolder(_ name: String = "test") throws -> TemporaryFolder {
    let folder = try TemporaryFolder(name)
    addTeardownBlock { folder.remove() }
    return folder
  }
}
