import Foundation

/// Makes a picture smaller.
public protocol ImageScaler: Sendable {
  /// A copy of a picture that fits into a square, in proportion and never enlarged.
  ///
  /// - Parameters:
  ///   - picture: the bytes of the picture's file.
  ///   - header: what its first bytes say of it.
  ///   - side: the greatest width and height in pixels.
  /// - Returns: nil where nothing here can scale pictures.
  /// - Throws: `ImageScalingError` where the picture cannot be read.
  func thumbnail(of picture: Data, _ header: PictureHeader, side: Int) throws -> Data?
}

/// Why a picture was not made smaller.
public struct ImageScalingError: Error, Hashable, Sendable {
  /// The program that tried.
  public let command: String

  /// What it said, in one line; empty where it said nothing.
  public let reason: String

  /// Makes an error.
  public init(command: String, reason: String) {
    self.command = command
    self.reason = reason
  }
}
