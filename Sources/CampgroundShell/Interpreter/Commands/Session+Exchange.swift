import Campground
import CommandKit
import Foundation

/// The commands that bring data in.
extension Session {
  func importCampSites(_ command: ParsedCommand) throws -> Answer {
    let importer = desk.services.campsiteImporter
    return try bringIn("campsite", command) { data, options in
      try importer.importCampsites(from: data, options: options)
    }
  }

  func importDetails(_ command: ParsedCommand) throws -> Answer {
    let importer = desk.services.siteDetailImporter
    return try bringIn("detail", command) { data, options in
      try importer.importDetails(from: data, options: options)
    }
  }

  func importStays(_ command: ParsedCommand) throws -> Answer {
    let importer = desk.services.stayImporter
    return try bringIn("stay", command) { data, options in
      try importer.importStays(from: data, options: options)
    }
  }

  func importEmployees(_ command: ParsedCommand) throws -> Answer {
    let importer = desk.services.employeeImporter
    return try bringIn("employee", command) { data, options in
      do {
        return try importer.importEmployees(from: data, options: options)
      } catch let error as ImportError {
        throw command.diagnostic(
          "\(try command.require(.file)): \(error)",
          hint: "it is one array of objects: [{\"name\": \"Kasey Mcfarland\", …}]",
          at: ParameterKey<String>.file)
      }
    }
  }

  /// Reads the file, lets the importer have it, and tells what came of it.
  ///
  /// - Throws: a diagnostic that names every reject; nothing was imported then.
  private func bringIn(
    _ thing: String, _ command: ParsedCommand,
    _ body: (Data, ImportOptions) throws -> ImportSummary
  ) throws -> Answer {
    let data = try fileContent(command)
    let options = ImportOptions(
      timeZone: try zoneOfNewCampgrounds(command),
      currency: try command[.currency].map { try Currency($0) },
      isDryRun: command.has(.dryRun))
    let summary: ImportSummary
    do {
      summary = try body(data, options)
    } catch let problem as CSVProblem {
      throw command.diagnostic(
        "\(try command.require(.file)): \(problem)", at: ParameterKey<String>.file)
    }
    guard summary.rejects.isEmpty else { throw try refusal(of: summary, command) }
    return .message(
      Self.sentence(about: summary, thing, isDryRun: options.isDryRun),
      record: [
        ("imported", .integer(Int64(summary.imported))),
        ("accepted", .integer(Int64(summary.accepted))),
        ("newCampgrounds", .list(summary.newCampgrounds.map { .text($0) })),
        ("newSites", .integer(Int64(summary.newSites))),
      ])
  }

  /// The zone that the command names, or in an empty store the session's; else nil, for the current
  /// campground's.
  private func zoneOfNewCampgrounds(_ command: ParsedCommand) throws -> TimeZone? {
    if let zone = command[.timeZone] { return TimeZone(identifier: zone) }
    return try campgrounds.current() == nil ? timeZone : nil
  }

  /// The most rejects that are listed one by one.
  private static let mostRejects = 20

  private func refusal(
    of summary: ImportSummary, _ command: ParsedCommand
  ) throws(Diagnostic) -> Diagnostic {
    let path = try command.require(.file)
    let rejects = summary.rejects
    var lines = [
      "\(rejects.count) of \(Self.counted(summary.rowsRead, "row")) in \(path) cannot be taken, so nothing was imported"
    ]
    lines += rejects.prefix(Self.mostRejects).map { reject in
      path + (reject.line.map { ":\($0)" } ?? "") + ": \(reject)"
    }
    if rejects.count > Self.mostRejects {
      lines.append("… and \(rejects.count - Self.mostRejects) more")
    }
    return Diagnostic(
      lines.joined(separator: "\n"), file: command.text.file, at: command.text.range)
  }

  private static func sentence(
    about summary: ImportSummary, _ thing: String, isDryRun: Bool
  ) -> String {
    var parts = [
      (isDryRun ? "Would import " : "Imported ") + counted(summary.accepted, thing)
    ]
    let campgrounds = summary.newCampgrounds.count
    if campgrounds > 0 { parts.append("new: " + counted(campgrounds, "campground")) }
    if summary.newSites > 0, thing != "campsite" {
      parts.append("new: " + counted(summary.newSites, "campsite"))
    }
    if isDryRun { parts.append("nothing was changed") }
    return parts.joined(separator: " · ")
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  /// The bytes of the file that a command names.
  private func fileContent(_ command: ParsedCommand) throws(Diagnostic) -> Data {
    let path = try path(of: command, .file)
    do {
      return try desk.content(of: path)
    } catch {
      throw command.diagnostic("\(error)", at: ParameterKey<String>.file)
        .with(exitStatus: .noInput)
    }
  }
}
