/// A condition that only a program can evaluate, on an object and the values of variables.
package typealias PredicateBlock = ByIdentity<@Sendable (Any?, [String: Any]?) -> Bool>
