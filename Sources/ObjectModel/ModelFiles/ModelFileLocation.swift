import Foundation

/// Finds the `contents` file for a URL, and reads property lists and files.
struct ModelFileLocation {
  let url: URL

  var errors: ModelFileError { ModelFileError(path: url.path) }

  var isFolder: Bool {
    (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
  }

  /// The `contents` file: the given one, that of an `.xcdatamodel`, or that of the bundle's current
  /// version.
  func contents() throws -> URL {
    guard isFolder else { return url }
    switch url.pathExtension {
    case "xcdatamodeld":
      return try ModelFileLocation(url: VersionedModel(contentsOf: url).currentVersionURL())
        .contents()
    case "mom", "momd": throw compiled()
    default: break
    }
    let contents = url.appendingPathComponent("contents")
    if FileManager.default.fileExists(atPath: contents.path) { return contents }
    let elements = url.appendingPathComponent("elements")
    guard FileManager.default.fileExists(atPath: elements.path) else {
      throw errors.unreadable(
        "the folder contains no contents file", code: .fileReadNoSuchFile,
        repair: "give an .xcdatamodeld, an .xcdatamodel or its contents file")
    }
    throw errors.unreadable(
      "the model is in the binary format of Xcode 3", code: .fileReadCorruptFile,
      repair: "open and save it with a current Xcode")
  }

  private func compiled() -> ObjectGraphError {
    errors.unreadable(
      "the model is compiled", code: .fileReadCorruptFile,
      repair: "give the .xcdatamodeld that it was compiled from")
  }

  /// The bytes of the file.
  ///
  /// - Throws: code 260 if it does not exist, 256 if it cannot be read, 259 for a compiled model.
  func data() throws -> Data {
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw errors.unreadable(
        "there is no such file", code: .fileReadNoSuchFile, repair: "check the path")
    }
    if ["mom", "momd", "omo"].contains(url.pathExtension) { throw compiled() }
    do {
      return try Data(contentsOf: url)
    } catch {
      throw errors.unreadable(
        "it cannot be read (\(error.localizedDescription))", repair: "check its permissions")
    }
  }

  /// The names in the folder, in arbitrary order.
  func names() throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: url.path)
    } catch {
      let isThere = FileManager.default.fileExists(atPath: url.path)
      throw errors.unreadable(
        isThere ? "it cannot be listed" : "there is no such folder",
        code: isThere ? .fileReadUnknown : .fileReadNoSuchFile, repair: "check the path")
    }
  }
}
