/// What predicates that were created from one template and resolved against one entity have in
/// common, and where they differ.
package struct PredicateForm: Sendable {
  /// The same object for all predicates of the form.
  package let identity: any AnyObject & Sendable

  /// The non-nil constants, from left to right; each has the same kind in all predicates.
  package let constants: [AttributeValue]
}
