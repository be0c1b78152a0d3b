import Foundation

/// What a graph of `GadgetModel` should be, by the codes of its objects.
struct PlainWorld: Equatable, CustomStringConvertible {
  struct Values: Equatable {
    var title: String?
    var red: UInt8?
    var city: String?
    var street: String?
    var photo: UInt8?
    var size: Int32 = 0
  }

  var values: [String: Values] = [:]
  var parts: [String: [String]] = [:]
  var marks: [String: [String]] = [:]
  var friends: [String: Set<String>] = [:]
  /// The weights of the parts that there are.
  var weights: [String: Int32] = [:]
  var bearers: [String: [String]] = [:]

  /// Where both ends of a relationship do not agree.
  var broken: [String] = []

  var description: String {
    var lines: [String] = broken
    for (code, value) in values.sorted(by: { $0.key < $1.key }) {
      let texts = [value.title, value.street, value.city].map { $0 ?? "-" }
      let numbers = [value.red.map(Int.init), value.photo.map(Int.init), Int(value.size)]
        .map { $0.map { "\($0)" } ?? "-" }
      lines.append(
        "\(code): \(texts + numbers) parts \(parts[code] ?? []) marks \(marks[code] ?? []) "
          + "friends \(friends[code, default: []].sorted())")
    }
    lines += weights.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    lines += bearers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return lines.joined(separator: "\n")
  }

  /// The same without the order of relationships.
  var unordered: PlainWorld {
    var world = self
    world.parts = parts.mapValues { $0.sorted() }
    world.marks = marks.mapValues { $0.sorted() }
    world.bearers = bearers.mapValues { $0.sorted() }
    return world
  }

  mutating func place(_ part: String, in whole: String?, at index: Int? = nil) {
    for other in parts.keys { parts[other]?.removeAll { $0 == part } }
    guard let whole else { return }
    parts[whole, default: []].insert(part, at: index ?? parts[whole]?.count ?? 0)
  }

  mutating func setParts(_ new: [String], of whole: String) {
    for part in parts[whole] ?? [] { place(part, in: nil) }
    for part in new { place(part, in: nil) }
    parts[whole] = new
  }

  mutating func setMarks(_ new: [String], of code: String) {
    let old = marks[code] ?? []
    for mark in old where !new.contains(mark) { bearers[mark]?.removeAll { $0 == code } }
    for mark in new where !old.contains(mark) { bearers[mark]?.append(code) }
    marks[code] = new
  }

  mutating func setBearers(_ new: [String], of mark: String) {
    let old = bearers[mark] ?? []
    for code in old where !new.contains(code) { marks[code]?.removeAll { $0 == mark } }
    for code in new where !old.contains(code) { marks[code]?.append(mark) }
    bearers[mark] = new
  }

  mutating func delete(_ code: String) {
    if values[code] != nil {
      setMarks([], of: code)
      (values[code], parts[code], marks[code], friends[code]) = (nil, nil, nil, nil)
      for other in friends.keys { friends[other]?.remove(code) }
    } else if weights[code] != nil {
      place(code, in: nil)
      weights[code] = nil
    } else {
      setBearers([], of: code)
      bearers[code] = nil
    }
  }

  /// The part that a store has: codes begin with its number.
  func ofStore(_ number: Int) -> PlainWorld {
    func isIn(_ code: String) -> Bool { code.hasPrefix("\(number)") }
    var world = PlainWorld()
    world.values = values.filter { isIn($0.key) }
    world.parts = parts.filter { isIn($0.key) }
    world.marks = marks.filter { isIn($0.key) }
    world.friends = friends.filter { isIn($0.key) }
    world.weights = weights.filter { isIn($0.key) }
    world.bearers = bearers.filter { isIn($0.key) }
    return world
  }
}
