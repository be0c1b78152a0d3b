import ObjectModel
import ObjectStore

/// The temporary references by which a context and its children still know objects that have keys.
///
/// Invariant: a child that shares an unsaved object with its parent is known to do so by its link, for as
/// long as it may ask the parent for the object's key.
final class TemporaryReferences {
  /// Keys that objects got when they were saved, by their temporary references, for children and
  /// rows that still know those.
  var keys: [Int64: Int64] = [:]

  /// What the parent knows of this context, and this context of its children.
  let link = ChildLink()

  /// Keys of objects that share unsaved values with the parent context, per hierarchy: it may have
  /// saved them since.
  private var shared: [[Int64]]

  /// Whether any object shares unsaved values with the parent context.
  private(set) var sharesAnything = false

  init(entityCount: Int) {
    shared = Array(repeating: [], count: entityCount)
  }

  /// The key that a saved object has now, for one that is still known by its temporary reference.
  func resolve(_ reference: Int64) -> Int64 {
    guard reference < 0 else { return reference }
    return keys[reference] ?? reference
  }

  /// Replaces temporary references to objects that were saved meanwhile.
  func resolve(in row: Row, _ layout: EntityLayout) {
    guard !keys.isEmpty else { return }
    row.replaceReferences(of: layout) { keys[$0] }
  }

  /// Takes note of an object that shares unsaved values with the parent.
  func share(_ key: Int64, root: Int) {
    shared[root - 1].append(key)
    sharesAnything = true
    link.knowsReferences = true
  }

  /// Takes out the keys of the objects that share unsaved values with the parent, by hierarchies.
  func removeShared() -> [(root: Int, keys: Set<Int64>)] {
    guard sharesAnything else { return [] }
    sharesAnything = false
    var taken: [(root: Int, keys: Set<Int64>)] = []
    for index in shared.indices where !shared[index].isEmpty {
      taken.append((index + 1, Set(shared[index])))
      shared[index] = []
    }
    return taken
  }

  /// Forgets everything; the children stay.
  func removeAll() {
    keys = [:]
    _ = removeShared()
  }

  /// What breaks the invariant, for tests; empty when nothing does.
  func checkInvariants() -> [String] {
    var problems: [String] = []
    if sharesAnything == shared.allSatisfy(\.isEmpty) {
      problems.append("whether anything is shared is not what the lists say")
    }
    if sharesAnything, !link.knowsReferences {
      problems.append("the parent does not know that references are shared")
    }
    if keys.contains(where: { $0.key >= 0 || $0.value <= 0 }) {
      problems.append("a key is kept under what is no temporary reference")
    }
    return problems
  }
}

extension Row {
  /// Puts keys in the place of the temporary references that have one.
  @inline(__always)
  func replaceReferences(of layout: EntityLayout, _ key: (Int64) -> Int64?) {
    for property in layout.toOnes where !isNull(property.index) {
      let reference = integer(slot: property.slot)
      guard reference < 0, let key = key(reference) else { continue }
      set(property.index, slot: property.slot, integer: key)
    }
  }
}
