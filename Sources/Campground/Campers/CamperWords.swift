import ObjectGraph

/// What a clerk writes to mean one camper and no namesake.
///
/// The name alone is enough for most; namesakes are distinguished by their phone numbers and e-mail
/// addresses, and those who have neither, or the same, by a number that never changes. Who waits in
/// a scratch pad has none yet, and is told apart by the place among the new ones: `#new1`.
package struct CamperWords {
  private let names: [String: Int]
  private let labels: [String: Int]
  private let places: [ManagedObjectID: Int]

  /// Prepares the words for campers that may be namesakes of one another; all namesakes that are
  /// not saved yet are among them.
  ///
  /// - Parameter saved: those that were new when their scratch pad was written and are saved with it
  ///   now, by the keys of their rows.
  package init(among campers: [Camper], nowSaved saved: Set<Int64> = []) {
    names = Self.counts(campers.map(\.fullName))
    labels = Self.counts(campers.map(Self.label))
    // In the order in which they came: what is not saved has numbers that fall from zero on.
    let new = campers.map(\.objectID).filter { $0.isTemporaryID || saved.contains($0.reference) }
      .sorted { abs($0.reference) < abs($1.reference) }
    places = Dictionary(zip(new, 1...), uniquingKeysWith: { first, _ in first })
  }

  /// The shortest word that means this camper and no other.
  package func word(for camper: Camper) -> String {
    guard names[camper.fullName, default: 0] > 1 else { return camper.fullName }
    let label = Self.label(of: camper)
    let isEnough = label != camper.fullName && labels[label] == 1
    return isEnough ? label : "\(label) \(tag(of: camper))"
  }

  /// The number that tells a camper from namesakes, behind the name as `#7`;
  /// nil for one who has none.
  package func number(of camper: Camper) -> String? {
    names[camper.fullName, default: 0] > 1 ? tag(of: camper) : nil
  }

  /// Whether a word that is more than the name means the camper.
  func word(_ word: String, means camper: Camper) -> Bool {
    let label = Self.label(of: camper)
    return [label, "\(label) \(tag(of: camper))", "\(camper.fullName) \(tag(of: camper))"]
      .contains(word)
  }

  private static func label(of camper: Camper) -> String {
    [camper.fullName, camper.phoneNumber, camper.email].compactMap { $0 }.joined(separator: " ")
  }

  private func tag(of camper: Camper) -> String {
    places[camper.objectID].map { "#new\($0)" } ?? "#\(camper.objectID.reference)"
  }

  private static func counts(_ texts: [String]) -> [String: Int] {
    texts.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
