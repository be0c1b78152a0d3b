import Campground
import Foundation

/// The commands that bring data in.
extension Session {
  func importCampSites(_ command: ParsedCommand) throws -> Answer {
    _ = try fileContent(command)
    return .nothing
  }

  func importStays(_ command: ParsedCommand) throws -> Answer {
    _ = try fileContent(command)
    return .nothing
  }

  /// The bytes of the file that a command names.
  private func fileContent(_ command: ParsedCommand) throws(Diagnostic) -> Data {
    let path = (try command.require(.file) as NSString).expandingTildeInPath
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      let reason =
        !exists
        ? "there is no such file"
        : isFolder.boolValue ? "it is a directory" : "check its permissions"
      throw command.diagnostic("\(path) cannot be read: \(reason)", at: .file)
        .with(exitStatus: .noInput)
    }
  }
}
