import Campground
import CommandKit
import Foundation
import Rendering

extension Command where Context == Session {
  /// The command for employees' pictures.
  static var employeePicture: Self {
    Command(
      "employee picture", synonyms: ["photo", "portrait", "image"],
      "Set, show, export or delete an employee's picture",
      .required("employee", .employee), .pictureUse,
      .flag("replace", "overwrite the file"),
      details: """
        The picture is stored unchanged. If ImageMagick or libvips is installed, a thumbnail of up \
        to 120 pixels is made, too.
        """,
      examples: [
        "employee picture \"Kasey Mcfarland\" set kasey.jpg",
        "employee picture \"Kasey Mcfarland\" export copy.jpg",
      ]
    ) { session, employee, use, isReplacing in
      if case .set(let file) = use {
        guard !isReplacing else {
          throw ValueFault.nothingToReplace(
            hint: "leave replace out; set always replaces the picture")
        }
        return try session.setPicture(of: employee, from: file)
      }
      guard let picture = employee.picture, let header = PictureHeader(picture.picture) else {
        throw ValueFault(
          "\(employee.name) has no picture",
          hint: "add one with employee picture \(CommandText.quoted(employee.name)) set FILE",
          at: "employee")
      }
      if isReplacing, !use.writesFile {
        throw ValueFault.nothingToReplace(hint: "write export FILE replace")
      }
      let record = session.record(of: employee, header, bytes: picture.picture.count)
      switch use {
      case .set, .show: return .details(record, lists: [])
      case .delete:
        try session.employees.deletePicture(of: employee)
        return .message("Deleted the picture of \(employee.name)", record: record)
      case .export(let name):
        guard let file = try session.fileToWrite(name, at: "export", replacing: isReplacing) else {
          return Session.nothingWritten
        }
        try file.write(bytes: Array(picture.picture))
        return .message(
          "Wrote the picture of \(employee.name) to \(name)",
          record: record + [("file", .text(name))])
      }
    }
  }
}

/// What to do with a picture.
enum PictureUse {
  case set(String)
  case show
  case export(String)
  case delete

  var writesFile: Bool { if case .export = self { true } else { false } }
}

extension Argument where Context == Session, Value == PictureUse {
  /// What to do with a picture.
  static var pictureUse: Self {
    let set = Argument<Session, String?>.option(
      "set", .file, "picture file: JPEG, PNG, GIF or WebP")
    let show = Argument<Session, Bool>.flag("show", "show the picture's format and size")
    let export = Argument<Session, String?>.option(
      "export", .file, "file to write the picture to")
    let delete = Argument<Session, Bool>.flag("delete", "delete the picture")
    return .oneOf(
      set.map { $0.map(PictureUse.set) }, show.map { $0 ? PictureUse.show : nil },
      export.map { $0.map(PictureUse.export) },
      delete.map { $0 ? PictureUse.delete : nil })
  }
}

extension Session {
  fileprivate func setPicture(of employee: Employee, from file: String) throws -> Answer {
    let data = try content(of: file, at: "set")
    let changed = try employees.setPicture(data, of: employee)
    guard let header = PictureHeader(data) else { return .nothing }
    let thumbnail =
      changed.thumbnail.flatMap { PictureHeader($0) }.map {
        "thumbnail \($0.width) × \($0.height)"
      } ?? "no thumbnail: install ImageMagick or libvips for one"
    return .message(
      "Set the picture of \(changed.name) · \(Self.words(for: header)) · \(thumbnail)",
      record: record(of: changed, header, bytes: data.count))
  }

  /// `jpeg, 640 × 480`
  static func words(for header: PictureHeader) -> String {
    "\(header.format.rawValue), \(header.width) × \(header.height)"
  }

  fileprivate func record(
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
