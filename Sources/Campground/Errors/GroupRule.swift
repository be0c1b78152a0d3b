/// A rule about groups on one bill that a call would have broken.
public enum GroupRule: Error, Hashable, Sendable {
  /// There is no group of that name; the known ones follow.
  case unknown(String, known: [String])
  /// There is a group of that name already.
  case nameTaken(String)
  /// A group books at least one site.
  case nothingToBook
  /// A site was named twice for dates that have a night in common.
  case siteTwice(String)
  /// The reservation is on the bill of that group already.
  case inGroup(String, group: String)
  /// The reservation is on no group's bill.
  case inNoGroup(String)
  /// Lines were written about the reservation, which stay on the bill that they are on.
  case hasLines(String, bill: String)
  /// The reservation is at another campground than the group.
  case elsewhere(String, group: String)
  /// Nothing of the group is to come that could be called off.
  case nothingToCancel(String)
  /// Nobody of the group is left to share an amount.
  case nobodyToShare(String)
  /// Nobody of the group is reserved who could be checked in.
  case nobodyToCheckIn(String)
  /// Nobody of the group is here who could be checked out.
  case nobodyToCheckOut(String)
}

extension GroupRule: CustomStringConvertible {
  /// The most groups that a sentence lists.
  private static let mostNamed = 8

  /// The rule as one sentence without a final stop.
  public var description: String {
    switch self {
    case .unknown(let name, let known):
      "there is no group \"\(name)\""
        + ((1...Self.mostNamed).contains(known.count)
          ? "; there is " + known.joined(separator: ", ") : "")
    case .nameTaken(let name): "there is a group \"\(name)\" already"
    case .nothingToBook: "a group books at least one site"
    case .siteTwice(let site): "site \(site) is named twice for the same nights"
    case .inGroup(let code, let group): "\(code) is on the bill of \"\(group)\" already"
    case .inNoGroup(let code): "\(code) is on no group's bill"
    case .hasLines(let code, let bill):
      "\(code) has lines on the bill \(bill), and lines stay where they were written"
    case .elsewhere(let code, let group):
      "\(code) is at another campground than the group \"\(group)\""
    case .nothingToCancel(let name): "nothing of the group \"\(name)\" is left to cancel"
    case .nobodyToCheckIn(let name): "nobody of the group \"\(name)\" is left to check in"
    case .nobodyToCheckOut(let name): "nobody of the group \"\(name)\" is here to check out"
    case .nobodyToShare(let name):
      "no stay of the group \"\(name)\" is booked that could share a charge"
    }
  }
}

extension GroupRule {
  /// How to mend it, as a phrase without a final stop; nil where the rule says it all.
  public var repair: String? {
    switch self {
    case .nothingToBook: nil
    case .unknown(_, let known):
      known.isEmpty
        ? "\"group book\" makes one"
        : known.count > Self.mostNamed ? "\"group list\" tells which there are" : nil
    case .nameTaken: "choose another name, or add the stays to it with \"group add\""
    case .siteTwice: "name it once"
    case .inGroup(let code, _): "\"group leave \(code)\" takes it off first"
    case .inNoGroup(let code): "\"group join \(code) to NAME\" puts it on one"
    case .hasLines: "pay it by itself"
    case .elsewhere(_, let group): "name a stay of the campground where \"\(group)\" is"
    case .nobodyToShare:
      "\"charge CODE\" charges a stay that was called off; \"group show NAME\" lists them"
    case .nothingToCancel, .nobodyToCheckIn, .nobodyToCheckOut:
      "\"group show NAME\" tells how its stays are"
    }
  }
}
