/// A word with the form of the codes that a campground gives: `R-1`, `s-7`, `V-HFMV-KX79`, and
/// `R-new1` in a scratch pad.
///
/// Such a word only ever means the object with that code, and nothing new may have it as a name.
public struct CodeWord: Sendable, Hashable {
  /// What has codes, by the letter that they begin with.
  public enum Kind: Character, Sendable, Hashable, CaseIterable {
    case reservation = "R"
    case sale = "S"
    case waitlistEntry = "W"
    case folio = "F"
    case voucher = "V"
    case message = "M"
  }

  /// What the code is for.
  public let kind: Kind

  /// The code as it is given.
  public let code: String

  /// Reads a word, in any case; nil for any other word.
  public init?(_ word: String) {
    let code = word.uppercased()
    guard let first = code.first, let kind = Kind(rawValue: first) else { return nil }
    let isCode =
      kind == .voucher
      ? code.wholeMatch(of: /V-[0-9A-Z]{4}-[0-9A-Z]{4}/) != nil
      : code.wholeMatch(of: /[A-Z]-(NEW)?[0-9]+/) != nil
    guard isCode else { return nil }
    self.kind = kind
    self.code = kind == .voucher ? code : code.replacing("NEW", with: "new")
  }
}

extension CodeWord.Kind: CustomStringConvertible {
  /// The kind in everyday words: `waitlist entry`.
  public var description: String {
    switch self {
    case .reservation: "reservation"
    case .sale: "sale"
    case .waitlistEntry: "waitlist entry"
    case .folio: "folio"
    case .voucher: "voucher"
    case .message: "message"
    }
  }
}
