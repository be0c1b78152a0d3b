import Foundation

/// A folder of its own for a test, which goes with this object.
public final class TemporaryFolder: Sendable {
  public let url: URL

  public init(_ name: String = "test") throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(name)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The place of a file in the folder.
  public func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}
