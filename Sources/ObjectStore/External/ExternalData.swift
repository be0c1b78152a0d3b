import Foundation

/// Data that may lie in a file beside the store, as its column and a row keep it: a mark, then the
/// data itself or the name of a file.
package struct ExternalData {
  /// The most bytes that are not kept in a file.
  static let threshold = 102_400

  private static let inlineMark: UInt8 = 1
  private static let fileMark: UInt8 = 2
  /// A mark, 36 characters and a zero.
  private static let referenceLength = 38

  private let bytes: UnsafeRawBufferPointer

  /// - Parameter bytes: what the column has; they are used during the life of this value.
  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The name of the file that has the data, or nil when the data is here.
  package var fileName: String? {
    guard bytes.count == Self.referenceLength, bytes.first == Self.fileMark, bytes.last == 0 else {
      return nil
    }
    let name = String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    // Nothing but a UUID is ever taken for the name of a file.
    return UUID(uuidString: name) == nil ? nil : name
  }

  /// The data, or the bytes of the file's name when it is in a file.
  package var content: Data {
    if fileName != nil { return Data(bytes.dropFirst().dropLast()) }
    return bytes.first == Self.inlineMark ? Data(bytes.dropFirst()) : Data(bytes)
  }

  /// How long the data is that is here.
  var inlineCount: Int { bytes.first == Self.inlineMark ? bytes.count - 1 : bytes.count }

  /// What a row keeps for data that is not in a file.
  package static func inline(_ data: Data) -> Data {
    var bytes = Data(capacity: data.count + 1)
    bytes.append(inlineMark)
    bytes.append(data)
    return bytes
  }

  /// What a row keeps for data in a file of that name.
  static func reference(to fileName: String) -> Data {
    Data([fileMark]) + Data(fileName.utf8) + Data([0])
  }
}
