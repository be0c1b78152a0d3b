import Foundation

/// By which property of the objects, in which direction and by which comparison a fetch sorts.
///
/// nil comes first ascending and last descending. Objects that compare as equal under every
/// descriptor of a fetch are in the order of their primary keys.
public struct FetchSortDescriptor: Sendable, Hashable {
  /// A comparison of two values that are not nil, written in Swift.
  public typealias Comparator = @Sendable (Any, Any) -> ComparisonResult

  /// How two values are compared.
  enum Rule: Sendable, Hashable {
    case comparison(Comparison)
    case comparator(ByIdentity<Comparator>)
    /// A selector that names no comparison.
    case unknown(String)
    /// No key came of the key path.
    case defective(ByIdentity<ObjectGraphError>)
  }

  /// The key of an attribute or of a to-one relationship, or a path to one over to-one
  /// relationships; `SELF` is the object itself.
  public let key: String

  /// Whether small values come first.
  public let ascending: Bool

  let rule: Rule

  /// Makes a sort by a key; it is checked when a fetch uses it.
  public init(key: String, ascending: Bool, comparison: Comparison = .binary) {
    self.init(key: key, ascending: ascending, rule: .comparison(comparison))
  }

  /// Makes a sort by the method of a string that Core Data knows by that name, such
  /// as `localizedStandardCompare:`; without one by UTF-8 bytes. A fetch refuses a
  /// name that it does not know.
  public init(key: String, ascending: Bool, selector: String?) {
    let comparison = selector.map(Comparison.init(rawValue:)) ?? .binary
    self.init(
      key: key, ascending: ascending,
      rule: comparison.map(Rule.comparison) ?? .unknown(selector ?? ""))
  }

  /// Makes a sort by code of the caller, for `compare(_:to:)`; a fetch refuses it, since a store
  /// cannot run it.
  public init(key: String, ascending: Bool, comparator: @escaping Comparator) {
    self.init(key: key, ascending: ascending, rule: .comparator(ByIdentity(comparator)))
  }

  /// Makes a sort by a key path that could not be resolved; a fetch throws what is wrong with it.
  package init(defect: ObjectGraphError, ascending: Bool) {
    self.init(key: "", ascending: ascending, rule: .defective(ByIdentity(defect)))
  }

  private init(key: String, ascending: Bool, rule: Rule) {
    (self.key, self.ascending, self.rule) = (key, ascending, rule)
  }

  /// How strings are compared; `.binary` for a comparator and for a selector that is not known.
  public var comparison: Comparison {
    if case .comparison(let comparison) = rule { comparison } else { .binary }
  }

  /// The name of the comparison as Core Data has it; nil for a comparator.
  public var selector: String? {
    switch rule {
    case .comparison(let comparison): comparison.selector
    case .unknown(let selector): selector
    case .comparator, .defective: nil
    }
  }

  /// The comparison that was given as code, or nil.
  public var comparator: Comparator? {
    if case .comparator(let comparator) = rule { comparator.value } else { nil }
  }

  /// The same sort the other way round.
  public var reversedSortDescriptor: FetchSortDescriptor {
    FetchSortDescriptor(key: key, ascending: !ascending, rule: rule)
  }

  /// - Throws: `invalidArgument` for what a store cannot sort by.
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
