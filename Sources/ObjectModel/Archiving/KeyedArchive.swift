/// The object table of an `NSKeyedArchiver` archive.
///
/// Objects are accessed only by index, so cyclic archives are not a problem. Foundation's own
/// unarchiver traps on an unexpected class.
struct KeyedArchive {
  /// An object with a class, and its fields by key.
  struct Object {
    let index: Int
    /// The class, followed by its superclasses.
    let classNames: [String]
    let fields: PropertyList.Fields
    fileprivate let archive: KeyedArchive

    func isKind(of className: String) -> Bool { classNames.contains(className) }

    func integer(_ key: String) -> Int64? { fields[key]?.integer }

    /// Flags are present only if true.
    func flag(_ key: String) -> Bool { fields[key]?.isTrue ?? false }

    func string(_ key: String) throws -> String? { try archive.string(fields[key]) }

    func object(_ key: String) throws -> Object? { try archive.object(fields[key]) }

    func elements(_ key: String) throws -> [PropertyList] {
      try archive.elements(fields[key])
    }

    func objects(_ key: String) throws -> [Object] {
      try elements(key).compactMap { try archive.object($0) }
    }

    func value(_ key: String, as type: AttributeType) throws -> AttributeValue? {
      try ArchivedValue.read(fields[key], as: type, in: archive)
    }

    func entries(_ key: String) throws -> [(key: String, value: PropertyList)] {
      try archive.entries(fields[key])
    }

    /// The entries that are strings.
    func texts(_ key: String) throws -> [String: String] {
      var texts: [String: String] = [:]
      for (key, value) in try entries(key) { texts[key] = try archive.string(value) }
      return texts
    }
  }

  let root: PropertyList
  private let objects: [PropertyList]

  /// - Throws: code 134020 if the property list is not a keyed archive.
  init(_ propertyList: PropertyList) throws {
    guard case .dictionary(let archive) = propertyList,
      case .array(let objects)? = archive["$objects"],
      case .dictionary(let top)? = archive["$top"], let root = top["root"]
    else { throw Self.damage("it is not a keyed archive") }
    self.objects = objects
    self.root = root
  }

  /// Resolves a reference; nil for a missing field, or a reference to `$null`.
  ///
  /// A value that is not a reference is returned unchanged.
  func resolve(_ value: PropertyList?) throws -> PropertyList? {
    guard case .uid(let uid)? = value else { return value }
    guard uid < objects.count else { throw Self.damage("a reference is out of range") }
    return uid == 0 ? nil : objects[Int(uid)]
  }

  /// The object in a field, or nil if there is none or it is a plain scalar.
  func object(_ value: PropertyList?) throws -> Object? {
    guard case .uid(let uid)? = value, case .dictionary(let fields)? = try resolve(value),
      let description = fields["$class"]
    else { return nil }
    guard case .dictionary(let description)? = try resolve(description),
      let name = description["$classname"]?.string
    else { throw Self.damage("an object has no class") }
    let above = description["$classes"]?.elements?.compactMap(\.string) ?? []
    return Object(index: Int(uid), classNames: [name] + above, fields: fields, archive: self)
  }

  /// The string in a field, or nil if there is none.
  func string(_ value: PropertyList?) throws -> String? {
    switch try resolve(value) {
    case .string(let string)?: string
    case .dictionary(let fields)?: try resolve(fields["NS.string"])?.string
    default: nil
    }
  }

  /// The elements of an array or a set, as references; empty if there is none.
  func elements(_ value: PropertyList?) throws -> [PropertyList] {
    guard case .dictionary(let fields)? = try resolve(value) else { return [] }
    return try resolve(fields["NS.objects"])?.elements ?? []
  }

  /// The entries of a dictionary with string keys, in the archive's order.
  func entries(_ value: PropertyList?) throws -> [(key: String, value: PropertyList)] {
    guard case .dictionary(let fields)? = try resolve(value) else { return [] }
    var keys = fields["NS.keys"]?.elements ?? []
    var values = fields["NS.objects"]?.elements ?? []
    if let mapping = fields["searchMapping"] {
      // NSKnownKeysDictionary1 stores its keys separately, to share them between dictionaries.
      guard case .dictionary(let strategy)? = try resolve(mapping) else {
        throw Self.damage("a dictionary has no keys")
      }
      keys = try elements(strategy["keys"])
      values = try elements(fields["values"])
    }
    guard keys.count == values.count else {
      throw Self.damage("a dictionary has unequal numbers of keys and values")
    }
    return try zip(keys, values).compactMap { key, value in
      guard let key = try string(key), try string(value) != Self.emptySlot else { return nil }
      return (key, value)
    }
  }

  /// The placeholder for a key without a value in a dictionary of known keys.
  static let emptySlot = "__empty_slot_token_4c24_98dc_ac1e_b773__"

  static func damage(_ what: String) -> ObjectGraphError {
    .damage(
      "the archived model is damaged: \(what)",
      repair: "open the store with its model file, or restore it from a backup")
  }
}
