import ObjectModel

/// Something wrong with the content of a store, which no save can have written.
public struct StoreFault: Sendable, Hashable {
  /// What it is about.
  public enum Kind: Sendable, Hashable {
    /// The database: its pages, its tables or their indexes.
    case database
    /// A to-one relationship, by its key, refers to an object that does not exist.
    case missingDestination(String)
    /// The file of an attribute's value, by its key, does not exist; the path is where it belongs.
    case missingFile(String, path: String)
    /// No row refers to an external file.
    case unusedFile(path: String)
    /// An object has a primary key that the store will give to another one.
    case primaryKey
  }

  /// What it is about.
  public let kind: Kind

  /// What is wrong, as a phrase.
  public let message: String

  /// The name of the entity; nil for a fault of no particular object.
  public var entityName: String?

  /// The object.
  public var objectID: ManagedObjectID?
}
