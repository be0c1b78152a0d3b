import Foundation

/// Whether the ends of the program are still connected.
enum InputEnd {
  /// Whether the input has ended, or the reader of the output has gone.
  ///
  /// Nothing is consumed from the input, because its contents belong to the commands that follow.
  static func isReached(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) -> Bool {
    var ends = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output, events: 0, revents: 0),
    ]
    guard poll(&ends, 2, 0) > 0 else { return false }
    let gone = Int16(POLLHUP) | Int16(POLLERR) | Int16(POLLNVAL)
    if ends[1].revents & gone != 0 || ends[0].revents & gone != 0 {
      return true
    }
    guard ends[0].revents & Int16(POLLIN) != 0 else { return false }
    return isAtEnd(input)
  }

  /// Whether an input that never blocks has nothing left to read.
  private static func isAtEnd(_ input: Int32) -> Bool {
    var status = stat()
    guard fstat(input, &status) == 0 else { return true }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return lseek(input, 0, SEEK_CUR) >= status.st_size
    // A terminal has no end until it hangs up; a character device that is not a terminal is
    // /dev/null.
    case S_IFCHR: return isatty(input) == 0
    default:
      var waiting: Int32 = 0
      return ioctl(input, UInt(FIONREAD), &waiting) == 0 && waiting == 0
    }
  }
}
