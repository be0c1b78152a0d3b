import Foundation
import FoundationXML

/// Parses the XML of a model file or a mapping file into its tree of elements.
final class ModelFileParser: NSObject, XMLParserDelegate {
  private let form: ModelFileForm
  private let errors: ModelFileError
  private var open: [ModelFileElement] = []
  private var root: ModelFileElement?
  private var failure: ObjectGraphError?

  /// Far more than any model needs; keeps a damaged file from filling memory.
  private static let maximumDepth = 32

  private init(_ form: ModelFileForm, errors: ModelFileError) {
    self.form = form
    self.errors = errors
  }

  /// Parses the file and returns its root element.
  ///
  /// - Throws: code 259 if the data is not well-formed XML in UTF-8.
  static func parse(
    _ data: Data, as form: ModelFileForm, errors: ModelFileError
  ) throws -> ModelFileElement {
    guard !data.contains(0), String(bytes: data, encoding: .utf8) != nil else {
      throw errors.damaged("it is not UTF-8 text", line: 1, column: 1)
    }
    if let problem = form.problemWithDocumentType(of: data) {
      throw errors.damaged(problem, line: 1, column: 1)
    }
    let delegate = ModelFileParser(form, errors: errors)
    let parser = XMLParser(data: data)
    parser.delegate = delegate
    let isWhole = parser.parse()
    if let failure = delegate.failure { throw failure }
    guard isWhole, parser.parserError == nil, delegate.open.isEmpty, let root = delegate.root
    else {
      let code = parser.parserError.map { " (libxml2 code \(($0 as NSError).code))" }
      throw errors.damaged(
        "it is not well-formed XML\(code ?? "")", line: max(1, parser.lineNumber),
        column: max(1, parser.columnNumber))
    }
    return root
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    open.append(
      ModelFileElement(
        name: name, attributes: attributes, errors: errors, line: parser.lineNumber,
        column: parser.columnNumber))
    if open.count > Self.maximumDepth { fail("elements are nested too deep", parser) }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      root = root ?? element
    } else {
      open[open.count - 1].children.append(element)
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    guard let last = open.indices.last else { return }
    if form.hasText {
      open[last].content += string
    } else if !string.allSatisfy(\.isWhitespace) {
      fail("there is text between the elements", parser)
    }
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    fail("there is text between the elements", parser)
  }

  private func fail(_ message: String, _ parser: XMLParser) {
    guard failure == nil else { return }
    failure = errors.damaged(message, line: parser.lineNumber, column: parser.columnNumber)
    parser.abortParsing()
  }
}

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

extension ObjectGraphError.Code {
  /// A file exists but cannot be read.
  public static let fileReadUnknown = ObjectGraphError.Code(rawValue: 256)
  /// A file does not have the expected form.
  public static let fileReadCorruptFile = ObjectGraphError.Code(rawValue: 259)
  /// The disk is full.
  public static let fileWriteOutOfSpace = ObjectGraphError.Code(rawValue: 640)
  /// The file does not exist.
  public static let fileReadNoSuchFile = ObjectGraphError.Code(rawValue: 260)
}

/// Formats errors in a model file: the file, the position, and how to fix it.
struct ModelFileError {
  let path: String

  /// The error details for a position in the file.
  func details(line: Int, column: Int) -> ObjectGraphError.Details {
    .init((.filePath, path), (.line, line), (.column, column))
  }

  /// The error for a file with an unexpected form.
  func damaged(
    _ message: String, repair: String? = nil, line: Int, column: Int
  ) -> ObjectGraphError {
    ObjectGraphError(
      .fileReadCorruptFile, "\(path):\(line):\(column): \(message)",
      repair: repair ?? "restore the file, or save it again with Xcode",
      details: details(line: line, column: column))
  }

  /// The error for a file or folder that is missing, unreadable or of another kind.
  func unreadable(
    _ message: String, code: ObjectGraphError.Code = .fileReadUnknown, repair: String
  ) -> ObjectGraphError {
    ObjectGraphError(code, "\(path): \(message)", repair: repair, details: .init(.filePath, path))
  }
}
