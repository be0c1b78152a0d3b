import Foundation

extension ManagedObjectModel {
  /// Reads a model that Xcode's editor saved: the current version of an `.xcdatamodeld`, an
  /// `.xcdatamodel`, or the `contents` file within.
  ///
  /// Class names lose the module before their last dot. Attributes of the file that speak to code
  /// generators, to CloudKit and to Spotlight have no meaning here and are left out; whatever else
  /// cannot be kept is an error. Names, constraints and indexes are checked when a coordinator
  /// takes the model into use.
  ///
  /// - Throws: code 260 when there is no file; 256 when it cannot be read; 259 when it is damaged,
  ///   compiled, or in the binary format of Xcode 3; 134020 when it says what cannot be, as a
  ///   relationship to an unknown entity. The message and `details` name the file, the line and the
  ///   column at which the element's start tag ends.
  public convenience init(contentsOf url: URL) throws {
    let contents = try ModelFileLocation(url: url).contents()
    let data = try ModelFileLocation(url: contents).data()
    self.init()
    try ModelFileReader(data, path: contents.path).fill(self)
  }

  /// The text of a `contents` file from which an equal model can be read, and which Xcode's editor
  /// opens.
  ///
  /// - Throws: code 134020 for what such a file cannot say: several version identifiers, validation
  ///   predicates, binary default values, a template with an order or an offset, text with control
  ///   characters.
  public func modelFileContents() throws -> Data { Data(try ModelFileWriter.text(of: self).utf8) }

  /// Writes the model as an `.xcdatamodel`, whose folder is made; one that is
  /// there gets new contents.
  ///
  /// - Throws: what `modelFileContents()` throws; what the file system says.
  public func write(toModelAt url: URL) throws {
    let contents = try modelFileContents()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try contents.write(to: url.appendingPathComponent("contents"), options: .atomic)
  }
}
