import Foundation
import TestSupport
import XCTest

@testable import Campground

@MainActor
final class PDFConverterTests: XCTestCase {
  /// A folder with a program of a name, written in the shell's language.
  private func folder(with name: String, _ script: String) throws -> String {
    let folder = try temporaryFolder()
    let file = folder.appendingPathComponent(name)
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return folder.path
  }

  private func document(_ path: String) throws -> String? {
    try CommandPDFConverter(path: path).document(of: "<p>Hello</p>") { false }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  func testWithoutAProgramThereIsNoDocument() async throws {
    XCTAssertNil(try document(temporaryFolder().path))
    XCTAssertNil(try document(""))
  }

  func testEachProgramGetsThePageAndTheFileInItsOwnWay() async throws {
    let last = "for last; do :; done"
    let scripts = [
      "weasyprint": "(printf '%%PDF-1.7 '; cat \"$1\") > \"$2\"",
      "wkhtmltopdf": "\(last); (printf '%%PDF-1.7 '; cat \"$3\") > \"$last\"",
      "chromium": """
      \(last); for one; do case "$one" in --print-to-pdf=*) target="${one#*=}";; esac; done
      (printf '%%PDF-1.7 '; cat "${last#file://}") > "$target"
      """,
    ]
    for (name, script) in scripts {
      XCTAssertEqual(try document(folder(with: name, script)), "%PDF-1.7 <p>Hello</p>", name)
    }
  }

  func testWhatIsNoDocumentIsNotTakenForOne() async throws {
    let wrong = try folder(with: "weasyprint", "echo hello > \"$2\"")
    XCTAssertThrowsError(try document(wrong)) {
      XCTAssertEqual(
        $0 as? PDFConversionError,
        PDFConversionError(program: "weasyprint", reason: "it ended with status 0"))
    }
    let failing = try folder(with: "weasyprint", "echo no fonts >&2; exit 1")
    XCTAssertThrowsError(try document(failing)) {
      XCTAssertEqual(
        $0 as? PDFConversionError,
        PDFConversionError(program: "weasyprint", reason: "it said: no fonts"))
    }
  }
}
