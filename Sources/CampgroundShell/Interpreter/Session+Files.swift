import Campground
import CommandKit
import Foundation
import Rendering

/// The files that commands name.
extension Session {
  /// Makes sure that commands may reach files other than the store; every command that does asks
  /// here first.
  ///
  /// - Throws: a fault in a safe session.
  func requireFiles(at argument: String? = nil) throws(ValueFault) {
    guard !isSafe else {
      throw ValueFault(
        "a safe session reaches no files or programs other than its store",
        hint: "open the shell without --safe", at: argument)
    }
  }

  /// The path given for an argument, with the tilde expanded.
  ///
  /// - Throws: a fault if it leads to the store, or in a safe session.
  func path(_ name: String, at argument: String?) throws(ValueFault) -> String {
    try requireFiles(at: argument)
    let path = (name as NSString).expandingTildeInPath
    guard !storeFiles.contain(path) else {
      throw ValueFault("\(path) is the store itself", hint: "choose another file", at: argument)
    }
    return path
  }

  /// The path given for an argument with all links followed.
  ///
  /// - Throws: a fault if it leads to the store.
  func place(of name: String, at argument: String) throws(ValueFault) -> String {
    URL(fileURLWithPath: try path(name, at: argument)).resolvingSymlinksInPath().path
  }

  /// The bytes of the file given for an argument.
  ///
  /// - Throws: a fault of the argument, with exit status 66 for a file that cannot be read.
  func content(of name: String, at argument: String) throws(ValueFault) -> Data {
    let path = try path(name, at: argument)
    do {
      return try desk.content(of: path)
    } catch {
      throw ValueFault("\(error)", at: argument, exitStatus: .noInput)
    }
  }

  /// Opens the file given for an argument, to write it from the beginning.
  ///
  /// - Returns: nil if the user declines to replace a file; it is then unchanged.
  /// - Throws: a fault of the argument, with exit status 73 if the file exists and nobody can be
  ///   asked, or if it cannot be created.
  func fileToWrite(
    _ name: String, at argument: String, replacing isAgreed: Bool
  ) throws(ValueFault) -> DescriptorDestination? {
    guard try mayWrite(name, at: argument, replacing: isAgreed) else { return nil }
    let path = try path(name, at: argument)
    do throws(Diagnostic) {
      let file = try DescriptorDestination(path: path)
      try file.empty()
      return file
    } catch {
      throw ValueFault(error, at: argument)
    }
  }

  /// Whether a file may be written from the beginning: one with content is overwritten if the
  /// command says so, if the user agrees, or if the session accepts everything.
  ///
  /// - Parameter question: what to ask; by default about the file alone.
  /// - Throws: a fault of the argument: if the file is the store; with exit status 73 if it exists
  ///   and nobody can be asked.
  func mayWrite(
    _ name: String, at argument: String?, replacing isAgreed: Bool, asking question: String? = nil
  ) throws(ValueFault) -> Bool {
    let path = try path(name, at: argument)
    guard !isAgreed, !acceptsAll, WholeFile.hasContent(path) else { return true }
    guard let ask else {
      throw ValueFault(
        "\(path) already exists",
        hint: "add replace to overwrite it, or choose another file", at: argument,
        exitStatus: .cannotCreate)
    }
    return ask(question ?? "\(path) already exists. Replace it?")
  }

  /// Whether the file for an answer may be written.
  ///
  /// - Throws: a fault as above.
  func mayWrite(_ file: AnswerFile) throws(ValueFault) -> Bool {
    // A file that takes its place would end with the answers so far.
    if let outputFile, try place(of: file.path, at: AnswerFile.keyword) == outputFile.place {
      throw ValueFault(
        "\(file.path) is the file of .output, which gets all answers anyway",
        hint: "leave it out, or choose another file", at: AnswerFile.keyword)
    }
    return try mayWrite(file.path, at: AnswerFile.keyword, replacing: file.isReplacing)
  }

