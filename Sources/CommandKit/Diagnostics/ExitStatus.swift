/// The exit statuses of the command line, after the BSD `sysexits` convention.
package enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
  /// Everything went well.
  case success = 0
  /// Everything went well, and the answer is no.
  case no = 1
  /// The command line's own arguments are wrong.
  case usage = 64
  /// A command of the shell, or the data it was given, failed.
  case data = 65
  /// An input file is missing or cannot be read.
  case noInput = 66
  /// A fault of the program itself.
  case software = 70
  /// An output file cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed halfway.
  case inputOutput = 74
  /// The failure is temporary; the same command may succeed later.
  case temporaryFailure = 75
  /// A setting or its file is wrong.
  case configuration = 78
  /// The user interrupted the command.
  case interrupted = 130
}
