import Foundation

extension MappingModel {
  /// Reads a mapping model saved by Xcode's editor: an `.xcmappingmodel`, or the `xcmapping.xml`
  /// inside it.
  ///
  /// The file names entities, properties and the two versions; the copies of the two models that it
  /// contains are ignored. A mapping without a type is `undefined`: properties without an
  /// expression take the source's value of the same name, if there is one. Objects that the mapping
  /// model does not reference, which the editor can leave behind, are ignored. The module prefix of
  /// a policy class is dropped.
  ///
  /// - Throws: code 260 if the file does not exist; 256 if it cannot be read; 259 if it is damaged,
  ///   compiled or invalid. The message and `details` give the file, the line, and the column at
  ///   which the element's start tag ends.
  public convenience init(contentsOf url: URL) throws {
    let file = try ModelFileLocation(url: url).mapping()
    let data = try ModelFileLocation(url: file).data()
    let reader = try MappingFileReader(data, path: file.path)
    self.init(
      name: url.deletingPathExtension().lastPathComponent,
      entityMappings: try reader.entityMappings(), versionNames: reader.versionNames)
  }
}

extension ModelFileLocation {
  /// The `xcmapping.xml`: the given file, or the one inside the `.xcmappingmodel`.
  fileprivate func mapping() throws -> URL {
    if url.pathExtension == "cdm" {
      throw errors.unreadable(
        "the mapping model is compiled", code: .fileReadCorruptFile,
        repair: "give the .xcmappingmodel that it was compiled from")
    }
    guard isFolder else { return url }
    let file = url.appendingPathComponent("xcmapping.xml")
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw errors.unreadable(
        "the folder contains no xcmapping.xml", code: .fileReadNoSuchFile,
        repair: "give an .xcmappingmodel or its xcmapping.xml")
    }
    return file
  }
}
