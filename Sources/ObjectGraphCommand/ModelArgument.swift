import CommandKit
import Foundation
import ObjectGraph
import ObjectModel
import ObjectStore

/// An argument that names an Xcode model, or a store with an embedded model.
struct ModelArgument {
  let path: String

  var url: URL { URL(fileURLWithPath: path) }

  var isBundle: Bool { url.pathExtension == "xcdatamodeld" }

  /// Reads the model; from a bundle, the version with the given name, or else the current one.
  ///
  /// - Parameter option: the option that names the version, for errors.
  /// - Throws: `ValueFault` if a version is given for anything but a bundle, or if the store has no
  ///   embedded model.
  @MainActor
  func model(version: String?, by option: String = "version") throws -> ManagedObjectModel {
    if isBundle {
      let bundle = try VersionedModel(contentsOf: url)
      guard let version else { return try bundle.currentModel() }
      return try bundle.model(forVersion: version)
    }
    guard version == nil else {
      throw ValueFault(
        "\(path) has no versions to choose from", hint: "give an .xcdatamodeld", at: option,
        exitStatus: .usage)
    }
    if isStore { return try storedModel() }
    guard isReadable else {
      throw ValueFault(
        "\(path) is neither a file nor a folder", hint: "name a model, or a store that contains it",
        exitStatus: .noInput)
    }
    let model = try ManagedObjectModel(contentsOf: url)
    // Xcode names a version after its file.
    if url.pathExtension == "xcdatamodel" {
      model.setVersionName(url.deletingPathExtension().lastPathComponent)
    }
    return model
  }

  private func storedModel() throws -> ManagedObjectModel {
    do {
      return try PersistentStoreCoordinator.storedModel(at: url)
    } catch let error as ObjectGraphError where error.code == .migrationMissingSourceModel {
      throw ValueFault(
        error.message, hint: "give the .xcdatamodeld or .xcdatamodel that it was made with")
    }
  }

  /// The names of all versions in a bundle, oldest first judging by them; empty if it is not one.
  func versionNames() throws -> [String] {
    isBundle ? try VersionedModel(contentsOf: url).versionNames : []
  }

  /// The versions in a bundle that can be read, in the order of their names; empty if it is not one.
  func versions() throws -> [ManagedObjectModel] {
    isBundle ? try VersionedModel(contentsOf: url).readableModels() : []
  }

  /// Whether the file's name is that of a model, such as `Trips.xcdatamodeld` or `contents`.
  var isModel: Bool {
    ["xcdatamodeld", "xcdatamodel", "momd", "mom"].contains(url.pathExtension)
      || url.lastPathComponent == "contents"
  }

  /// Whether it is a file or a folder, if it exists: a pipe could be read forever.
  private var isReadable: Bool {
    guard let type else { return true }
    return type == .typeRegular || type == .typeDirectory
  }

  private var type: FileAttributeType? {
    let path = url.resolvingSymlinksInPath().path
    return (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
  }

  /// Whether the file is an SQLite database.
  var isStore: Bool {
    guard type == .typeRegular, let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: 15)) == Data("SQLite format 3".utf8)
  }
}

extension ValueType where Context == Tool, Value == ModelArgument {
  /// A model, or a store with an embedded model.
  static var model: Self { model("MODEL", "model, or a store that contains it") }

  static func model(_ placeholder: String, _ summary: String) -> Self {
    ValueType<Tool, String>.file.described(summary, placeholder: placeholder)
      .map { ModelArgument(path: $0) }
  }
}

extension ValueType where Context == Tool, Value == [String] {
  /// One or more files.
  static var files: Self {
    ValueType("FILE...", "files", .name, extent: .list) { text in
      try text.tokens.map { try text.word($0) }
    }
  }
}
