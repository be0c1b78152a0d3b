import Campground
import CommandKit
import Foundation
import Rendering

/// Writes all data of a store to files, all of them or none.
struct DataExport {
  /// What is written.
  enum Form: Equatable {
    /// A CSV file for each table, and a README, in a folder.
    case folder
    /// One JSON file.
    case json

    /// The form that a path asks for.
    ///
    /// - Throws: a fault for a file of any other kind.
    init(of path: String) throws(ValueFault) {
      switch FileEnding(of: path) {
      case .unknown: self = .folder
      case .format(.json): self = .json
      default:
        throw ValueFault(
          "everything cannot be written to one .\((path as NSString).pathExtension) file",
          hint: "name a folder for CSV files, or a .json file", at: "target")
      }
    }
  }

  let form: Form
  let path: String
  let isRaw: Bool

  private static let readme = "README.md"

  /// Why nothing can be written there, as far as is known beforehand.
  var obstacle: Diagnostic? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    switch form {
    case .folder where !isFolder.boolValue:
      return Diagnostic(
        "\(path) is a file", hint: "name a folder, or a .json file", exitStatus: .cannotCreate)
    case .json where isFolder.boolValue:
      return Diagnostic("\(path) is a folder", hint: "name a file", exitStatus: .cannotCreate)
    default: return nil
    }
  }

  /// The paths of the files.
  func files(of tables: [ExportTable]) -> [String] {
    form == .json
      ? [path] : tables.map { file($0.name + ".csv") } + [file(Self.readme)]
  }

  private func file(_ name: String) -> String { (path as NSString).appendingPathComponent(name) }

  /// Writes the files.
  ///
  /// - Returns: the number of rows of each table.
  /// - Throws: a fault with exit status 73 or 74, and code 3072 if the user interrupts; everything is
  ///   then as it was.
  func run(_ service: ExportService) throws -> [(name: String, rows: Int)] {
    do {
      return try service.withSnapshot { snapshot in
        form == .json ? try writeObject(snapshot) : try writeFolder(snapshot)
      }
    } catch let failure as Diagnostic {
      throw ValueFault(failure, at: "target")
    }
  }

  // MARK: CSV

  private func writeFolder(_ snapshot: ExportSnapshot) throws -> [(name: String, rows: Int)] {
    let isNew = try makeFolder()
    var files: [WholeFile] = []
    do {
      var progress = try Progress(snapshot)
      defer { progress.finish() }
      var counts: [(name: String, rows: Int)] = []
      for table in snapshot.tables {
        let whole = try WholeFile(path: file(table.name + ".csv"))
        files.append(whole)
        let options = Renderer.Options(guardsFormulas: !isRaw)
        let renderer = Renderer(.csv, options: options)
        try whole.write(renderer.text(of: ResultTable(table, [], for: .csv)))
        var count = 0
        try snapshot.read(table) { rows in
          try whole.write(renderer.rows(of: ResultTable(table, rows, for: .csv)))
          count += rows.count
          progress.advance(by: rows.count)
        }
        counts.append((table.name + ".csv", count))
      }
      let readme = try WholeFile(path: file(Self.readme))
      files.append(readme)
      try readme.write(ExportReadme(snapshot, counts: counts.map(\.rows), isRaw: isRaw).text)
      for file in files { try file.finish() }
      return counts
    } catch {
      files = []
      if isNew { rmdir(path) }
      throw error
    }
  }

  /// Makes the folder if it does not exist.
  ///
  /// - Returns: whether it was made.
  private func makeFolder() throws(Diagnostic) -> Bool {
    guard mkdir(path, 0o700) != 0 else { return true }
    guard errno != EEXIST else { return false }
    let reason = String(cString: strerror(errno)).lowercased()
    throw Diagnostic(
      "the folder \(path) cannot be made: \(reason)", hint: "check the path and its permissions",
      exitStatus: .cannotCreate)
  }

  // MARK: JSON

  private func writeObject(_ snapshot: ExportSnapshot) throws -> [(name: String, rows: Int)] {
    let whole = try WholeFile(path: path)
    let renderer = Renderer(.jsonl)
    var progress = try Progress(snapshot)
    defer { progress.finish() }
    var counts: [(name: String, rows: Int)] = []
    try whole.write("{")
    for table in snapshot.tables {
      try whole.write("\(counts.isEmpty ? "" : ",")\n\"\(table.name.machineName)\":[")
      var count = 0
      try snapshot.read(table) { rows in
        let lines = renderer.text(of: ResultTable(table, rows, for: .json).forPrograms)
          .split(separator: "\n")
        try whole.write((count == 0 ? "\n" : ",\n") + lines.joined(separator: ",\n"))
        count += rows.count
        progress.advance(by: rows.count)
      }
      try whole.write("]")
      counts.append((table.name.machineName, count))
    }
    try whole.write("\n}\n")
    try whole.finish()
    return counts
  }

  // MARK: Progress

  /// Shows on a terminal how far the export is.
  private struct Progress {
    private let bar: ProgressBar?
    private let total: Int
    private var done = 0

    init(_ snapshot: ExportSnapshot) throws {
      bar = ProgressBar("Exporting", after: .seconds(1))
      total = bar == nil ? 0 : try snapshot.tables.reduce(0) { $0 + (try snapshot.count(of: $1)) }
    }

    mutating func advance(by rows: Int) {
      done += rows
      guard let bar, total > 0 else { return }
      bar.show(Double(done) / Double(total))
    }

    func finish() { bar?.clear() }
  }
}

extension ResultTable {
  /// Rows of an export; people read yes and no in CSV.
  fileprivate init(_ table: ExportTable, _ rows: [[ExportValue]], for format: OutputFormat) {
    self.init(
      columns: table.columns.map { Column($0.name) },
      rows: rows.map { $0.map { Cell($0, for: format) } })
  }
}

extension Cell {
  fileprivate init(_ value: ExportValue, for format: OutputFormat) {
    self =
      switch value {
      case .none: .null
      case .text(let text): .text(text)
      case .integer(let number): .integer(number)
      case .decimal(let digits): .decimal(digits)
      case .double(let number): .double(number)
      case .boolean(let isTrue): format == .csv ? .text(isTrue ? "yes" : "no") : .boolean(isTrue)
      }
  }
}
