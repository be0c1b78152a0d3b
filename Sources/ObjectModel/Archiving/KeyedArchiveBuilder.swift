/// Collects the objects of a keyed archive, with the layout of `NSKeyedArchiver`.
final class KeyedArchiveBuilder {
  private var objects: [PropertyList] = [.string("$null")]
  /// By their bytes, so that canonically equivalent strings stay separate.
  private var strings: [[UInt8]: PropertyList] = [:]
  private var classes: [String: PropertyList] = [:]

  /// The reference to nil.
  static let null = PropertyList.uid(0)

  /// Reserves an index, so that objects can refer to one that is not complete yet.
  func reserve() -> PropertyList { add(scalar: .null) }

  func add(scalar: PropertyList) -> PropertyList {
    objects.append(scalar)
    return .uid(UInt32(objects.count - 1))
  }

  /// Adds a string once, and returns a reference to it; for nil, the reference to nil.
  func add(_ string: String?) -> PropertyList {
    guard let string else { return Self.null }
    let bytes = Array(string.utf8)
    if let reference = strings[bytes] { return reference }
    let reference = add(scalar: .string(string))
    strings[bytes] = reference
    return reference
  }

  /// Adds an object of a class, or fills a reserved index.
  func add(
    _ fields: PropertyList.Fields, of className: String, at place: PropertyList? = nil
  ) -> PropertyList {
    let place = place ?? reserve()
    var fields = fields
    fields["$class"] = reference(toClass: className)
    if case .uid(let uid) = place { objects[Int(uid)] = .dictionary(fields) }
    return place
  }

  func add(array elements: [PropertyList], isMutable: Bool = false) -> PropertyList {
    add(["NS.objects": .array(elements)], of: isMutable ? "NSMutableArray" : "NSArray")
  }

  func add(
    dictionary entries: [(key: String, value: PropertyList)], isMutable: Bool = false
  ) -> PropertyList {
    add(
      ["NS.keys": .array(entries.map { add($0.key) }), "NS.objects": .array(entries.map(\.value))],
      of: isMutable ? "NSMutableDictionary" : "NSDictionary")
  }

  /// Adds a dictionary of strings, ordered by key.
  func add(texts: [String: String]) -> PropertyList {
    let entries = texts.sorted { VersionHashText.areInOrder($0.key, $1.key) }
    return add(dictionary: entries.map { (key: $0.key, value: add($0.value)) })
  }

  /// The complete archive, with a reference to its root.
  func archive(root: PropertyList) -> PropertyList {
    .dictionary([
      "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
      "$top": .dictionary(["root": root]), "$objects": .array(objects),
    ])
  }

  private func reference(toClass name: String) -> PropertyList {
    if let reference = classes[name] { return reference }
    let names = sequence(first: name) { Self.superclasses[$0] } + ["NSObject"]
    let reference = add(
      scalar: .dictionary([
        "$classname": .string(name), "$classes": .array(names.map { .string($0) }),
      ]))
    classes[name] = reference
    return reference
  }

  /// The direct superclasses, if other than NSObject.
  private static let superclasses = [
    "NSMutableArray": "NSArray", "NSMutableDictionary": "NSDictionary",
    "NSDecimalNumber": "NSNumber",
    "NSKnownKeysMappingStrategy1": "NSKnownKeysMappingStrategy",
    "NSKnownKeysDictionary1": "NSKnownKeysDictionary",
    "NSKnownKeysDictionary": "NSMutableDictionary",
    "NSAttributeDescription": "NSPropertyDescription",
    "NSCompositeAttributeDescription": "NSAttributeDescription",
    "NSDerivedAttributeDescription": "NSAttributeDescription",
    "NSRelationshipDescription": "NSPropertyDescription",
    "NSFetchedPropertyDescription": "NSPropertyDescription",
    "NSSelfExpression": "NSExpression", "NSConstantValueExpression": "NSExpression",
    "NSKeyPathSpecifierExpression": "NSExpression",
    "NSKeyPathExpression": "NSFunctionExpression", "NSFunctionExpression": "NSExpression",
    "NSComparisonPredicate": "NSPredicate",
    "NSComparisonPredicateOperator": "NSPredicateOperator",
    "NSMatchingPredicateOperator": "NSStringPredicateOperator",
    "NSStringPredicateOperator": "NSPredicateOperator",
  ]
}
