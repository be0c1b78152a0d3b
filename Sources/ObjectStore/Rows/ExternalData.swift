import Foundation

/// Data that may be stored externally, in the form used in columns and rows: a mark, followed by
/// the data or the name of a file.
package struct ExternalData {
  /// The maximum number of bytes that are stored inline.
  static let threshold = 102_400

  private static let inlineMark: UInt8 = 1
  private static let fileMark: UInt8 = 2
  /// A mark, 36 characters and a zero.
  private static let referenceLength = 38

  private let bytes: UnsafeRawBufferPointer

  /// - Parameter bytes: the value of the column, which must outlive this value.
  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The name of the external file, or nil if the data is inline.
  package var fileName: String? {
    guard bytes.count == Self.referenceLength, bytes.first == Self.fileMark, bytes.last == 0 else {
      return nil
    }
    let name = String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    // Only a UUID is accepted as the name of a file.
    return UUID(uuidString: name) == nil ? nil : name
  }

  /// The data or, if it is in a file, the bytes of the file's name.
  package var content: Data {
    if fileName != nil { return Data(bytes.dropFirst().dropLast()) }
    return bytes.first == Self.inlineMark ? Data(bytes.dropFirst()) : Data(bytes)
  }

  /// The length of the inline data.
  var inlineCount: Int { bytes.first == Self.inlineMark ? bytes.count - 1 : bytes.count }

  /// The form of inline data.
  package static func inline(_ data: Data) -> Data {
    var bytes = Data(capacity: data.count + 1)
    bytes.append(inlineMark)
    bytes.append(data)
    return bytes
  }

  /// The form of data in an external file.
  static func reference(to fileName: String) -> Data {
    Data([fileMark]) + Data(fileName.utf8) + Data([0])
  }
}
