import Foundation

/// The versions of a model in an `.xcdatamodeld` bundle, for migration between them.
///
///     let notes = try VersionedModel(contentsOf: url)
///     let model = try notes.currentModel()
///     let former = try notes.model(forVersion: "Notes 2")
///
/// It contains only names; models are read from the files on request, a new one each time.
public struct VersionedModel: Sendable {
  /// The bundle.
  public let url: URL

  /// The names of the versions, without `.xcdatamodel`, in natural order: `Notes`, `Notes 2`,
  /// `Notes 10`.
  public let versionNames: [String]

  /// The name of the current version, with which new stores are created; nil if the bundle has
  /// several versions and does not name a current one.
  public let currentVersionName: String?

  private static let pathExtension = "xcdatamodel"

  /// Finds the versions in a bundle.
  ///
  /// - Throws: code 260 if the bundle does not exist or contains no version; 259 if its
  ///   `.xccurrentversion` is damaged or names a missing version.
  public init(contentsOf url: URL) throws {
    self.url = url
    let errors = ModelFileError(path: url.path)
    let suffix = ".\(Self.pathExtension)"
    let names = try ModelFileLocation(url: url).names()
    versionNames = names.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
      .sorted { $0.compare($1, options: [.numeric]) == .orderedAscending }
    guard !versionNames.isEmpty else {
      throw errors.unreadable(
        "the bundle contains no \(suffix)", code: .fileReadNoSuchFile,
        repair: "give an .xcdatamodeld with a version in it")
    }
    guard names.contains(Self.currentVersionFile) else {
      currentVersionName = versionNames.count == 1 ? versionNames[0] : nil
      return
    }
    let name = try Self.currentName(in: url.appendingPathComponent(Self.currentVersionFile))
    guard name.hasSuffix(suffix), versionNames.contains(String(name.dropLast(suffix.count))) else {
      throw errors.unreadable(
        "the current version \(name) is not in the bundle", code: .fileReadCorruptFile,
        repair: "make one of \(versionNames.joined(separator: ", ")) the current version in Xcode")
    }
    currentVersionName = String(name.dropLast(suffix.count))
  }

  private static let currentVersionFile = ".xccurrentversion"

  private static func currentName(in file: URL) throws -> String {
    let data = try ModelFileLocation(url: file).data()
    let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
    guard let name = (list as? [String: Any])?["_XCCurrentVersionName"] as? String else {
      throw ModelFileError(path: file.path).unreadable(
        "it does not name the current version", code: .fileReadCorruptFile,
        repair: "choose the current version in Xcode")
    }
    return name
  }

  /// Reads the current version.
  ///
  /// - Throws: code 259 if the bundle does not name a current version, and errors of reading a
  ///   model.
  public func currentModel() throws -> ManagedObjectModel {
    guard let currentVersionName else { throw hasNoCurrentVersion }
    return try model(forVersion: currentVersionName)
  }

  func currentVersionURL() throws -> URL {
    guard let currentVersionName else { throw hasNoCurrentVersion }
    return versionURL(currentVersionName)
  }

  private var hasNoCurrentVersion: ObjectGraphError {
    ModelFileError(path: url.path).unreadable(
      "the bundle has \(versionNames.count) versions and does not name the current one",
      code: .fileReadCorruptFile,
      repair: "choose the current version in Xcode, or ask for one of "
        + versionNames.joined(separator: ", "))
  }

  /// Reads a version.
  ///
  /// - Throws: code 260 for an unknown name, and errors of reading a model.
  public func model(forVersion name: String) throws -> ManagedObjectModel {
    guard versionNames.contains(name) else {
      throw ModelFileError(path: url.path).unreadable(
        "the bundle has no version \(name)", code: .fileReadNoSuchFile,
        repair: "use one of \(versionNames.joined(separator: ", "))")
    }
    let model = try ManagedObjectModel(contentsOf: versionURL(name))
    model.setVersionName(name)
    return model
  }

  private func versionURL(_ name: String) -> URL {
    url.appendingPathComponent("\(name).\(Self.pathExtension)", isDirectory: true)
  }

  /// Reads every version that can be read, in the order of their names, and warns of each other one,
  /// such as one in the binary format of Xcode 3.
  ///
  /// - Throws: the error of the last version if none can be read.
  public func readableModels() throws -> [ManagedObjectModel] {
    var models: [ManagedObjectModel] = []
    var faults: [ObjectGraphError] = []
    for name in versionNames {
      do {
        models.append(try model(forVersion: name))
      } catch let error as ObjectGraphError {
        faults.append(error)
      }
    }
    if models.isEmpty, let fault = faults.last { throw fault }
    for fault in faults { ModelReport.warn("\(fault.message); this version is left out") }
    return models
  }

  /// The version checksums of the versions that can be read, by name, with which the version that
  /// created a store can be found.
  ///
  /// It reads all versions.
  ///
  /// - Throws: as `readableModels()`.
  public func versionChecksums() throws -> [String: String] {
    var checksums: [String: String] = [:]
    for model in try readableModels() {
      if let name = model.contents.versionName { checksums[name] = model.versionChecksum }
    }
    return checksums
  }
}
