import Foundation

/// What the XML of a kind of file may contain.
struct ModelFileForm {
  /// The root element for which a document type may be declared; nil if none may be.
  let documentType: String?

  /// Whether elements can contain text.
  let hasText: Bool

  /// The `contents` of a model, in which Xcode writes only attributes.
  static let model = ModelFileForm(documentType: nil, hasText: false)

  /// An XML store, the form of mapping models.
  static let store = ModelFileForm(documentType: "database", hasText: true)

  /// The problem with the document type; nil if there is none.
  ///
  /// A document type that names a file is never read. One that declares entities could make a small
  /// file expand without limit.
  func problemWithDocumentType(of data: Data) -> String? {
    guard let start = data.range(of: Data("<!DOCTYPE".utf8)) else { return nil }
    guard let documentType else { return "a model file cannot have a document type" }
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
