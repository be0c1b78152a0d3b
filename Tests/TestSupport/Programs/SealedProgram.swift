import Foundation

/// Runs the package's `campground` where it sees nothing of the machine: its own home and folder,
/// a fixed language and time zone, no colours.
public struct SealedProgram: Sendable {
  /// What a run gave.
  public struct Outcome: Sendable {
    /// The exit status; 128 and the signal's number when one ended the program.
    public let status: Int32
    /// What went to standard output.
    public let output: String
    /// What went to standard error.
    public let errors: String
  }

  /// The folder that the program starts in and keeps its files in.
  public let folder: URL

  /// Makes a fresh folder.
  public init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("campground-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Throws the folder away.
  public func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The folder of the built programs, where the tests lie, too.
  public static var binaries: URL {
    let test = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: test).deletingLastPathComponent()
  }

  /// The path of `campground`.
  public static var path: String { binaries.appendingPathComponent("campground").path }

  /// The variables that the program sees.
  public var environment: [String: String] {
    let variables = ProcessInfo.processInfo.environment
    // `Tests/mutants` switches changes on, and sees which are reached, in this program too.
    let shared = ["LD_LIBRARY_PATH", "MUTANT", "MUTANTS_REACHED"]
    let inherited = variables.filter { shared.contains($0.key) }
    return inherited.merging([
      "PATH": Self.binaries.path + ":" + (variables["PATH"] ?? "/usr/bin:/bin"),
      "HOME": folder.path, "XDG_DATA_HOME": folder.path + "/data",
      "XDG_STATE_HOME": folder.path + "/state", "TZ": "UTC", "LC_ALL": "C.UTF-8",
      "COLUMNS": "80", "NO_COLOR": "1", "TERM": "xterm", "PAGER": "",
    ]) { $1 }
  }

  /// Runs `campground`.
  public func run(_ arguments: String..., input: String = "") throws -> Outcome {
    try run(program: Self.path, arguments, input: input).outcome
  }

  /// Runs a command line of the shell, with what it prints and complains of in one text.
  public func runCommandLine(_ text: String) throws -> Outcome {
    try run(program: "/bin/sh", ["-c", "{ \(text)\n} 2>&1"], input: "").outcome
  }

  /// A program that was started and not waited for.
  public struct Running {
    fileprivate let process: Process
    fileprivate let files: URL

    /// Ends it at once, as `kill -9` does.
    public func kill() {
      _ = Foundation.kill(process.processIdentifier, SIGKILL)
    }

    /// Waits for the end.
    public var outcome: Outcome {
      process.waitUntilExit()
      defer { try? FileManager.default.removeItem(at: files) }
      let status = process.terminationStatus
      let text = { (name: String) in
        let data = try? Data(contentsOf: files.appendingPathComponent(name))
        return String(decoding: data ?? Data(), as: UTF8.self)
      }
      return Outcome(
        status: process.terminationReason == .exit ? status : 128 + status, output: text("out"),
        errors: text("err"))
    }
  }

  /// Starts `campground` without waiting.
  public func start(_ arguments: [String], input: String = "") throws -> Running {
    try run(program: Self.path, arguments, input: input)
  }

  /// Files instead of pipes: nothing can fill up and block.
  private func run(program: String, _ arguments: [String], input: String) throws -> Running {
    let files = FileManager.default.temporaryDirectory
      .appendingPathComponent("run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = folder
    for name in ["in", "out", "err"] {
      try Data((name == "in" ? input : "").utf8).write(to: files.appendingPathComponent(name))
    }
    process.standardInput = try FileHandle(forReadingFrom: files.appendingPathComponent("in"))
    process.standardOutput = try FileHandle(forWritingTo: files.appendingPathComponent("out"))
    process.standardError = try FileHandle(forWritingTo: files.appendingPathComponent("err"))
    try process.run()
    return Running(process: process, files: files)
  }
}
