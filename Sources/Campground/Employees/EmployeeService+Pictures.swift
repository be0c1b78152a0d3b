import Foundation
import ObjectGraph

extension EmployeeService {
  /// The greatest width and height of a thumbnail in pixels.
  public static let thumbnailSide = 120

  /// The largest picture, in bytes.
  public static let largestPicture = 32 << 20

  private static func notAPicture(_ reason: String = "") -> CampgroundError {
    CampgroundError(
      .invalidValue, about: [.property("picture")], "the picture cannot be read" + reason,
      fix: .advice("use a JPEG, PNG, GIF or WebP file"))
  }

  /// Sets the picture of an employee, with a thumbnail if a program that can make one is installed.
  ///
  /// - Throws: `CampgroundError.invalidValue` for anything but a readable JPEG, PNG, GIF or WebP
  ///   file, and for one that is too large; `.gone`.
  @discardableResult
  public func setPicture(_ data: Data, of employee: Employee) throws -> Employee {
    guard data.count <= Self.largestPicture else {
      let megabytes = (data.count + (1 << 20) - 1) >> 20
      throw CampgroundError(
        .invalidValue, about: [.property("picture")],
        "a picture is at most \(Self.largestPicture >> 20) MB, not \(megabytes) MB",
        fix: .advice("make it smaller first"))
    }
    guard let header = PictureHeader(data) else { throw Self.notAPicture() }
    let thumbnail: Data?
    do {
      thumbnail = try imageScaler.thumbnail(of: data, header, side: Self.thumbnailSide)
    } catch let error as ImageScalingError {
      let reason = error.reason.isEmpty ? "\(error.command) failed" : error.reason
      throw Self.notAPicture(" (\(reason))")
    }
    return try scope.edit(employee) { employee, scratch in
      let picture = employee.picture ?? EmployeePicture(context: scratch)
      picture.employee = employee
      picture.picture = data
      employee.thumbnail = thumbnail
    }
  }

  /// Removes an employee's picture, if there is one.
  ///
  /// - Throws: `CampgroundError.gone`.
  public func deletePicture(of employee: Employee) throws {
    try scope.change { scratch in
      let employee = try scratch.current(employee)
      if let picture = employee.picture { scratch.delete(picture) }
      employee.thumbnail = nil
    }
  }
}
