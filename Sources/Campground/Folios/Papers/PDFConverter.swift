import Foundation

/// Prints pages to PDF.
public protocol PDFConverter: Sendable {
  /// The PDF document of a page.
  ///
  /// - Parameters:
  ///   - page: a self-contained HTML page.
  ///   - isCanceled: asked now and then whether to give up.
  /// - Returns: nil where no program here makes PDF documents.
  /// - Throws: `PDFConversionError`.
  func document(of page: String, unless isCanceled: () -> Bool) throws(PDFConversionError) -> Data?
}

/// Why a page could not be printed to PDF.
public struct PDFConversionError: Error, Hashable, Sendable {
  /// The program that failed.
  public let program: String

  /// Why, as a clause about the program: `it did not end within 60 seconds`.
  public let reason: String

  /// Makes an error.
  public init(program: String, reason: String) {
    self.program = program
    self.reason = reason
  }
}

/// Prints pages with WeasyPrint, wkhtmltopdf or Chromium, whichever is installed.
public struct CommandPDFConverter: PDFConverter {
  /// The folders to search for programs, in order.
  private let folders: [String]

  /// The programs in order of preference; all but the first two are Chromium by different names.
  public static let programs = [
    "weasyprint", "wkhtmltopdf", "chromium", "chromium-browser", "google-chrome",
    "google-chrome-stable",
  ]

  /// The time limit, in seconds.
  private static let seconds = 60

  /// Makes a converter.
  ///
  /// - Parameter path: the folders to search for programs, separated by colons; by default the
  ///   environment's `PATH`.
  public init(path: String? = nil) {
    folders = path.map(ExternalProgram.folders) ?? ExternalProgram.searchPath
  }

  public func document(
    of page: String, unless isCanceled: () -> Bool
  ) throws(PDFConversionError) -> Data? {
    guard let path = ExternalProgram.path(of: Self.programs, in: folders) else { return nil }
    let name = (path as NSString).lastPathComponent
    do {
      return try TemporaryFolder.using { folder in
        let (source, target) = (
          folder.appendingPathComponent("page.html"), folder.appendingPathComponent("page.pdf")
        )
        try Data(page.utf8).write(to: source)
        let program = ExternalProgram(
          path: path, arguments: Self.arguments(of: name, source, target, in: folder))
        let run = try program.run(seconds: Self.seconds, unless: isCanceled)
        guard let document = try? Data(contentsOf: target),
          document.starts(with: Data("%PDF-".utf8))
        else {
          let said = run.firstLine.replacingOccurrences(of: folder.path + "/", with: "")
          throw PDFConversionError(
            program: name,
            reason: said.isEmpty ? "it ended with status \(run.status)" : "it said: \(said)")
        }
        return document
      }
    } catch let error as PDFConversionError {
      throw error
    } catch {
      throw PDFConversionError(program: name, reason: "\(error)")
    }
  }

  private static func arguments(
    of name: String, _ source: URL, _ target: URL, in folder: URL
  ) -> [String] {
    switch name {
    case "weasyprint": return [source.path, target.path]
    case "wkhtmltopdf":
      return ["--quiet", "--disable-javascript", source.path, target.path]
    default:
      // Chromium refuses to run as root with its sandbox.
      let sandbox = geteuid() == 0 ? ["--no-sandbox"] : []
      return [
        "--headless", "--disable-gpu", "--no-pdf-header-footer",
        "--user-data-dir=\(folder.path)/profile", "--print-to-pdf=\(target.path)",
      ] + sandbox + [source.absoluteString]
    }
  }
}
