import Foundation

/// Bounds and regular expressions, of which Core Data makes validation predicates.
///
/// A bound that fits a machine word stands beside the attribute's flags, as current frameworks
/// write it; others are comparisons of `SELF`, or of a string's `length`, with a constant.
struct ArchivedValidation {
  var minimum: AttributeValue?
  var maximum: AttributeValue?
  var pattern: String?

  static let maximumFlag: Int64 = 1
  static let minimumFlag: Int64 = 2

  /// The operators of `NSPredicateOperator`.
  private enum Comparison: Int64 {
    case atMost = 1
    case atLeast = 3
    case matches = 6
  }

  private static let constantExpression: Int64 = 0
  private static let selfExpression: Int64 = 1
  private static let keyPathExpression: Int64 = 3
  private static let keyPathSpecifier: Int64 = 10
}

extension ArchivedValidation {
  /// Reads what the fields of an archived attribute say; predicates of other kinds are left out.
  init(
    _ fields: [String: BinaryPropertyList], type: AttributeType, in archive: KeyedArchive
  ) throws {
    for predicate in try archive.elements(fields["NSValidationPredicates"]) {
      try read(predicate, type: type, in: archive)
    }
    let flags = fields["NSFlagsKey"]?.integer ?? 0
    if flags & Self.maximumFlag != 0 {
      maximum = Self.bound(fields["NSMaxValueName"], type: type) ?? maximum
    }
    if flags & Self.minimumFlag != 0 {
      minimum = Self.bound(fields["NSMinValueName"], type: type) ?? minimum
    }
  }

  private mutating func read(
    _ reference: BinaryPropertyList, type: AttributeType, in archive: KeyedArchive
  ) throws {
    guard let predicate = try archive.object(reference),
      let operation = try archive.object(predicate.fields["NSPredicateOperator"]),
      let comparison = operation.fields["NSOperatorType"]?.integer.flatMap(Comparison.init),
      let left = try archive.object(predicate.fields["NSLeftExpression"]),
      let right = try archive.object(predicate.fields["NSRightExpression"]),
      right.fields["NSExpressionType"]?.integer == Self.constantExpression
    else { return }

    let isOfLength = type == .string && comparison != .matches
    let isSubject =
      switch left.fields["NSExpressionType"]?.integer {
      case Self.selfExpression: !isOfLength
      case Self.keyPathExpression: try isOfLength && Self.keyPath(of: left, in: archive) == "length"
      default: false
      }
    guard isSubject else { return }
    let constant = right.fields["NSConstantValue"]
    switch comparison {
    case .matches: pattern = try archive.string(constant)
    case .atLeast:
      minimum = try ArchivedValue.read(constant, as: isOfLength ? .integer64 : type, in: archive)
    case .atMost:
      maximum = try ArchivedValue.read(constant, as: isOfLength ? .integer64 : type, in: archive)
    }
  }

  private static func keyPath(
    of expression: KeyedArchive.Object, in archive: KeyedArchive
  ) throws -> String? {
    if let direct = try archive.string(expression.fields["NSKeyPath"]) { return direct }
    let arguments = try archive.elements(expression.fields["NSArguments"])
    return try arguments.first.flatMap { try archive.object($0) }
      .flatMap { try archive.string($0.fields["NSKeyPath"]) }
  }

  private static func bound(_ value: BinaryPropertyList?, type: AttributeType) -> AttributeValue? {
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
    switch type {
    case .integer16, .integer32, .integer64, .string: true
    default: false
    }
  }
}

extension ArchivedValidation {
  init(_ attribute: AttributeDescription) {
    self.init(
      minimum: attribute.minimumValue, maximum: attribute.maximumValue,
      pattern: attribute.regularExpression)
  }

  /// Adds the fields that hold the bounds and the pattern, and returns the flags that tell of them.
  func write(
    to fields: inout [String: BinaryPropertyList], type: AttributeType,
    in builder: inout KeyedArchiveBuilder
  ) throws -> Int64 {
    var flags: Int64 = 0
    var predicates: [BinaryPropertyList] = []
    let subject = type == .string ? "length" : nil
    let bounds = [
      (minimum, "NSMinValueName", Self.minimumFlag, Comparison.atLeast),
      (maximum, "NSMaxValueName", Self.maximumFlag, Comparison.atMost),
    ]
    for case (let bound?, let field, let flag, let comparison) in bounds {
      if let word = Self.word(bound, type: type) {
        fields[field] = word
        flags |= flag
      } else {
        predicates.append(try Self.add(comparison, bound, subject: subject, to: &builder))
      }
    }
    if let pattern {
      predicates.append(try Self.add(.matches, .string(pattern), subject: nil, to: &builder))
    }
    if !predicates.isEmpty {
      fields["NSValidationPredicates"] = builder.add(array: predicates)
      let warnings = predicates.map { _ in builder.add(Self.warning) }
      fields["NSValidationWarnings"] = builder.add(array: warnings)
    }
    return flags
  }

  /// What Core Data says of a value that fails; the list of warnings is as long as the other.
  private static let warning = "NSManagedObjectValidationError"

  private static func word(_ value: AttributeValue, type: AttributeType) -> BinaryPropertyList? {
    switch (type, value) {
    case (_, .integer(let value)) where holdsWords(type): .integer(value)
    case (.double, .double(let value)), (.float, .double(let value)):
      value.isFinite ? .real(value) : nil
    case (.date, .date(let value)): .real(value.timeIntervalSinceReferenceDate)
    default: nil
    }
  }

  private static func add(
    _ comparison: Comparison, _ constant: AttributeValue, subject: String?,
    to builder: inout KeyedArchiveBuilder
  ) throws -> BinaryPropertyList {
    var left = builder.add(
      ["NSExpressionType": .integer(selfExpression)], of: ["NSSelfExpression", "NSExpression"])
    if let subject {
      let path = builder.add(subject)
      let specifier = builder.add(
        ["NSExpressionType": .integer(keyPathSpecifier), "NSKeyPath": path],
        of: ["NSKeyPathSpecifierExpression", "NSExpression"])
      left = builder.add(
        [
          "NSExpressionType": .integer(keyPathExpression), "NSOperand": left,
          "NSSelectorName": builder.add("valueForKey:"),
          "NSArguments": builder.add(array: [specifier]),
        ], of: ["NSKeyPathExpression", "NSFunctionExpression", "NSExpression"])
    }
    let value = try ArchivedValue.add(constant, to: &builder)
    let right = builder.add(
      ["NSExpressionType": .integer(constantExpression), "NSConstantValue": value],
      of: ["NSConstantValueExpression", "NSExpression"])
    var operation: [String: BinaryPropertyList] = [
      "NSOperatorType": .integer(comparison.rawValue), "NSModifier": .integer(0),
    ]
    var classNames = ["NSPredicateOperator"]
    if comparison == .matches {
      operation["NSFlags"] = .integer(0)
      classNames.insert(
        contentsOf: ["NSMatchingPredicateOperator", "NSStringPredicateOperator"], at: 0)
    } else {
      operation["NSOptions"] = .integer(0)
      classNames.insert("NSComparisonPredicateOperator", at: 0)
    }
    return builder.add(
      [
        "NSLeftExpression": left, "NSRightExpression": right,
        "NSPredicateOperator": builder.add(operation, of: classNames),
      ], of: ["NSComparisonPredicate", "NSPredicate"])
  }
}
