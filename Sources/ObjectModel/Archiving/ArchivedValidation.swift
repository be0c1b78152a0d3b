import Foundation

/// Bounds and regular expressions, which Core Data represents as validation predicates.
///
/// A bound that fits a machine word is stored next to the attribute's flags, as current frameworks
/// do; other rules are comparisons of `SELF`, or a string's `length`, with a constant.
enum ArchivedValidation {
  /// The operators of `NSPredicateOperator`.
  private enum Comparison: Int64 {
    case atMost = 1
    case atLeast = 3
    case matches = 6

    /// The bound that the comparison is with; not for `matches`.
    var bound: ReferenceWritableKeyPath<AttributeDescription, AttributeValue?> {
      self == .atLeast ? \.minimumValue : \.maximumValue
    }
  }

  /// The fields for bounds that fit a word, with their flags.
  private static let words: [(comparison: Comparison, key: String, flag: Int64)] = [
    (.atLeast, "NSMinValueName", 2), (.atMost, "NSMaxValueName", 1),
  ]

  private static let constantExpression: Int64 = 0
  private static let selfExpression: Int64 = 1
  private static let keyPathExpression: Int64 = 3
  private static let keyPathSpecifier: Int64 = 10

  // MARK: Reading

  /// Sets an attribute's rules from its archive; other kinds of predicates are ignored.
  static func read(_ object: KeyedArchive.Object, into attribute: AttributeDescription) throws {
    for predicate in try object.objects("NSValidationPredicates") {
      try read(predicate: predicate, into: attribute)
    }
    let flags = object.integer("NSFlagsKey") ?? 0
    for (comparison, key, flag) in words where flags & flag != 0 {
      guard let bound = bound(object.fields[key], type: attribute.attributeType) else { continue }
      attribute[keyPath: comparison.bound] = bound
    }
  }

  private static func read(
    predicate: KeyedArchive.Object, into attribute: AttributeDescription
  ) throws {
    let comparison = try predicate.object("NSPredicateOperator")?.integer("NSOperatorType")
    guard let comparison = comparison.flatMap(Comparison.init),
      let left = try predicate.object("NSLeftExpression"),
      let right = try predicate.object("NSRightExpression"),
      right.integer("NSExpressionType") == constantExpression
    else { return }
    let isOfLength = attribute.attributeType == .string && comparison != .matches
    let isSubject =
      switch left.integer("NSExpressionType") {
      case selfExpression: !isOfLength
      case keyPathExpression: try isOfLength && keyPath(of: left) == "length"
      default: false
      }
    guard isSubject else { return }
    if comparison == .matches {
      attribute.regularExpression = try right.string("NSConstantValue")
    } else {
      let type = isOfLength ? .integer64 : attribute.attributeType
      attribute[keyPath: comparison.bound] = try right.value("NSConstantValue", as: type)
    }
  }

  private static func keyPath(of expression: KeyedArchive.Object) throws -> String? {
    try expression.string("NSKeyPath")
      ?? expression.objects("NSArguments").first?.string("NSKeyPath")
  }

  private static func bound(_ value: PropertyList?, type: AttributeType) -> AttributeValue? {
    let number: Double
    switch value {
    case .integer(let value)?:
      if holdsWords(type) { return .integer(value) }
      number = Double(value)
    case .real(let value)?: number = value
    default: return nil
    }
    guard number.isFinite else { return nil }
    switch type {
    case .date: return .date(Date(timeIntervalSinceReferenceDate: number))
    case .double, .float: return .double(number)
    case .decimal: return .decimal(Decimal(number))
    default: return Int64(exactly: number).flatMap { holdsWords(type) ? .integer($0) : nil }
    }
  }

  private static func holdsWords(_ type: AttributeType) -> Bool {
    [.integer16, .integer32, .integer64, .string].contains(type)
  }

  // MARK: Writing

  /// Adds the fields for the bounds and the pattern, and returns their flags.
  static func write(
    _ attribute: AttributeDescription, to fields: inout PropertyList.Fields,
    in builder: KeyedArchiveBuilder
  ) throws -> Int64 {
    let type = attribute.attributeType
    var flags: Int64 = 0
    var predicates: [PropertyList] = []
    for (comparison, key, flag) in words {
      guard let bound = attribute[keyPath: comparison.bound] else { continue }
      if let word = word(bound, type: type) {
        fields[key] = word
        flags |= flag
      } else {
        predicates.append(try add(comparison, bound, ofLength: type == .string, to: builder))
      }
    }
    if let pattern = attribute.regularExpression {
      predicates.append(try add(.matches, .string(pattern), ofLength: false, to: builder))
    }
    if !predicates.isEmpty {
      fields["NSValidationPredicates"] = builder.add(array: predicates)
      let warnings = predicates.map { _ in builder.add(warning) }
      fields["NSValidationWarnings"] = builder.add(array: warnings)
    }
    return flags
  }

  /// Core Data's warning for a value that fails; there is one for each predicate.
  private static let warning = "NSManagedObjectValidationError"

  private static func word(_ value: AttributeValue, type: AttributeType) -> PropertyList? {
    switch (type, value) {
    case (_, .integer(let value)) where holdsWords(type): .integer(value)
    case (.double, .double(let value)), (.float, .double(let value)):
      value.isFinite ? .real(value) : nil
    case (.date, .date(let value)): .real(value.timeIntervalSinceReferenceDate)
    default: nil
    }
  }

  private static func add(
    _ comparison: Comparison, _ constant: AttributeValue, ofLength: Bool,
    to builder: KeyedArchiveBuilder
  ) throws -> PropertyList {
    func expression(
      _ type: Int64, _ fields: PropertyList.Fields, of className: String
    ) -> PropertyList {
      builder.add(
        fields.merging(["NSExpressionType": .integer(type)]) { $1 }, of: className)
    }
    var left = expression(selfExpression, [:], of: "NSSelfExpression")
    if ofLength {
      let path = builder.add("length")
      let specifier = expression(
        keyPathSpecifier, ["NSKeyPath": path], of: "NSKeyPathSpecifierExpression")
      left = expression(
        keyPathExpression,
        [
          "NSOperand": left, "NSSelectorName": builder.add("valueForKey:"),
          "NSArguments": builder.add(array: [specifier]),
        ], of: "NSKeyPathExpression")
    }
    let right = expression(
      constantExpression, ["NSConstantValue": try ArchivedValue.add(constant, to: builder)],
      of: "NSConstantValueExpression")
    let isMatch = comparison == .matches
    let operation = builder.add(
      [
        "NSOperatorType": .integer(comparison.rawValue), "NSModifier": .integer(0),
        (isMatch ? "NSFlags" : "NSOptions"): .integer(0),
      ], of: isMatch ? "NSMatchingPredicateOperator" : "NSComparisonPredicateOperator")
    return builder.add(
      [
        "NSLeftExpression": left, "NSRightExpression": right, "NSPredicateOperator": operation,
      ], of: "NSComparisonPredicate")
  }
}
