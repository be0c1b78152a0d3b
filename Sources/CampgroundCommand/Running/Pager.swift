import CampgroundShell
import CommandKit
import Foundation
import LineEditor
import Rendering

/// Shows answers that are longer than the screen page by page, with the program that `PAGER` names.
///
/// Without `PAGER` it is less, where that is installed. A user who leaves it early, or presses
/// Ctrl-C in it, comes back to the shell.
@MainActor
final class Pager {
  /// The program with its arguments.
  private let words: [String]
  private let environment: [String: String]
  private let terminal: TerminalTraits
  private let reader: any LineReader
  private let report: (Diagnostic) -> Void
  private var isUsable = true

  /// Nil if answers should not be paged: `PAGER` is empty or `cat`, or there is no pager.
  ///
  /// - Parameter reader: keeps the commands that were typed ahead, which are not for the pager.
  init?(
    _ environment: [String: String], on terminal: TerminalTraits, besides reader: any LineReader,
    report: @escaping (Diagnostic) -> Void
  ) {
    let preferred = environment["PAGER"]?.trimmingCharacters(in: .whitespaces)
    switch preferred {
    case "", "cat": return nil
    case nil:
      guard Self.isInstalled("less", environment) else { return nil }
      words = ["less"]
    case let preferred?: words = Self.words(of: preferred)
    }
    // What git gives a less without options: no more than a screen stays on it, with colors.
    self.environment = environment.merging(["LESS": "FRX"]) { own, _ in own }
    self.terminal = terminal
    self.reader = reader
    self.report = report
  }

  private static func isInstalled(_ program: String, _ environment: [String: String]) -> Bool {
    (environment["PATH"] ?? "").split(separator: ":").contains {
      access("\($0)/\(program)", X_OK) == 0
    }
  }

  /// The words of a command line; one that only a shell understands is left to it.
  private static func words(of line: String) -> [String] {
    line.contains { "\"'\\$`|&;<>()*?[]{}~#=".contains($0) }
      ? ["/bin/sh", "-c", line] : line.split(separator: " ").map(String.init)
  }

  /// Shows a text, and returns when the user leaves it.
  ///
  /// - Returns: false if the text fits the screen, or cannot be paged, and has not been shown.
  func show(_ text: String) -> Bool {
    guard isUsable, overflows(text) else { return false }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reader.setTypedAside()
    let child = start(reading: ends[0])
    close(ends[0])
    defer { if child == nil { close(ends[1]) } }
    guard let child else { return refuse() }
    // A user who has seen enough closes the pipe.
    let former = signal(SIGPIPE, SIG_IGN)
    try? DescriptorDestination(descriptor: ends[1], name: "the pager").write(text)
    close(ends[1])
    signal(SIGPIPE, former)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    // A shell ends like this if there is no such program.
    return status == Self.notFound << 8 ? refuse() : true
  }

  private static let notFound: Int32 = 127

  /// Says once that there is no such pager.
  private func refuse() -> Bool {
    isUsable = false
    report(
      Diagnostic(
        "the pager \"\(environment["PAGER"] ?? words[0])\" cannot be run",
        hint: "set PAGER to another, or leave it out", severity: .warning))
    return false
  }

  private func start(reading input: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer {
      for string in arguments + variables { free(string) }
      posix_spawn_file_actions_destroy(&actions)
    }
    var child: pid_t = 0
    return posix_spawnp(&child, words[0], &actions, nil, arguments, variables) == 0 ? child : nil
  }

  /// Whether a text takes more lines than the screen has above the next prompt.
  private func overflows(_ text: String) -> Bool {
    guard let (width, height) = terminal.screen(STDOUT_FILENO) else { return false }
    var rest = height - 1
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      rest -= max(1, (DisplayWidth.ofStyled(String(line)) + width - 1) / width)
      if rest < 0 { return true }
    }
    return false
  }
}
