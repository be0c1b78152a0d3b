/// Finds the intended name for a mistyped one.
package enum NearestName {
  /// The name with the fewest edits, or nil if none is near: at most a third of the letters, and at
  /// least one, may be wrong.
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

  /// Advice with the likely name; nil if none is near.
  package static func suggestion(for name: String, among names: [String]) -> String? {
    nearest(to: name, among: names).map { "did you mean \($0)?" }
  }

  /// Advice with the likely name or, if none is near, all names.
  package static func advice(for name: String, among names: [String]) -> String {
    suggestion(for: name, among: names) ?? "use one of \(names.joined(separator: ", "))"
  }
}
