import ObjectModel

/// The Swift type of a to-many relationship.
public protocol ToManyValue {
  /// The class of the members.
  associatedtype Member: ManagedObject

  /// The members, in no particular order.
  var members: [Member] { get }
}

extension ToManyValue {
  static var memberClass: ManagedObject.Type { Member.self }
}

extension Set: ToManyValue where Element: ManagedObject {
  public var members: [Element] { Array(self) }
}

extension OrderedSet: ToManyValue where Element: ManagedObject {
  public var members: [Element] { elements }
}

/// A to-many relationship at the end of a path through to-one relationships.
extension Optional: ToManyValue where Wrapped: ToManyValue {
  public var members: [Wrapped.Member] { self?.members ?? [] }
}
