/// An attribute whose value the store works out from others at each save.
///
///     DerivedAttributeDescription("pageCount", .integer64, from: "pages.@count")
///     DerivedAttributeDescription("searchName", .string, from: "canonical:(name)")
///     DerivedAttributeDescription("ownerName", .string, from: "owner.name")
///
/// The value is a column like any other: it can be fetched, sorted and indexed by. It is worked
/// out when the object, or what its value depends on, is saved to a store, whichever side
/// changes and whoever changes it, and is right after the save in the saving context and its
/// parents; other contexts have it when they merge the save or refresh the object. An object
/// that changes in such a value alone keeps its version, since nobody edited it: no one who
/// edits it meanwhile has a conflict.
///
/// A value that is set by hand stays until the next save of the object, which writes over it. It is
/// what a new object passes validation with when the attribute is mandatory: its first value comes
/// only after that, so such an object needs one from `awakeFromInsert`.
///
/// The expression is no part of the version hash, as the hash tells only what Core Data's does:
/// change `versionHashModifier` with it to have values worked out anew by a migration.
public final class DerivedAttributeDescription: AttributeDescription, @unchecked Sendable {
  // Sound: the superclass keeps all facts.

  /// Makes a derived attribute without a name, a type and an expression.
  public override init() {
    super.init()
  }

  /// Makes a derived attribute, optional unless said otherwise.
  ///
  /// - Parameter format: as for `FetchExpression(format:)`; text that is none is refused when the
  ///   model is taken into use.
  public init(
    _ name: String, _ type: AttributeType, from format: String, isOptional: Bool = true,
    isIndexed: Bool = false
  ) {
    super.init(name: name, type: type, isOptional: isOptional)
    self.isIndexed = isIndexed
    derivationExpression = FetchExpression(lenientFormat: format)
  }

  /// What the value is derived by: a key path over to-one relationships; `uppercase:`, `lowercase:`
  /// or `canonical:` of one; `@count`, `@sum`, `@min`, `@max` or `@avg` at the end of a path that
  /// starts with a to-many relationship; or `now()`, the moment of the object's last save.
  ///
  /// Whether it fits the entity is checked when the model is taken into use, before any store is
  /// opened.
  @Fact public var derivationExpression: FetchExpression? = nil
}
