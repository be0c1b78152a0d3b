import Campground
import CommandKit

/// What is agreed for a stay, as commands say it.
extension Session {
  /// The discount that a command asks for by name.
  func offeredDiscount(of command: ParsedCommand) throws -> Discount? {
    guard command[.discount] != nil else { return nil }
    return try find(.discount, of: command, among: .discount, orElse: "discount add") {
      try rates.findOfferedDiscount($0)
    }
  }

  /// The discount that a command gives or, with empty text, takes away; nil for no change.
  func discountChoice(of command: ParsedCommand) throws -> TermChoice<Discount>? {
    guard let name = command[.discount] else { return nil }
    guard !name.isEmpty, let discount = try offeredDiscount(of: command) else { return .without }
    return .chosen(discount)
  }

  /// The cancellation policy that a command names; empty text, or "none" where no policy is called
  /// so, is none.
  func chosenPolicy(of command: ParsedCommand) throws -> TermChoice<CancellationPolicy>? {
    guard let name = command[.policy] else { return nil }
    if name.isEmpty { return .without }
    if name.lowercased() == "none", (try? policies.find(name)) == nil { return .without }
    return .chosen(try policy(command))
  }
}
