import ObjectModel
import ObjectStore

/// Finds the unsaved objects that have a value, for the properties that fetches asked about.
///
/// A column remembers under which value it listed each object. An object that changes afterwards is
/// listed again before the next search; until then, and under its former value, it may be listed
/// wrongly, so whoever searches compares the rows.
///
/// Invariant: an object with the state `indexed` has its present value in each column of its
/// entity.
struct ChangeIndex {
  private struct Column {
    let property: PropertyLayout

    /// The entities that have the property, with the same index.
    let entities: ClosedRange<Int>

    /// The places of objects that have, or had, a value.
    private var places: [RowScreen.Key: [Int]] = [:]

    /// The values under which objects are listed.
    private var keys: [Int: RowScreen.Key] = [:]

    /// The temporary references among the values, whose objects may have got keys.
    private var references: Set<Int64> = []

    /// The places of objects whose values have not been read.
    private var unread: Set<Int> = []

    init(_ property: PropertyLayout, _ entities: ClosedRange<Int>) {
      self.property = property
      self.entities = entities
    }

    mutating func list(_ object: ManagedObject, at place: Int) {
      guard let row = RowScreen.knownRow(of: object) else {
        unread.insert(place)
        return
      }
      unread.remove(place)
      let property = object.layout.properties[property.index]
      let key = RowScreen.key(of: property, in: row)
      guard keys[place] != key else { return }
      keys[place] = key
      guard let key else { return }
      places[key, default: []].append(place)
      if property.kind == .toOne, case .integer(let reference) = key, reference < 0 {
        references.insert(reference)
      }
    }

    /// The places of the objects that may have a value.
    func places(
      of key: RowScreen.Key, _ keyOfReference: (Int64) -> Int64?
    ) -> [Int] {
      var found = places[key] ?? []
      if case .integer(let number) = key, number > 0 {
        for reference in references where keyOfReference(reference) == number {
          found += places[.integer(reference)] ?? []
        }
      }
      return found + unread
    }

    func lists(_ object: ManagedObject, at place: Int) -> Bool {
      guard let row = RowScreen.knownRow(of: object) else { return true }
      let key = RowScreen.key(of: object.layout.properties[property.index], in: row)
      return unread.contains(place) || keys[place] == key
    }
  }

  private var columns: [Column] = []

  /// The places of objects that changed after they were listed.
  private var changed: [Int] = []

  var isEmpty: Bool { columns.isEmpty }

  // MARK: Listing

  /// Records that an object changes, which is listed under its value until then.
  mutating func noteChange(at place: Int) { changed.append(place) }

  mutating func takeChanged() -> [Int] {
    defer { changed = [] }
    return changed
  }

  mutating func list(_ object: ManagedObject, at place: Int) {
    let number = object.layout.number
    for index in columns.indices where columns[index].entities.contains(number) {
      columns[index].list(object, at: place)
      object.become(.indexed)
    }
  }

  // MARK: Searching

  /// Adds a column for a property, with its objects.
  ///
  /// - Parameter entities: the entities that have the property.
  mutating func addColumn(
    of property: PropertyLayout, _ entities: ClosedRange<Int>,
    _ objects: some Sequence<(place: Int, object: ManagedObject)>
  ) {
    guard column(of: property) == nil else { return }
    var column = Column(property, entities)
    for (place, object) in objects where entities.contains(object.layout.number) {
      column.list(object, at: place)
      object.become(.indexed)
    }
    columns.append(column)
  }

  /// The places of the objects that may have a value, in no particular order and some of them
  /// twice; nil if there is no column for the property.
  ///
  /// - Parameter keyOfReference: the key of an object that had a temporary reference before.
  func places(
    of key: RowScreen.Key, _ property: PropertyLayout, _ keyOfReference: (Int64) -> Int64?
  ) -> [Int]? {
    column(of: property)?.places(of: key, keyOfReference)
  }

  private func column(of property: PropertyLayout) -> Column? {
    columns.first {
      $0.property.declaringNumber == property.declaringNumber
        && $0.property.index == property.index
    }
  }

  /// Whether an object with the state `indexed` is listed under its values, for tests.
  func lists(_ object: ManagedObject, at place: Int) -> Bool {
    changed.contains(place)
      || columns.allSatisfy {
        !$0.entities.contains(object.layout.number) || $0.lists(object, at: place)
      }
  }
}
