import Foundation
import ObjectModel

/// A Swift type whose values can be compared with a key path in a predicate.
///
/// All attribute types conform, including enumerations, as do managed objects, their IDs and
/// `Optional`s of all of these.
public protocol PredicateConstant {
  /// The type without `Optional`; operands must have the same.
  associatedtype PredicateBase = Self

  /// The value as a constant of a predicate, or nil if it cannot be used in one.
  var predicateConstant: AttributeValue? { get }

  /// Whether nil is one of the type's values.
  static var includesNil: Bool { get }
}

extension PredicateConstant {
  public static var includesNil: Bool { false }
}

/// A type whose values have an order in the store: numbers, dates and strings.
public protocol PredicateComparable: PredicateConstant {}

extension Optional: PredicateConstant where Wrapped: PredicateConstant {
  public typealias PredicateBase = Wrapped.PredicateBase

  public var predicateConstant: AttributeValue? {
    switch self {
    case .none: .null
    case .some(let value): value.predicateConstant
    }
  }

  public static var includesNil: Bool { true }
}

extension Optional: PredicateComparable where Wrapped: PredicateComparable {}

extension ManagedAttribute {
  /// The value as a constant of a predicate, or nil if no attribute type corresponds to its type.
  public var predicateConstant: AttributeValue? { AttributeValue(self) }
}

extension ManagedObject: PredicateConstant {
  /// Objects of all classes can be compared.
  public typealias PredicateBase = ManagedObject

  public var predicateConstant: AttributeValue? { .objectID(objectID) }
}

extension ManagedObjectID: PredicateConstant {
  public var predicateConstant: AttributeValue? { .objectID(self) }
}

extension String: PredicateComparable {
  public var predicateConstant: AttributeValue? { .string(self) }
}

extension ManagedInteger {
  public var predicateConstant: AttributeValue? { .integer(Int64(truncatingIfNeeded: self)) }
}

extension Bool {
  public var predicateConstant: AttributeValue? { .boolean(self) }
}

extension Double: PredicateComparable {
  public var predicateConstant: AttributeValue? { .double(self) }
}

extension Float: PredicateComparable {
  public var predicateConstant: AttributeValue? { .double(Double(self)) }
}

extension Date: PredicateComparable {
  public var predicateConstant: AttributeValue? { .date(self) }
}

extension Decimal: PredicateComparable {
  public var predicateConstant: AttributeValue? { .decimal(self) }
}

extension FetchExpression {
  convenience init(constant value: some PredicateConstant) {
    if let constant = value.predicateConstant {
      self.init(.constant(constant))
    } else {
      self.init(
        .constant(.null),
        defect: ObjectGraphError(
          .invalidArgument, "a value of type \(type(of: value)) cannot be used in a predicate",
          repair: "implement predicateConstant to return the value as its attribute stores it"))
    }
  }

  convenience init(list values: some Sequence<some PredicateConstant>) {
    var constants: [AttributeValue] = []
    for value in values {
      guard let constant = value.predicateConstant else {
        self.init(constant: value)
        return
      }
      constants.append(constant)
    }
    self.init(.constant(.list(constants)))
  }
}
