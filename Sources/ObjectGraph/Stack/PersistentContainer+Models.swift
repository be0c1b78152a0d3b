import Foundation
import ObjectModel
import ObjectStore

/// Containers that find their model by name.
extension PersistentContainer {
  /// Makes a container with the model of its own name.
  ///
  ///     let container = try PersistentContainer(name: "Trips")
  ///
  /// The first of the folders that holds `NAME.xcdatamodeld`, or else `NAME.xcdatamodel`, gives it.
  /// A package that wants its model to be found copies it, with `resources:
  /// [.copy("Trips.xcdatamodeld")]` in the target that it belongs to. Models are not merged: see
  /// `ManagedObjectModel.mergedModel(contentsOf:)`.
  ///
  /// - Parameters:
  ///   - directories: where the model may be; by default `defaultModelDirectories()`.
  ///   - descriptions: as with `init(name:managedObjectModel:descriptions:)`.
  /// - Throws: code 260 when none of the folders has the model; what reading it throws; code 134020
  ///   when the model is not valid.
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
        repair: "give the model with init(name:managedObjectModel:), or the folder that it is in")
    }
    try self.init(
      name: name, managedObjectModel: ManagedObjectModel(contentsOf: file),
      descriptions: descriptions)
  }

  /// The folders in which models are looked for by name: the executable's, and those beside it that
  /// end in `.resources`, in which SwiftPM keeps the resources of targets.
  ///
  /// The current folder is not among them: what a program is does not
  /// depend on where it is started.
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
