/// The new, changed and deleted objects of a context, in the order of their first change, held
/// strongly.
struct ChangeList {
  private var objects: [ManagedObject?] = []
  private(set) var count = 0

  /// The first place whose object has not been reported at the end of an event.
  private(set) var firstUnreported = 0

  /// The places of each hierarchy's objects, by the number of its root entity, as far as they were
  /// asked for.
  private var placesByRoot: [Int: [Int]] = [:]

  /// The first place that `placesByRoot` lacks.
  private var firstUngrouped = 0

  /// The first place whose object was added after a save was planned.
  private var firstUnplanned = Int.max

  var isEmpty: Bool { count == 0 }

  /// The number of places, including empty ones; `subscript` accepts indexes below it.
  var end: Int { objects.count }

  subscript(index: Int) -> ManagedObject? { objects[index] }

  mutating func append(_ object: ManagedObject) {
    object.changeIndex = Int32(truncatingIfNeeded: objects.count)
    objects.append(object)
    count += 1
  }

  mutating func remove(_ object: ManagedObject) {
    let index = Int(object.changeIndex)
    guard index >= 0 else { return }
    objects[index] = nil
    object.changeIndex = -1
    count -= 1
    if count == 0 { removeAll() }
  }

  mutating func removeAll() {
    for case let object? in objects { object.changeIndex = -1 }
    objects = []
    (placesByRoot, firstUngrouped) = ([:], 0)
    count = 0
    firstUnreported = 0
    if firstUnplanned != .max { firstUnplanned = 0 }
  }

  /// Marks the current contents as part of a save.
  mutating func markPlanned() { firstUnplanned = objects.count }

  /// Records that the save has ended.
  mutating func unmarkPlanned() { firstUnplanned = .max }

  /// Removes and returns the saved objects; those added, or changed again, since the plan remain.
  ///
  /// - Parameter keepsSeparated: whether objects changed again since the plan remain.
  mutating func removePlanned(keepingSeparated keepsSeparated: Bool) -> ChangeList {
    var taken = self
    self = ChangeList()
    let end = min(taken.firstUnplanned, taken.objects.count)
    func stay(_ range: Range<Int>, where isStaying: (ManagedObject) -> Bool) {
      for index in range {
        guard let object = taken.objects[index], isStaying(object) else { continue }
        append(object)
        if index < taken.firstUnreported { firstUnreported += 1 }
      }
    }
    if keepsSeparated { stay(0..<end) { !$0.state.contains(.planned) } }
    stay(end..<taken.objects.count) { _ in true }
    taken.objects.removeSubrange(end...)
    (taken.placesByRoot, taken.firstUngrouped) = ([:], 0)
    taken.count = taken.objects.count { $0 != nil }
    return taken
  }

  /// The objects added since the last call of `markReported`, in order.
  var unreported: [ManagedObject] {
    firstUnreported < objects.count ? objects[firstUnreported...].compactMap { $0 } : []
  }

  var hasUnreported: Bool { firstUnreported < objects.count }

  mutating func markReported() { firstUnreported = objects.count }

  func visit(_ body: (ManagedObject) throws -> Void) rethrows {
    for case let object? in objects { try body(object) }
  }

  /// The objects of a hierarchy, in order; those of others cost nothing.
  ///
  /// - Parameter root: the number of the root entity.
  mutating func objects(ofRoot root: Int) -> some Sequence<ManagedObject> {
    for place in firstUngrouped..<objects.count {
      guard let object = objects[place] else { continue }
      placesByRoot[object.layout.rootNumber, default: []].append(place)
    }
    firstUngrouped = objects.count
    return (placesByRoot[root] ?? []).lazy.compactMap { [objects] in objects[$0] }
  }

  func filter(_ isIncluded: (ManagedObject) -> Bool) -> [ManagedObject] {
    var result: [ManagedObject] = []
    for case let object? in objects where isIncluded(object) { result.append(object) }
    return result
  }
}
