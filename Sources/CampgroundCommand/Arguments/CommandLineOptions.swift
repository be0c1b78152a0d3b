import CampgroundShell
import Foundation
import Rendering

/// What the user asked for on the command line.
struct CommandLineOptions {
  /// Where commands come from, in the order in which they were given.
  enum Input: Equatable {
    /// The text of `-c`.
    case text(String)
    /// The path of `-f`; `-` is standard input.
    case file(String)
  }

  /// When to use colours.
  enum ColorChoice: String, CaseIterable {
    case auto
    case always
    case never
  }

  var inputs: [Input] = []
  var storePath: String?
  var isInMemory = false
  var isReadOnly = false
  /// Whether a store of an older version is migrated.
  var migrates = true
  /// The name of the campground to work at; nil for the store's first.
  var campground: String?
  /// The name of who works here; nil where nobody said.
  var user: String?
  var format: OutputFormat?
  var keepsGoing = false
  /// The wall time that stands for the present, in the zone that is settled once the store is open.
  var now: WallTimeArgument?
  /// The zone that was asked for; nil for the campground's, and the machine's where there is none.
  var timeZone: TimeZone?
  var color = ColorChoice.auto
  /// For how many seconds another process's lock is waited for.
  var timeout = 10.0
  /// Whether questions are answered with yes.
  var saysYes = false
  var wantsHelp = false
  var wantsVersion = false
}
