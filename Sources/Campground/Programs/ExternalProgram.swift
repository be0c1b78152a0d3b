import Foundation

/// A program of this machine that does a job for the campground: it scales a picture, prints a page
/// to PDF, or sends mail.
///
///     let run = try ExternalProgram(path: "/usr/sbin/sendmail", arguments: ["-t"]).run(input: mail)
///     print(run.status, run.output)
///
/// It is never started through a shell, so that no text can become a command.
public struct ExternalProgram: Hashable, Sendable {
  /// The path of the program.
  public let path: String

  /// Its arguments.
  public let arguments: [String]

  /// Makes a program with its arguments.
  public init(path: String, arguments: [String] = []) {
    self.path = path
    self.arguments = arguments
  }

  /// The name of the program.
  public var name: String { (path as NSString).lastPathComponent }

  /// How a run ended.
  public struct Run: Hashable, Sendable {
    /// The exit status.
    public let status: Int32

    /// The beginning of what it wrote to both of its outputs, up to 64 KB.
    public let output: String

    /// The first line of the output; empty if there was none.
    public var firstLine: String {
      output.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }
  }

  /// Why a program did not come to its end.
  public enum Failure: Error, Hashable, Sendable {
    /// It could not be started, for a reason in words.
    case notStarted(String)
    /// It did not end within a number of seconds, and was killed.
    case tooSlow(seconds: Int)
    /// The user canceled it, and it was killed.
    case canceled
  }

  /// How much of the output is read.
  private static let mostOutput = 65_536

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - input: its standard input.
  ///   - seconds: the time limit.
  ///   - isCanceled: asked ten times a second whether to give up.
  /// - Throws: `Failure`.
  public func run(
    input: Data = Data(), seconds: Int = 30, unless isCanceled: () -> Bool = { false }
  ) throws(Failure) -> Run {
    do {
      return try TemporaryFolder.using { folder in
        try run(in: folder, input, seconds, unless: isCanceled)
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .notStarted((error as NSError).localizedDescription)
    }
  }

  /// Input and output are files: a program that does not read its input, or leaves a child behind
  /// that keeps its output open, cannot block this one.
  private func run(
    in folder: URL, _ input: Data, _ seconds: Int, unless isCanceled: () -> Bool
  ) throws -> Run {
    let (inputFile, outputFile) = (
      folder.appendingPathComponent("input"), folder.appendingPathComponent("output")
    )
    try input.write(to: inputFile)
    try Data().write(to: outputFile)
    let output = try FileHandle(forWritingTo: outputFile)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = output
    process.standardError = output
    let end = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in end.signal() }
    try process.run()
    let deadline = ContinuousClock.now + .seconds(seconds)
    while end.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      let isLate = ContinuousClock.now >= deadline
      guard isLate || isCanceled() else { continue }
      // Its children, too, where it is the leader of a group.
      if getpgid(process.processIdentifier) == process.processIdentifier {
        kill(-process.processIdentifier, SIGKILL)
      } else {
        kill(process.processIdentifier, SIGKILL)
      }
      end.wait()
      throw isLate ? Failure.tooSlow(seconds: seconds) : Failure.canceled
    }
    let written = try FileHandle(forReadingFrom: outputFile).read(upToCount: Self.mostOutput)
    return Run(
      status: process.terminationStatus,
      output: String(decoding: written ?? Data(), as: UTF8.self))
  }

  // MARK: Finding programs

  /// The folders of the environment's `PATH`, in order.
  public static var searchPath: [String] {
    folders(of: ProcessInfo.processInfo.environment["PATH"] ?? "")
  }

  /// The folders of a search path, which colons separate.
  public static func folders(of path: String) -> [String] {
    path.split(separator: ":").map(String.init)
  }

  /// The path of the first program of several that is installed.
  ///
  /// - Parameter folders: the folders to search, in order.
  /// - Returns: nil if none is.
  public static func path(of names: [String], in folders: [String] = searchPath) -> String? {
    for name in names {
      for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
      {
        return "\(folder)/\(name)"
      }
    }
    return nil
  }
}

extension ExternalProgram.Failure: CustomStringConvertible {
  /// What happened, as a clause about the program: `it did not end within 30 seconds`.
  public var description: String {
    switch self {
    case .notStarted(let reason): "it could not be started (\(reason))"
    case .tooSlow(let seconds): "it did not end within \(seconds) second\(seconds == 1 ? "" : "s")"
    case .canceled: "it was canceled"
    }
  }
}

/// A folder that only its owner can read, for as long as some work takes.
enum TemporaryFolder {
  static func using<Result>(_ work: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("campground-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // A file left behind in a temporary folder does no harm.
    defer { try? FileManager.default.removeItem(at: folder) }
    return try work(folder)
  }
}
