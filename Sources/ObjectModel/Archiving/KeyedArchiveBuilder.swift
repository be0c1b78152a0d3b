/// Collects the objects of a keyed archive as `NSKeyedArchiver` would lay them out.
struct KeyedArchiveBuilder {
  private var objects: [BinaryPropertyList] = [.string("$null")]
  /// By their bytes: texts that are canonically equal stay apart.
  private var strings: [[UInt8]: BinaryPropertyList] = [:]
  private var classes: [String: BinaryPropertyList] = [:]

  /// The reference to nothing.
  static let null = BinaryPropertyList.uid(0)

  /// Sets a place aside, so that objects can refer to one that is not complete yet.
  mutating func reserve() -> BinaryPropertyList {
    add(scalar: .null)
  }

  mutating func add(scalar: BinaryPropertyList) -> BinaryPropertyList {
    objects.append(scalar)
    return .uid(UInt32(objects.count - 1))
  }

  /// Adds a text, each one once, and returns the reference to it; nil gives the one to nothing.
  mutating func add(_ string: String?) -> BinaryPropertyList {
    guard let string else { return Self.null }
    let bytes = Array(string.utf8)
    if let reference = strings[bytes] { return reference }
    let reference = add(scalar: .string(string))
    strings[bytes] = reference
    return reference
  }

  /// Adds an object of the class, given with those above it, or fills the place that was reserved.
  mutating func add(
    _ fields: [String: BinaryPropertyList], of classNames: [String],
    at place: BinaryPropertyList? = nil
  ) -> BinaryPropertyList {
    let place = place ?? reserve()
    var fields = fields
    fields["$class"] = reference(to: classNames)
    if case .uid(let uid) = place { objects[Int(uid)] = .dictionary(fields) }
    return place
  }

  mutating func add(
    array elements: [BinaryPropertyList], isMutable: Bool = false
  ) -> BinaryPropertyList {
    add(["NS.objects": .array(elements)], of: (isMutable ? ["NSMutableArray"] : []) + ["NSArray"])
  }

  mutating func add(
    dictionary entries: [(key: String, value: BinaryPropertyList)], isMutable: Bool
  ) -> BinaryPropertyList {
    add(
      ["NS.keys": .array(entries.map { add($0.key) }), "NS.objects": .array(entries.map(\.value))],
      of: (isMutable ? ["NSMutableDictionary"] : []) + ["NSDictionary"])
  }

  /// The whole archive, with the root that the reference leads to.
  func archive(root: BinaryPropertyList) -> BinaryPropertyList {
    .dictionary([
      "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
      "$top": .dictionary(["root": root]), "$objects": .array(objects),
    ])
  }

  private mutating func reference(to classNames: [String]) -> BinaryPropertyList {
    let name = classNames.first ?? "NSObject"
    if let reference = classes[name] { return reference }
    let all = (classNames + ["NSObject"]).map { BinaryPropertyList.string($0) }
    let description = ["$classname": BinaryPropertyList.string(name), "$classes": .array(all)]
    let reference = add(scalar: .dictionary(description))
    classes[name] = reference
    return reference
  }
}
