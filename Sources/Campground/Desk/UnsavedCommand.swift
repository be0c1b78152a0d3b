import ObjectGraph

/// A command that waits in a scratch pad, with everything needed to repeat it.
public struct UnsavedCommand {
  /// The command as people call it.
  public internal(set) var name: String

  /// Who gave it.
  let author: String?

  /// The campground that was chosen at the time.
  let campground: CampgroundChoice?

  /// The generator of voucher codes, which gives the same codes in each run.
  let voucherCodes: VoucherCodes

  /// The files that it reads.
  let inputs = InputFiles()

  /// The work.
  let body: @MainActor (Services) throws -> Void

  /// The identifier within the pad, which stays the same when earlier commands are undone.
  public internal(set) var id = 0

  /// The placeholder numbers given before it.
  public internal(set) var placeholders = PlaceholderNumbers()

  /// The outcome as last shown.
  public internal(set) var outcome = CommandOutcome()

  /// What someone else changed, so that the outcome differed when it was last shown; nil if it did
  /// not.
  public internal(set) var change: MeanwhileChange?

  /// The error with which it no longer works.
  var fault: (any Error)?

  /// Why it no longer works; nil while it does.
  public var problem: String? { fault.map { "\($0)" } }
}

/// Why a scratch pad was not saved.
public struct UnsavedCommandError: Error {
  /// The position of the command in the list, from 1.
  public let position: Int

  /// The command as people call it.
  public let command: String

  /// The error of the command.
  public let reason: any Error
}

extension UnsavedCommandError: CustomStringConvertible {
  /// The reason.
  public var description: String { "\(reason)" }
}
