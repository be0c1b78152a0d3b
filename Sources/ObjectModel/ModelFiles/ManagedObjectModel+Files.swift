import Foundation

extension ManagedObjectModel {
  /// Reads a model saved by Xcode's editor: the current version of an `.xcdatamodeld`, an
  /// `.xcdatamodel`, or the `contents` file inside it.
  ///
  /// The module prefix of class names is dropped. Settings for code generation, CloudKit and
  /// Spotlight are ignored; anything else that is not supported is an error. Names, constraints and
  /// indexes are checked when a coordinator is created with the model.
  ///
  /// - Throws: code 260 if the file does not exist; 256 if it cannot be read; 259 if it is damaged,
  ///   compiled, or in the binary format of Xcode 3; 134020 if its content is invalid, such as a
  ///   relationship to an unknown entity. The message and `details` give the file, the line, and
  ///   the column at which the element's start tag ends.
  public convenience init(contentsOf url: URL) throws {
    let contents = try ModelFileLocation(url: url).contents()
    let data = try ModelFileLocation(url: contents).data()
    self.init()
    try ModelFileReader(data, path: contents.path).fill(self)
  }

  /// The text of a `contents` file that describes an equal model, and that Xcode's editor can open.
  ///
  /// - Throws: code 134020 for anything that such a file cannot express: several version
  ///   identifiers, validation predicates, binary default values, a template with sort descriptors
  ///   or an offset, and text with control characters.
  public func modelFileContents() throws -> Data { Data(try ModelFileWriter.text(of: self).utf8) }

  /// Writes the model as an `.xcdatamodel`, creating its folder or replacing its contents.
  ///
  /// - Throws: errors of `modelFileContents()` and of the file system.
  public func write(toModelAt url: URL) throws {
    let contents = try modelFileContents()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try contents.write(to: url.appendingPathComponent("contents"), options: .atomic)
  }
}
