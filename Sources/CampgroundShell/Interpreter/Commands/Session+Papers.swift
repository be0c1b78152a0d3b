import Campground
import CommandKit

/// The commands that print what a group takes along.
extension Session {
  func groupConfirmation(_ command: ParsedCommand) throws -> Answer {
    try answer(try folios.confirmation(of: group(command)), as: paperForm(of: command))
  }

  func groupReceipt(_ command: ParsedCommand) throws -> Answer {
    try answer(try folios.receipt(of: group(command)), as: paperForm(of: command))
  }

  private func paperForm(of command: ParsedCommand) throws(ValueFault) -> PaperForm {
    try PaperForm(
      command[.paperFormat].flatMap(PaperFormat.init(rawValue:)), file: command[.toFile],
      isReplacing: command.has(.replace))
  }
}
