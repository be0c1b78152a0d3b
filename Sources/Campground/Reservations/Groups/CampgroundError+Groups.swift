/// Errors about groups that share a bill.
extension CampgroundError {
  static func unknownGroup(_ name: String, known: [String]) -> Self {
    let isShort = known.count <= 8
    return unknown(
      .named("group", name), "group \"\(name)\"", known: isShort ? known : [],
      fix: known.isEmpty ? .bookGroup : isShort ? nil : .list(.groups))
  }

  /// Posted lines that concern the reservation cannot move to another bill.
  static func hasLines(_ code: String, bill: String) -> Self {
    Self(
      about: [.stay(code)],
      "\(code) already has lines on bill \(bill), and posted lines cannot move",
      fix: .advice("pay it separately"))
  }

  static func nobodyToShare(_ group: String) -> Self {
    Self(
      about: [.named("group", group)], "group \"\(group)\" has no booked stay to share the charge",
      fix: .chargeAlone)
  }
}
