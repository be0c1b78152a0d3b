import Foundation

/// Takes messages out of the house.
public protocol MailCarrier: Sendable {
  /// Hands over a message.
  ///
  /// - Parameters:
  ///   - message: the message, as RFC 5322 has it.
  ///   - code: the code by which the outbox knows it: `M-5`.
  ///   - isCanceled: asked now and then whether to give up.
  /// - Throws: `MailFailure`.
  func carry(_ message: Data, code: String, unless isCanceled: () -> Bool) throws(MailFailure)
}

/// Why a message was not sent.
public struct MailFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why, as one line.
  public let description: String

  /// Makes a failure.
  public init(_ description: String) { self.description = description }
}

/// Hands each message to the standard input of a program, `sendmail -t`, which reads there whom it
/// goes to.
public struct ProgramMailCarrier: MailCarrier {
  private let line: String
  private let seconds: Int

  /// Makes a carrier.
  ///
  /// - Parameters:
  ///   - line: the program with its arguments, separated by spaces; one with a space in it is in
  ///     double quotes.
  ///   - seconds: the time limit for a message.
  public init(_ line: String, seconds: Int = 30) {
    self.line = line
    self.seconds = seconds
  }

  /// The program; nil if it is not installed.
  public var program: ExternalProgram? {
    var words = Self.words(of: line)
    guard !words.isEmpty else { return nil }
    let name = words.removeFirst()
    let path =
      name.contains("/")
      ? (FileManager.default.isExecutableFile(atPath: name) ? name : nil)
      // Where sendmail is, it is often beside the search path of a user.
      : ExternalProgram.path(
        of: [name], in: ExternalProgram.searchPath + ["/usr/sbin", "/usr/lib"])
    return path.map { ExternalProgram(path: $0, arguments: words) }
  }

  public func carry(
    _ message: Data, code: String, unless isCanceled: () -> Bool
  ) throws(MailFailure) {
    guard let program else {
      throw MailFailure("no program \(Self.words(of: line).first ?? "") is installed")
    }
    do {
      let run = try program.run(input: message, seconds: seconds, unless: isCanceled)
      guard run.status == 0 else {
        let said = run.firstLine
        throw MailFailure(
          "\(program.name) ended with status \(run.status)" + (said.isEmpty ? "" : ": \(said)"))
      }
    } catch let failure as MailFailure {
      throw failure
    } catch {
      throw MailFailure("\(program.name): \(error)")
    }
  }

  /// The words of a line; double quotes keep spaces within a word.
  static func words(of line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in line {
      switch character {
      case "\"":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted:
        if let whole = word { words.append(whole) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}

/// Puts each message into a folder as an .eml file that only its owner can read, for another program
/// to send. The folder is made if need be, but not the one that it lies in.
public struct FolderMailCarrier: MailCarrier {
  private let folder: String
  private let store: String

  /// Makes a carrier.
  ///
  /// - Parameter store: the identifier of the store, whose beginning is part of each file's name, so
  ///   that two stores may share a folder.
  public init(_ folder: String, store: String) {
    self.folder = folder
    self.store = String(store.prefix(8).lowercased())
  }

  public func carry(
    _ message: Data, code: String, unless isCanceled: () -> Bool
  ) throws(MailFailure) {
    let name = "\(code)-\(store).eml"
    let (target, temporary) = ("\(folder)/\(name)", "\(folder)/.\(name)")
    // One that is there stays as it is; a failure shows when the file is made.
    mkdir(folder, 0o700)
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(folder) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: message)
      try file.synchronize()
      try file.close()
    } catch {
      unlink(temporary)
      throw Self.failure(folder)
    }
    guard rename(temporary, target) == 0 else {
      let failure = Self.failure(folder)
      unlink(temporary)
      throw failure
    }
  }

  private static func failure(_ folder: String) -> MailFailure {
    MailFailure("\(folder) cannot be written: \(String(cString: strerror(errno)))")
  }
}
