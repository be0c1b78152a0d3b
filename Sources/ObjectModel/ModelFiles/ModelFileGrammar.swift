/// What an element of a model file may contain.
struct ModelFileGrammar {
  /// The attributes that are read; nil for any.
  private let attributes: Set<Substring>?

  /// Ignored attributes: for code generation, CloudKit, Spotlight and Xcode.
  private let withoutMeaning: Set<Substring>

  private let children: Set<Substring>

  private init(_ attributes: String?, withoutMeaning: String = "", children: String = "") {
    self.attributes = attributes.map { Set($0.split(separator: " ")) }
    self.withoutMeaning = Set(withoutMeaning.split(separator: " "))
    self.children = Set(children.split(separator: " "))
  }

  private static let ofProperties = "name optional transient elementID versionHashModifier "

  /// By element name. The attributes of `<model>` describe the tools that wrote it; `<elements>`
  /// contains the diagram's layout.
  private static let elements: [String: ModelFileGrammar] = [
    "model": .init(nil, children: "entity configuration fetchRequest composite elements"),
    "entity": .init(
      "name representedClassName parentEntity isAbstract elementID versionHashModifier",
      withoutMeaning: "syncable codeGenerationType coreSpotlightDisplayNameExpression",
      children: "attribute relationship fetchedProperty userInfo compoundIndexes fetchIndex "
        + "uniquenessConstraints"),
    "attribute": .init(
      ofProperties + "indexed attributeType defaultValueString defaultDateTimeInterval "
        + "minValueString maxValueString minDateTimeInterval maxDateTimeInterval "
        + "regularExpressionString valueTransformerName customClassName "
        + "allowsExternalBinaryDataStorage preserveAfterDeletion derived derivationExpression "
        + "composite",
      withoutMeaning: "syncable usesScalarValueType allowsCloudEncryption spotlightIndexingEnabled "
        + "storedInTruthFile",
      children: "userInfo"),
    // The entity of the inverse is the destination anyway.
    "relationship": .init(
      ofProperties + "toMany minCount maxCount ordered deletionRule destinationEntity inverseName",
      withoutMeaning: "syncable indexed inverseEntity spotlightIndexingEnabled storedInTruthFile",
      children: "userInfo"),
    "fetchedProperty": .init(
      ofProperties, withoutMeaning: "syncable", children: "fetchRequest userInfo"),
    "fetchRequest": .init(
      "name entity predicateString fetchLimit fetchBatchSize resultType includeSubentities "
        + "includePropertyValues includePendingChanges returnObjectsAsFaults "
        + "returnDistinctResults"),
    "composite": .init("name", children: "attribute"),
    "configuration": .init("name", withoutMeaning: "usedWithCloudKit", children: "memberEntity"),
    "memberEntity": .init("name"),
    "fetchIndex": .init("name", children: "fetchIndexElement"),
    "fetchIndexElement": .init("property expression expressionType type order"),
    "uniquenessConstraints": .init("", children: "uniquenessConstraint"),
    "uniquenessConstraint": .init("", children: "constraint"),
    "constraint": .init("value"),
    "compoundIndexes": .init("", children: "compoundIndex"),
    "compoundIndex": .init("", children: "index"),
    "index": .init("value"),
    "userInfo": .init("", children: "entry"),
    "entry": .init("key value"),
  ]

  /// Rejects attributes and children that are neither read nor known to be ignorable.
  static func check(_ element: ModelFileElement) throws {
    guard let rule = elements[element.name] else { return }
    let unknown = element.attributes.keys.sorted().first { key in
      !rule.withoutMeaning.contains(key[...]) && rule.attributes?.contains(key[...]) == false
    }
    let repair = "remove it, or read the model with a newer version"
    if let unknown { throw element.wrong("has the unknown attribute \(unknown)", repair: repair) }
    for child in element.children {
      guard rule.children.contains(child.name[...]) else {
        throw child.wrong("is not allowed in \(element.label)", repair: repair)
      }
      try check(child)
    }
  }
}
