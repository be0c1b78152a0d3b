import Foundation

/// Scales pictures down.
public protocol ImageScaler: Sendable {
  /// A copy of a picture that fits into a square, in proportion and never enlarged.
  ///
  /// - Parameters:
  ///   - picture: the bytes of the picture's file.
  ///   - header: the format and size read from its first bytes.
  ///   - side: the maximum width and height in pixels.
  /// - Returns: nil where no program here can scale pictures.
  /// - Throws: `ImageScalingError` where the picture cannot be read.
  func thumbnail(of picture: Data, _ header: PictureHeader, side: Int) throws -> Data?
}

/// Why a picture could not be scaled.
public struct ImageScalingError: Error, Hashable, Sendable {
  /// The program that failed.
  public let command: String

  /// Its output, on one line; empty if there was none.
  public let reason: String

  /// Makes an error.
  public init(command: String, reason: String) {
    self.command = command
    self.reason = reason
  }
}
