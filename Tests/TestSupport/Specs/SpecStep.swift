/// One step of a spec: something to do, and what has to come out.
public struct SpecStep: Sendable, Hashable {
  /// What there is to do.
  public enum Action: Sendable, Hashable {
    /// Start afresh, with an empty campground.
    case reset
    /// Start afresh as `campground` does with these options.
    case open([String])
    /// Give a command to the shell; the lines of a continued command are joined by line breaks.
    case command(String)
    /// Run a command line and expect an exit status.
    case console(String, status: Int)
    /// Write a file of the name and content.
    case file(String, content: String)
    /// Make a store of version 1 of the model under the name, with stays, each of which has a camper, a
    /// phone number, a site, the arrival and how many nights it is.
    case book(String, stays: [[String]])
  }

  /// What there is to do.
  public let action: Action

  /// The line of the spec on which the step begins, counted from 1.
  public let line: Int

  /// The lines that have to come out; `...` and `[..]` in them elide.
  public let expected: [String]

  /// The place of the expected lines, and of a console step's status line, in the spec's lines,
  /// counted from 0; empty and right behind the command when nothing is expected.
  public let outputLines: Range<Int>

  /// The fence that closes the block, which no output line may look like.
  let fence: String
}
