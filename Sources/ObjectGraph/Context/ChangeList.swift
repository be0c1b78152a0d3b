import ObjectModel

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

  /// Finds objects by their values.
  private var index = ChangeIndex()

  /// The first place whose object was added after a save was planned.
  private var firstUnplanned = Int.max

  var isEmpty: Bool { count == 0 }

  /// The number of places, including empty ones; `subscript` accepts indexes below it.
  var end: Int { objects.count }

  subscript(index: Int) -> ManagedObject? { objects[index] }

  mutating func append(_ object: ManagedObject) {
    object.changeIndex = Int32(truncatingIfNeeded: objects.count)
    object.become(.unindexed)
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
    forgetGroups()
    count = 0
    firstUnreported = 0
    if firstUnplanned != .max { firstUnplanned = 0 }
  }

  /// Gives the objects the places of this list again, where another one took its place; their values
  /// may have changed in between.
  mutating func restorePlaces() {
    for place in objects.indices {
      guard let object = objects[place] else { continue }
      object.changeIndex = Int32(truncatingIfNeeded: place)
      if object.state.isIndexed { noteRewritten(object) }
    }
  }

  /// Marks the objects before a place as part of a save.
  mutating func markPlanned(upTo end: Int) { firstUnplanned = end }

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
    if keepsSeparated { stay(0..<end) { !$0.state.isPlanned } }
    stay(end..<taken.objects.count) { _ in true }
    taken.objects.removeSubrange(end...)
    taken.forgetGroups()
    taken.count = taken.objects.count { $0 != nil }
    return taken
  }

  /// The objects added since the last call of `markReported`, in order.
  var unreported: [ManagedObject] {
    firstUnreported < objects.count ? objects[firstUnreported...].compactMap { $0 } : []
  }

  var hasUnreported: Bool { firstUnreported < objects.count }

  mutating func markReported() { firstUnreported = objects.count }

  @inline(__always)
  func visit(_ body: (ManagedObject) throws -> Void) rethrows {
    try visitPlaces { try body($1) }
  }

  @inline(__always)
  func visitPlaces(_ body: (_ place: Int, ManagedObject) throws -> Void) rethrows {
    // The copy keeps the objects, whatever the body does to the list.
    let objects = objects
    try withExtendedLifetime(objects) {
      for place in objects.indices {
        try withUncounted(optional: objects[place]) { try body(place, $0) }
      }
    }
  }

  func filter(_ isIncluded: (ManagedObject) -> Bool) -> [ManagedObject] {
    var result: [ManagedObject] = []
    for case let object? in objects where isIncluded(object) { result.append(object) }
    return result
  }
}

// MARK: - Searching

extension ChangeList {
  /// The number of objects of a hierarchy below which it costs nothing to look at all of them.
  private static let fewObjects = 32

  private mutating func forgetGroups() {
    (placesByRoot, firstUngrouped, index) = ([:], 0, ChangeIndex())
  }

  /// Groups and lists the objects that were added or changed since the last search.
  private mutating func catchUp() {
    for place in firstUngrouped..<objects.count {
      guard let object = objects[place] else { continue }
      placesByRoot[object.layout.rootNumber, default: []].append(place)
      if !index.isEmpty { index.list(object, at: place) }
    }
    firstUngrouped = objects.count
    for place in index.takeChanged() {
      if let object = objects[place] { index.list(object, at: place) }
    }
  }

  /// Records that the values of an object with the state `indexed` change.
  mutating func noteRewritten(_ object: ManagedObject) {
    object.become(.unindexed)
    let place = Int(object.changeIndex)
    // An object that has left the list may still have the state.
    guard objects.indices.contains(place), objects[place] === object else { return }
    index.noteChange(at: place)
  }

  /// The objects of a hierarchy, in order; those of others cost nothing.
  ///
  /// - Parameter root: the number of the root entity.
  mutating func objects(ofRoot root: Int) -> some Sequence<ManagedObject> {
    catchUp()
    return (placesByRoot[root] ?? []).lazy.compactMap { [objects] in objects[$0] }
  }

  /// The objects of a plan's hierarchy that may match its predicate, in order, as far as the values
  /// that it demands tell: the cost depends on how many have the rarest of them.
  ///
  /// - Parameters:
  ///   - layout: the plan's entity.
  ///   - keyOfReference: the key of an object that had a temporary reference before.
  mutating func objects(
    of layout: EntityLayout, passing screen: RowScreen, in model: ModelLayout,
    _ keyOfReference: (Int64) -> Int64?
  ) -> [ManagedObject] {
    catchUp()
    let all = placesByRoot[layout.rootNumber] ?? []
    let keys = all.count > Self.fewObjects ? screen.keys : []
    func rarest() -> [Int]? {
      keys.compactMap { index.places(of: $0.key, $0.property, keyOfReference) }
        .min { $0.count < $1.count }
    }
    var places = rarest()
    if (places?.count ?? .max) > Self.fewObjects {
      let listed = all.lazy.compactMap { [objects] place in
        objects[place].map { (place: place, object: $0) }
      }
      for (property, _) in keys {
        let declaring = model[property.declaringNumber]
        index.addColumn(of: property, declaring.number...declaring.lastNumber, listed)
      }
      places = rarest()
    }
    guard let places, places.count < all.count else { return present(all, passing: screen) }
    return present(Set(places).sorted(), passing: screen)
  }

  private func present(_ places: [Int], passing screen: RowScreen) -> [ManagedObject] {
    var found: [ManagedObject] = []
    for place in places {
      if let object = objects[place], screen.mayMatch(object) { found.append(object) }
    }
    return found
  }

  /// Violations of the index's invariant, for tests.
  func checkIndex() -> [String] {
    objects.indices.compactMap { place in
      guard let object = objects[place], object.state.isIndexed,
        !index.lists(object, at: place)
      else { return nil }
      return "\(object) is listed under another value"
    }
  }
}
