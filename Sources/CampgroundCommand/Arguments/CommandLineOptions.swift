import CampgroundShell
import Foundation
import Rendering

/// The options given on the command line.
struct CommandLineOptions {
  /// The sources of commands, in the order in which they were given.
  enum Input: Equatable {
    /// The text of `-c`.
    case text(String)
    /// The path of `-f`; `-` is standard input.
    case file(String)
  }

  /// Which demo to work in.
  struct DemoChoice: Equatable {
    /// Whether it leaves out the years of history.
    var isShort = false
    /// Whether what was tried in it is dropped.
    var isNew = false
  }

  /// When to use color.
  enum ColorChoice: String, CaseIterable {
    case auto
    case always
    case never
  }

  var inputs: [Input] = []
  var storePath: String?
  var isInMemory = false
  /// The demo to work in; nil for a store of one's own.
  var demo: DemoChoice?
  var isReadOnly = false
  /// Whether a store of an older version is migrated.
  var migrates = true
  /// The name of the campground to work at; nil for the store's first.
  var campground: String?
  /// The name of the employee at work; nil if none was given.
  var user: String?
  var format: OutputFormat?
  var keepsGoing = false
  /// What becomes of the changes of scripts.
  var saving = BatchRun.Saving.each
  /// The assignments of `-v`, `NAME=VALUE`.
  var variables: [String] = []
  /// The fixed time given by `--now`; its time zone is settled once the store is open.
  var now: WallTimeArgument?
  /// The zone given by `--timezone`; nil for the campground's, or the machine's where there is no
  /// campground.
  var timeZone: TimeZone?
  var color = ColorChoice.auto
  /// Whether commands reach no files and programs other than the store.
  var isSafe = false
  /// Whether long answers at a terminal are shown page by page.
  var usesPager = true
  /// How long to wait for another process's lock, in seconds.
  var timeout = 10.0
  /// Whether to answer all questions with yes.
  var saysYes = false
  /// Whether to print commands with their answers, as a story.
  var echoes = false
  /// The text to print instead of running anything; nil for none.
  var generated: GeneratedText?
  var wantsHelp = false
  var wantsVersion = false
}
