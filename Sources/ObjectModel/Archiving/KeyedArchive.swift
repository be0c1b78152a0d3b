/// The table of objects of an `NSKeyedArchiver` archive.
///
/// Objects are reached by index only, so that an archive whose objects lead in circles is as good
/// as any. Foundation's own unarchiver stops the process at a class that it does not expect.
struct KeyedArchive {
  /// An object with a class: its fields by key.
  struct Object {
    let index: Int
    /// The class, then those above it.
    let classNames: [String]
    let fields: PropertyList.Fields
    fileprivate let archive: KeyedArchive

    func isKind(of className: String) -> Bool { classNames.contains(className) }

    func integer(_ key: String) -> Int64? { fields[key]?.integer }

    /// Flags are there only where they are true.
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

    /// The entries that are texts.
    func texts(_ key: String) throws -> [String: String] {
      var texts: [String: String] = [:]
      for (key, value) in try entries(key) { texts[key] = try archive.string(value) }
      return texts
    }
  }

  let root: PropertyList
  private let objects: [PropertyList]

  /// - Throws: code 134020 when the property list is no keyed archive.
  init(_ propertyList: PropertyList) throws {
    guard case .dictionary(let archive) = propertyList,
      case .array(let objects)? = archive["$objects"],
      case .dictionary(let top)? = archive["$top"], let root = top["root"]
    else { throw Self.damage("it is not a keyed archive") }
    self.objects = objects
    self.root = root
  }

  /// Follows a reference; nil for a field that is missing, or that refers to `$null`.
  ///
  /// A value that is no reference is returned as it is.
  func resolve(_ value: PropertyList?) throws -> PropertyList? {
    guard case .uid(let uid)? = value else { return value }
    guard uid < objects.count else { throw Self.damage("a reference leads nowhere") }
    return uid == 0 ? nil : objects[Int(uid)]
  }

  /// The object that a field refers to, or nil when there is none or it is a bare scalar.
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

  /// The text of a field, or nil when there is none.
  func string(_ value: PropertyList?) throws -> String? {
    switch try resolve(value) {
    case .string(let string)?: string
    case .dictionary(let fields)?: try resolve(fields["NS.string"])?.string
    default: nil
    }
  }

  /// The elements of an array or a set, as references; empty when there is none.
  func elements(_ value: PropertyList?) throws -> [PropertyList] {
    guard case .dictionary(let fields)? = try resolve(value) else { return [] }
    return try resolve(fields["NS.objects"])?.elements ?? []
  }

  /// The entries of a dictionary with keys of text, in the archive's order.
  func entries(_ value: PropertyList?) throws -> [(key: String, value: PropertyList)] {
    guard case .dictionary(let fields)? = try resolve(value) else { return [] }
    var keys = fields["NS.keys"]?.elements ?? []
    var values = fields["NS.objects"]?.elements ?? []
    if let mapping = fields["searchMapping"] {
      // NSKnownKeysDictionary1: the keys are kept apart, to be shared between dictionaries.
      guard case .dictionary(let strategy)? = try resolve(mapping) else {
        throw Self.damage("a dictionary has lost its keys")
      }
      keys = try elements(strategy["keys"])
      values = try elements(fields["values"])
    }
    guard keys.count == values.count else { throw Self.damage("a dictionary has lost an entry") }
    return try zip(keys, values).compactMap { key, value in
      guard let key = try string(key), try string(value) != Self.emptySlot else { return nil }
      return (key, value)
    }
  }

  /// What stands in a dictionary of known keys for a key without a value.
  static let emptySlot = "__empty_slot_token_4c24_98dc_ac1e_b773__"

  static func damage(_ what: String) -> ObjectGraphError {
    .damage(
      "the archived model is damaged: \(what)",
      repair: "open the store with its model file, or restore it from a backup")
  }
}
