/// What a clerk writes to mean one camper and no namesake.
///
/// The name alone is enough for most; namesakes are distinguished by their phone numbers and e-mail
/// addresses, and those who have neither, or the same, by a number that never changes.
package struct CamperWords {
  private let names: [String: Int]
  private let labels: [String: Int]

  /// Prepares the words for campers that may be namesakes of one another.
  package init(among campers: [Camper]) {
    names = Self.counts(campers.map(\.fullName))
    labels = Self.counts(campers.map(Self.label))
  }

  /// The shortest word that means this camper and no other.
  package func word(for camper: Camper) -> String {
    guard names[camper.fullName, default: 0] > 1 else { return camper.fullName }
    let label = Self.label(of: camper)
    let isEnough = label != camper.fullName && labels[label] == 1
    return isEnough ? label : Self.numberedLabel(of: camper)
  }

  /// The number that tells a camper from namesakes, behind the name as `#7`;
  /// nil for one who has none.
  package func number(of camper: Camper) -> String? {
    names[camper.fullName, default: 0] > 1 ? Self.number(of: camper) : nil
  }

  /// Whether a word that is more than the name means the camper.
  static func word(_ word: String, means camper: Camper) -> Bool {
    word == label(of: camper) || word == numberedLabel(of: camper)
      || word == "\(camper.fullName) \(number(of: camper))"
  }

  private static func label(of camper: Camper) -> String {
    [camper.fullName, camper.phoneNumber, camper.email].compactMap { $0 }.joined(separator: " ")
  }

  private static func numberedLabel(of camper: Camper) -> String {
    "\(label(of: camper)) \(number(of: camper))"
  }

  private static func number(of camper: Camper) -> String { "#\(camper.objectID.reference)" }

  private static func counts(_ texts: [String]) -> [String: Int] {
    texts.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