  /// Writes an answer to a file.
  ///
  /// - Parameter isOpen: whether others may read the file.
  /// - Returns: the answer that says so.
  /// - Throws: a fault with exit status 73 or 74; the file is then as it was.
  func write(
    _ answer: Answer, to file: AnswerFile, isOpen: Bool
  ) throws(ValueFault) -> Answer {
    let path = try path(file.path, at: AnswerFile.keyword)
    let ending = FileEnding(of: path)
    let isChart = ending == .chart
    var chart: BarChart?
    if case .charted(_, let drawn, _) = answer { chart = drawn }
    if isChart, chart == nil {
      throw ValueFault(
        "there is nothing to draw", hint: "choose another period", at: AnswerFile.keyword)
    }
    var page: Answer.Page?
    if case .page(let printed, _) = answer { page = printed }
    func text() -> String {
      if let page, format == .html { return page.html }
      return Renderer(format).head(title: (path as NSString).lastPathComponent)
        + AnswerText(format, options: answerOptions).text(of: answer)
    }
    let content =
      switch chart {
      case let chart? where isChart: Data(chart.svg.utf8)
      default:
        ending == .document
          ? try document(of: text(), at: AnswerFile.keyword) : Data(text().utf8)
      }
    do throws(Diagnostic) {
      let whole = try WholeFile(path: path, isOpen: isOpen)
      try whole.write(content)
      try whole.finish()
    } catch {
      throw ValueFault(error, at: AnswerFile.keyword)
    }
    guard !isChart else {
      return .message("Wrote a chart to \(file.path)", record: [("file", .text(file.path))])
    }
    if let page {
      return .message(
        "Wrote \(page.title) to \(file.path)",
        record: [("title", .text(page.title)), ("file", .text(file.path))])
    }
    guard let count = answer.rowCount(in: format) else {
      return .message("Wrote \(file.path)", record: [("file", .text(file.path))])
    }
    return .message(
      "Wrote \(count) row\(count == 1 ? "" : "s") to \(file.path)",
      record: [("file", .text(file.path)), ("rows", Cell(count))])
  }

  /// The PDF document of a page.
  ///
  /// - Throws: a fault with exit status 73 where no program here makes one, and where it fails.
  func document(of page: String, at argument: String) throws(ValueFault) -> Data {
    let coordinator = stack.persistentStoreCoordinator
    do throws(PDFConversionError) {
      let document = try pdfConverter.document(of: page) { coordinator.isInterrupted }
      if let document { return document }
    } catch {
      throw ValueFault(
        "\(error.program) made no PDF: \(error.reason)",
        hint: "write .html instead, and print it from a browser", at: argument,
        exitStatus: .cannotCreate)
    }
    throw ValueFault(
      "no program here makes PDF files",
      hint:
        "install weasyprint, wkhtmltopdf or chromium; or write .html, and print it from a browser",
      at: argument, exitStatus: .cannotCreate)
  }

  /// The answer when the user declines to overwrite a file.
  static let nothingWritten = Answer.text("Nothing was written\n")
}

/// The file of `.output`, which takes all answers.
struct OutputFile {
  let destination: DescriptorDestination

  /// Its path with all links followed.
  let place: String

  /// The format that its ending names, until the user chooses another; nil for none.
  var format: OutputFormat?

  /// Whether texts that a spreadsheet would compute stay as they are.
  let isRaw: Bool
}

extension Answer {
  /// Whether there is none.
  var isNothing: Bool { if case .nothing = self { true } else { false } }

  /// The number of its rows in a format; nil for an answer without rows.
  fileprivate func rowCount(in format: OutputFormat) -> Int? {
    switch self {
    case .table(let table, _, _), .storedRows(let table, _): table.rows.count
    case .drawing(_, let table): format.isGrid ? nil : table.rows.count
    case .forms(let answer, _, let rows):
      format.isForPrograms ? rows.rows.count : answer.rowCount(in: format)
    case .summary(_, let list, _, _): list.table.rows.count
    case .incomplete(let answer, _), .charted(let answer, _, _): answer.rowCount(in: format)
    case .nothing, .text, .messages, .details, .page: nil
    }
  }
}

extension ValueFault {
  /// A failure that concerns an argument.
  init(_ failure: Diagnostic, at argument: String?) {
    self.init(
      failure.message, hint: failure.hint, at: argument, exitStatus: failure.exitStatus)
  }

  /// The fault of a command with `replace` but without a file.
  static func nothingToReplace(hint: String) -> ValueFault {
    ValueFault("replace needs a file", hint: hint, at: "replace")
  }
}
