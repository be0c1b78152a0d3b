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
    folders = path.map(ExternalProgram.folders) ?? ExternalProgram.searchPath
  }

  public func thumbnail(of picture: Data, _ header: PictureHeader, side: Int) throws -> Data? {
    guard let tool = try tool() else { return nil }
    return try TemporaryFolder.using { folder in
      let source = folder.appendingPathComponent("picture.\(header.format.rawValue)")
      // Photographs stay small as JPEG; drawings may be transparent.
      let format = [.png, .gif].contains(header.format) ? "png" : "jpeg"
      let target = folder.appendingPathComponent("thumbnail.\(format)")
      try picture.write(to: source)
      let program = ExternalProgram(
        path: tool.path, arguments: tool.arguments(source, header.format, target, format, side))
      let run: ExternalProgram.Run
      do {
        run = try program.run(seconds: Self.seconds)
      } catch {
        throw ImageScalingError(command: program.name, reason: "\(error)")
      }
      guard run.status == 0, let thumbnail = try? Data(contentsOf: target), !thumbnail.isEmpty
      else {
        throw ImageScalingError(
          command: program.name,
          reason: run.firstLine.replacingOccurrences(of: folder.path + "/", with: ""))
      }
      return thumbnail
    }
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
        let version = try ExternalProgram(path: path, arguments: ["-version"])
          .run(seconds: Self.seconds)
        if version.status == 0, version.output.hasPrefix("Version: ImageMagick") {
          return Tool(path: path, isVips: false)
        }
      }
    }
    return nil
  }
}
