import ObjectGraph

/// The words that identify one camper among others of the same name.
///
/// For most campers the name is enough. Others are told apart by phone number or e-mail address, or
/// else by a number that never changes. A new camper in a scratch pad has no such number yet and
/// gets a position among the new ones: `#new1`.
package struct CamperWords {
  private let names: [String: Int]
  private let labels: [String: Int]
  private let places: [ManagedObjectID: Int]

  /// Prepares the words for campers who may share names; the list must include every unsaved camper
  /// with one of the names.
  ///
  /// - Parameter saved: the row keys of campers that were new in their scratch pad and are now
  ///   being saved with it.
  package init(among campers: [Camper], nowSaved saved: Set<Int64> = []) {
    names = Self.counts(campers.map(\.fullName))
    labels = Self.counts(campers.map(Self.label))
    // In the order in which they were added: unsaved campers have descending numbers below zero.
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

  /// The number that tells a camper apart from others of the same name, written after the name as
  /// `#7`; nil for a unique name.
  package func number(of camper: Camper) -> String? {
    names[camper.fullName, default: 0] > 1 ? tag(of: camper) : nil
  }

  /// Whether a word other than the bare name identifies the camper.
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
