import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// The commands about pictures of employees.
extension Session {
  func handlePicture(_ command: ParsedCommand) throws -> Answer {
    let employee = try employee(command)
    if command[.pictureFile] != nil { return try setPicture(of: employee, command) }
    guard let picture = employee.picture, let header = PictureHeader(picture.picture) else {
      throw command.diagnostic(
        "\(employee.name) has no picture",
        hint: "employee picture \(CommandText.quoted(employee.name)) set FILE keeps one",
        at: ParameterKey<String>.employee)
    }
    if command[.exportedFile] != nil { return try export(picture, header, command) }
    try refuseReplacing(command, hint: "name it: export FILE replace")
    let record = record(of: employee, header, bytes: picture.picture.count)
    guard command.has(.deleting) else { return .details(record, lists: []) }
    try employees.deletePicture(of: employee)
    return .message("Deleted the picture of \(employee.name)", record: record)
  }

  private func setPicture(of employee: Employee, _ command: ParsedCommand) throws -> Answer {
    try refuseReplacing(command, hint: "set replaces a picture without being asked")
    let path = try path(of: command, .pictureFile)
    let data: Data
    do {
      data = try desk.content(of: path)
    } catch {
      throw command.diagnostic("\(error)", at: ParameterKey<String>.pictureFile)
        .with(exitStatus: .noInput)
    }
    let changed = try employees.setPicture(data, of: employee)
    guard let header = PictureHeader(data) else { return .nothing }
    let thumbnail =
      changed.thumbnail.flatMap { PictureHeader($0) }.map {
        "thumbnail \($0.width) × \($0.height)"
      } ?? "no thumbnail: neither ImageMagick nor libvips is installed"
    return .message(
      "Set the picture of \(changed.name) · \(Self.words(for: header)) · \(thumbnail)",
      record: record(of: changed, header, bytes: data.count))
  }

  private func export(
    _ picture: EmployeePicture, _ header: PictureHeader, _ command: ParsedCommand
  ) throws -> Answer {
    guard let file = try fileToWrite(command, .exportedFile) else { return Self.nothingWritten }
    try file.write(bytes: Array(picture.picture))
    let path = try command.require(.exportedFile)
    return .message(
      "Wrote the picture of \(picture.employee?.name ?? "") to \(path)",
      record: record(of: picture.employee, header, bytes: picture.picture.count)
        + [("file", .text(path))])
  }

  /// `jpeg, 640 × 480`
  static func words(for header: PictureHeader) -> String {
    "\(header.format.rawValue), \(header.width) × \(header.height)"
  }

  private func record(
    of employee: Employee?, _ header: PictureHeader, bytes: Int
  ) -> Answer.Record {
    let thumbnail = employee?.thumbnail.flatMap { PictureHeader($0) }
    return [
      ("employee", Cell(employee?.name)), ("format", .text(header.format.rawValue)),
      ("width", Cell(header.width)), ("height", Cell(header.height)), ("bytes", Cell(bytes)),
      ("thumbnail", thumbnail.map { .text(Self.words(for: $0)) } ?? .null),
    ]
  }
}
