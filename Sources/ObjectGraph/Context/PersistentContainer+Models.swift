import Foundation
import ObjectModel
import ObjectStore

/// Containers that find their model by name.
extension PersistentContainer {
  /// Creates a container with the model of the same name.
  ///
  ///     let container = try PersistentContainer(name: "Trips")
  ///
  /// The model is `NAME.xcdatamodeld`, or else `NAME.xcdatamodel`, in the first of the folders that
  /// contains it. To make it available, a package copies it with `resources:
  /// [.copy("Trips.xcdatamodeld")]` in the target that it belongs to. Models are not merged: see
  /// `ManagedObjectModel.mergedModel(contentsOf:)`.
  ///
  /// - Parameters:
  ///   - directories: the folders to search; by default, `defaultModelDirectories()`.
  ///   - descriptions: as in `init(name:managedObjectModel:descriptions:)`.
  /// - Throws: code 260 if none of the folders contains the model; errors of reading it; code
  ///   134020 if the model is not valid.
  public convenience init(
    name: String, modelsIn directories: [URL]? = nil,
    descriptions: [PersistentStoreDescription]? = nil
  ) throws {
    let directories = directories ?? Self.defaultModelDirectories()
    guard let file = Self.modelFile(named: name, in: directories) else {
      throw ObjectGraphError(
        .fileReadNoSuchFile,
        "there is no \(name).xcdatamodeld and no \(name).xcdatamodel in "
          + (directories.isEmpty ? "no folder" : directories.map(\.path).joined(separator: ", ")),
        repair: "pass the model to init(name:managedObjectModel:), or its folder as modelsIn")
    }
    try self.init(
      name: name, managedObjectModel: ManagedObjectModel(contentsOf: file),
      descriptions: descriptions)
  }

  /// The folders that are searched for models: the executable's folder, and the folders next to the
  /// executable that end in `.resources`, where SwiftPM stores the resources of targets.
  ///
  /// The current folder is not included, so that a program does not depend on where it is started.
  public static func defaultModelDirectories() -> [URL] {
    guard let executable = Bundle.main.executableURL else { return [] }
    let folder = executable.resolvingSymlinksInPath().deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return [folder]
      + names.filter { $0.hasSuffix(".resources") }.sorted()
      .map { folder.appendingPathComponent($0, isDirectory: true) }
  }

  private static func modelFile(named name: String, in directories: [URL]) -> URL? {
    for directory in directories {
      for pathExtension in ["xcdatamodeld", "xcdatamodel"] {
        let file = directory.appendingPathComponent("\(name).\(pathExtension)")
        if FileManager.default.fileExists(atPath: file.path) { return file }
      }
    }
    return nil
  }
}
