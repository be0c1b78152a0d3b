import Foundation

/// A sort key with its direction and comparison.
///
/// Nil comes first in ascending order and last in descending order. Objects that compare as equal
/// under every descriptor of a fetch are ordered by primary key.
public struct FetchSortDescriptor: Sendable, Hashable {
  /// A comparison of two non-nil values, written in Swift.
  public typealias Comparator = @Sendable (Any, Any) -> ComparisonResult

  /// How two values are compared.
  enum Rule: Sendable, Hashable {
    case comparison(Comparison)
    case comparator(ByIdentity<Comparator>)
    /// A selector that is not a known comparison.
    case unknown(String)
    /// A key path that could not be resolved to a key.
    case defective(ByIdentity<ObjectGraphError>)
  }

  /// The key of an attribute or a to-one relationship, or a path to one through to-one
  /// relationships; `SELF` is the object itself.
  public let key: String

  /// Whether smaller values come first.
  public let ascending: Bool

  let rule: Rule

  /// Creates a sort by a key, which is checked when a fetch uses it.
  public init(key: String, ascending: Bool, comparison: Comparison = .binary) {
    self.init(key: key, ascending: ascending, rule: .comparison(comparison))
  }

  /// Creates a sort by the name of one of Core Data's string comparison methods, such as
  /// `localizedStandardCompare:`; nil compares UTF-8 bytes. A fetch throws for an unknown name.
  public init(key: String, ascending: Bool, selector: String?) {
    let comparison = selector.map(Comparison.init(rawValue:)) ?? .binary
    self.init(
      key: key, ascending: ascending,
      rule: comparison.map(Rule.comparison) ?? .unknown(selector ?? ""))
  }

  /// Creates a sort by a closure, for use with `compare(_:to:)`; a fetch throws, because a store
  /// cannot run the closure.
  public init(key: String, ascending: Bool, comparator: @escaping Comparator) {
    self.init(key: key, ascending: ascending, rule: .comparator(ByIdentity(comparator)))
  }

  /// Creates a sort by a key path that could not be resolved; a fetch throws the defect.
  package init(defect: ObjectGraphError, ascending: Bool) {
    self.init(key: "", ascending: ascending, rule: .defective(ByIdentity(defect)))
  }

  private init(key: String, ascending: Bool, rule: Rule) {
    (self.key, self.ascending, self.rule) = (key, ascending, rule)
  }

  /// How strings are compared; `.binary` for a comparator or an unknown selector.
  public var comparison: Comparison {
    if case .comparison(let comparison) = rule { comparison } else { .binary }
  }

  /// Core Data's name of the comparison; nil for a comparator.
  public var selector: String? {
    switch rule {
    case .comparison(let comparison): comparison.selector
    case .unknown(let selector): selector
    case .comparator, .defective: nil
    }
  }

  /// The comparison closure, or nil.
  public var comparator: Comparator? {
    if case .comparator(let comparator) = rule { comparator.value } else { nil }
  }

  /// The same sort in the opposite direction.
  public var reversedSortDescriptor: FetchSortDescriptor {
    FetchSortDescriptor(key: key, ascending: !ascending, rule: rule)
  }

  /// - Throws: `invalidArgument` if a store cannot sort by it.
  package func storeComparison() throws(ObjectGraphError) -> Comparison {
    switch rule {
    case .comparison(let comparison): return comparison
    case .comparator:
      throw ObjectGraphError(
        .invalidArgument, "a fetch cannot sort by a comparator: a store does not run Swift code",
        repair: "name a comparison, or sort the objects that were fetched", key: key)
    case .defective(let defect): throw defect.value
    case .unknown(let selector):
      let known = Comparison.allCases.map(\.selector)
      throw ObjectGraphError(
        .invalidArgument, "a fetch cannot sort by \"\(selector)\"",
        repair: NearestName.advice(for: selector, among: known), key: key)
    }
  }
}
