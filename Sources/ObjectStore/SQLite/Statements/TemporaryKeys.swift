/// The keys that a save assigns to objects with temporary references.
///
/// References are consecutive, so those of a save are close together, and an array indexed by
/// distance is usually enough, at a tenth of a dictionary's cost.
struct TemporaryKeys {
  private let least: Int64
  private let dense: [Int64]
  private let sparse: [Int64: Int64]
  private let base: Int64

  /// - Parameters:
  ///   - references: the references of the inserted objects; nonnegative ones are ignored.
  ///   - keys: in the same order.
  ///   - base: the offset of the keys from the primary keys.
  init(references: [Int64] = [], keys: [Int64] = [], base: Int64 = 0) {
    self.base = base
    var least = Int64.max
    var greatest = Int64.min
    for reference in references where reference < 0 {
      least = min(least, reference)
      greatest = max(greatest, reference)
    }
    let span = least <= greatest ? greatest &- least &+ 1 : 0
    if span >= 0, span <= Int64(references.count) * 8 + 64 {
      var dense = Array(repeating: Int64(0), count: Int(span))
      for (reference, key) in zip(references, keys) where reference < 0 {
        dense[Int(reference - least)] = key
      }
      self.least = least
      self.dense = dense
      sparse = [:]
    } else {
      self.least = 0
      dense = []
      sparse = Dictionary(
        zip(references, keys).filter { $0.0 < 0 }, uniquingKeysWith: { _, last in last })
    }
  }

  /// The key for a temporary reference, or nil if this save does not insert such an object.
  subscript(_ reference: Int64) -> Int64? {
    guard sparse.isEmpty else { return sparse[reference] }
    let (distance, overflow) = reference.subtractingReportingOverflow(least)
    guard !overflow, distance >= 0, distance < Int64(dense.count) else { return nil }
    let key = dense[Int(distance)]
    return key == 0 ? nil : key
  }

  /// The key for a reference or a key.
  func key(of reference: Int64) -> Int64? { reference >= 0 ? reference : self[reference] }

  /// The primary key for a reference or a key.
  @inline(__always)
  func primaryKey(of reference: Int64) -> Int64? {
    if reference >= 0 { return reference - base }
    return self[reference].map { $0 - base }
  }
}
