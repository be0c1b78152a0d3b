import Foundation

extension MappingModel {
  /// Reads a mapping model that Xcode's editor saved: an `.xcmappingmodel`, or the `xcmapping.xml`
  /// within.
  ///
  /// The file names entities, properties and the two versions; the copies of the two models that it
  /// carries are not looked at. Its mappings are of type `undefined`, whose attributes and relationships without an
  /// expression are the source's of the same name where it has them. What the editor left behind
  /// without an owner is no part of it. A policy's class loses the module before its last dot.
  ///
  /// - Throws: code 260 when there is no file; 256 when it cannot be read; 259 when it is damaged or
  ///   compiled, or says what cannot be. The message and `details` name the file, the line and the
  ///   column at which the element's start tag ends.
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
  /// The `xcmapping.xml`: the file given, or that of the `.xcmappingmodel`.
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
        "the folder holds no xcmapping.xml", code: .fileReadNoSuchFile,
        repair: "give an .xcmappingmodel or its xcmapping.xml")
    }
    return file
  }
}
