import Foundation
import TestSupport
import XCTest

/// A small program that is compiled against the engine, in Swift 6 mode, and never run.
struct CompiledProgram {
  /// An error that the compiler is expected to find: the text that a line's mark names.
  struct Refusal: Equatable {
    let line: Int
    let text: String
  }

  /// What the compiler said about a line.
  struct Complaint {
    let line: Int
    let message: String
  }

  let file: URL

  var name: String { file.deletingPathExtension().lastPathComponent }

  /// The folder of the programs; each has a twin of the same name in the other folder in it.
  static let programs = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Programs")

  /// The programs of a folder by name.
  static func all(in folder: String) throws -> [CompiledProgram] {
    try FileManager.default.contentsOfDirectory(
      at: programs.appendingPathComponent(folder), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "swift" }
      .sorted { $0.path < $1.path }
      .map { CompiledProgram(file: $0) }
  }

  /// The marks `// refused: text` at the ends of lines.
  func expectedRefusals() throws -> [Refusal] {
    let mark = "// refused: "
    let lines = try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      line.range(of: mark).map { Refusal(line: index + 1, text: String(line[$0.upperBound...])) }
    }
  }

  /// Compiles the program together with the class that all of them use.
  ///
  /// Errors of regions are found after type checking only, so object code is made and thrown away.
  ///
  /// - Returns: whether it compiled, the errors in the program's own file, and all that was said.
  func compile() throws -> (isCompiled: Bool, errors: [Complaint], transcript: String) {
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("isolation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let sources = Self.programs.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    let transcript = scratch.appendingPathComponent("transcript")
    _ = FileManager.default.createFile(atPath: transcript.path, contents: nil)
    let output = try FileHandle(forWritingTo: transcript)
    defer { try? output.close() }

    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = [
      "swiftc", "-swift-version", "6", "-warnings-as-errors", "-wmo", "-c", "-parse-as-library",
      "-module-name", "Program", "-o", scratch.appendingPathComponent("program.o").path,
      "-I", SealedProgram.binaries.appendingPathComponent("Modules").path,
      "-Xcc", "-fmodule-map-file=\(sources.path)/CSQLite/module.modulemap",
      Self.programs.appendingPathComponent("Camper.swift").path, file.path,
    ]
    compiler.standardOutput = output
    compiler.standardError = output
    try compiler.run()
    compiler.waitUntilExit()

    let said = try String(contentsOf: transcript, encoding: .utf8)
    return (compiler.terminationStatus == 0, complaints(in: said), said)
  }

  /// The lines `path:line:column: error: message` about the program's own file.
  private func complaints(in transcript: String) -> [Complaint] {
    transcript.split(separator: "\n").compactMap { said in
      guard said.hasPrefix(file.path + ":") else { return nil }
      let parts = said.dropFirst(file.path.count + 1).split(separator: ":", maxSplits: 2)
      guard parts.count == 3, let line = Int(parts[0]) else { return nil }
      let message = parts[2].trimmingCharacters(in: .whitespaces)
      return message.hasPrefix("error: ") ? Complaint(line: line, message: message) : nil
    }
  }
}
