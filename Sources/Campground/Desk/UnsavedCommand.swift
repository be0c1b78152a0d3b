import ObjectGraph

/// A command that waits in a scratch pad, with everything needed to repeat it.
struct UnsavedCommand {
  /// The command as people call it.
  var name: String

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

  /// The identifier within the pad.
  var id = 0

  /// The placeholder numbers given before it.
  var placeholders = PlaceholderNumbers()

  /// The outcome that was shown.
  var outcome = CommandOutcome()

  /// What someone else changed, so that the outcome differed when it was last shown.
  var change: MeanwhileChange?

  /// Why it no longer works; nil while it does.
  var problem: (any Error)?
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
