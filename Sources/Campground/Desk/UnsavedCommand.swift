import ObjectGraph

/// A command that waits in a scratch pad, with what it needs to be done again.
struct UnsavedCommand {
  /// What people call it.
  var name: String

  /// Who gave it.
  let author: String?

  /// The campground that was chosen then.
  let campground: CampgroundChoice?

  /// What makes codes of vouchers, the same in each run.
  let voucherCodes: VoucherCodes

  /// The files that it reads.
  let inputs = InputFiles()

  /// What it does.
  let body: @MainActor (Services) throws -> Void

  /// Tells it from the others of the pad.
  var id = 0

  /// The placeholders that were given for numbers before.
  var placeholders = PlaceholderNumbers()

  /// What it came to when it was shown.
  var outcome = CommandOutcome()

  /// What somebody else changed, so that it came to something else when it was shown again last.
  var change: MeanwhileChange?

  /// Why it does not work any more; nil while it does.
  var problem: (any Error)?
}

/// Why a scratch pad was not saved.
public struct UnsavedCommandError: Error {
  /// The place of the command in the list, from 1.
  public let position: Int

  /// What people call the command.
  public let command: String

  /// What it ran into.
  public let reason: any Error
}

extension UnsavedCommandError: CustomStringConvertible {
  /// The reason.
  public var description: String { "\(reason)" }
}
