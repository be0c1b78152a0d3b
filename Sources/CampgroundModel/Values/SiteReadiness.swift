/// How far housekeeping has come with a campsite, by the words that the store keeps.
public enum SiteReadiness: String, Sendable, Hashable, CaseIterable {
  /// A guest has left it, and nobody has cleaned it since.
  case dirty
  /// It was cleaned.
  case clean
  /// It was cleaned and looked over.
  case inspected
}
