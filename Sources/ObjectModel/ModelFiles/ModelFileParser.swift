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
