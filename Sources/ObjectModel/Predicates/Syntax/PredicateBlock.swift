/// A condition in Swift code on an object and the values of variables.
package typealias PredicateBlock = ByIdentity<@Sendable (Any?, [String: Any]?) -> Bool>
