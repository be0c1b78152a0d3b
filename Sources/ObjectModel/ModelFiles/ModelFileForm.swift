import Foundation

/// What the XML of a kind of file may hold.
struct ModelFileForm {
  /// The root element that a document type may be declared for; nil where there is none.
  let documentType: String?

  /// Whether elements hold text.
  let hasText: Bool

  /// The `contents` of a model: Xcode writes attributes alone.
  static let model = ModelFileForm(documentType: nil, hasText: false)

  /// A store in XML, as mapping models are kept.
  static let store = ModelFileForm(documentType: "database", hasText: true)

  /// What is wrong with the document type; nil when nothing is.
  ///
  /// One that names a file is never read. One that declares entities could make a small file grow
  /// without end.
  func problemWithDocumentType(of data: Data) -> String? {
    guard let start = data.range(of: Data("<!DOCTYPE".utf8)) else { return nil }
    guard let documentType else { return "a model file has no document type" }
    let rest = data[start.upperBound...]
    let declaration = rest.prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "[") }
    let end = declaration.endIndex
    let words = String(decoding: declaration, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard end < data.endIndex, data[end] == UInt8(ascii: ">"), words.first == documentType[...],
      data[end...].range(of: Data("<!DOCTYPE".utf8)) == nil
    else { return "its document type is not that of a \(documentType)" }
    return nil
  }
}
