import Foundation

/// Scales pictures with the command of ImageMagick or libvips, whichever is installed.
public struct CommandImageScaler: ImageScaler {
  /// The folders to search for commands, in order.
  private let folders: [String]

  /// The time limit of a command, in seconds.
  private static let seconds = 30

  /// Makes a scaler.
  ///
  /// - Parameter path: the folders to search for commands, separated by colons; by default the
  ///   environment's `PATH`.
  public init(path: String? = nil) {
    let path = path ?? ProcessInfo.processInfo.environment["PATH"] ?? ""
    folders = path.split(separator: ":").map(String.init)
  }

  public func thumbnail(of picture: Data, _ header: PictureHeader, side: Int) throws -> Data? {
    guard let tool = try tool() else { return nil }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("campground-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // A file left behind in a temporary folder does no harm.
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("picture.\(header.format.rawValue)")
    // Photographs stay small as JPEG; drawings may be transparent.
    let format = [.png, .gif].contains(header.format) ? "png" : "jpeg"
    let target = folder.appendingPathComponent("thumbnail.\(format)")
    try picture.write(to: source)
    let run = try Self.run(tool.path, tool.arguments(source, header.format, target, format, side))
    guard run.status == 0, let thumbnail = try? Data(contentsOf: target), !thumbnail.isEmpty else {
      let said = run.output.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      throw ImageScalingError(
        command: (tool.path as NSString).lastPathComponent,
        reason: said.replacingOccurrences(of: folder.path + "/", with: ""))
    }
    return thumbnail
  }

  // MARK: The command

  private struct Tool {
    var path: String
    var isVips: Bool

    func arguments(
      _ source: URL, _ sourceFormat: PictureHeader.Format, _ target: URL, _ targetFormat: String,
      _ side: Int
    ) -> [String] {
      let size = "\(side)x\(side)>"
      guard !isVips else { return [source.path, "--size", size, "-o", target.path] }
      // Naming the format keeps other decoders from being tried on an untrusted file; the limits
      // keep a small file from expanding into a huge picture. An animation is reduced to its first
      // picture.
      return [
        "-limit", "width", "30KP", "-limit", "height", "30KP", "-limit", "memory", "256MiB",
        "-limit", "map", "512MiB", "\(sourceFormat.rawValue):\(source.path)[0]", "-auto-orient",
        "-thumbnail", size, "-strip", "\(targetFormat):\(target.path)",
      ]
    }
  }

  private func tool() throws -> Tool? {
    for folder in folders {
      for name in ["magick", "convert", "vipsthumbnail"] {
        let path = "\(folder)/\(name)"
        guard FileManager.default.isExecutableFile(atPath: path) else { continue }
        if name == "vipsthumbnail" { return Tool(path: path, isVips: true) }
        // Other programs use the same command name; only ImageMagick identifies itself like this.
        let version = try Self.run(path, ["-version"])
        if version.status == 0, version.output.hasPrefix("Version: ImageMagick") {
          return Tool(path: path, isVips: false)
        }
      }
    }
    return nil
  }

  /// Runs a command to its end or until the time limit; both of its outputs are returned as one
  /// text.
  private static func run(
    _ path: String, _ arguments: [String]
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let watchdog = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: watchdog)
    defer { watchdog.cancel() }
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
