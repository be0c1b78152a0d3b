/// Finds what a mistyped name was meant to be.
package enum NearestName {
  /// The name that takes the fewest changes, or nil when none is near: at most a third of the
  /// letters may be wrong, and at least one.
  package static func nearest(to name: String, among names: [String]) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(64))
    var distances = EditDistance(to: wanted)
    var best: (name: String, distance: Int)?
    for candidate in names {
      let scalars = candidate.lowercased().unicodeScalars.prefix(64)
      guard let distance = distances.ofBeginnings(of: Array(scalars))?.last else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(1, wanted.count / 3) else { return nil }
    return best.name
  }

  /// What may have been meant, as advice; nil when nothing is near.
  package static func suggestion(for name: String, among names: [String]) -> String? {
    nearest(to: name, among: names).map { "did you mean \($0)?" }
  }

  /// What may have been meant, or else all there is, as advice.
  package static func advice(for name: String, among names: [String]) -> String {
    suggestion(for: name, among: names) ?? "use one of \(names.joined(separator: ", "))"
  }
}
