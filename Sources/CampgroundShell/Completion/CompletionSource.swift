/// What completion asks the store and the file system.
public protocol CompletionSource {
  /// The values there are, in the order in which they should be offered.
  func values(of kind: LiveValue) -> [String]

  /// The values that begin with a text, or more of them, in the order in which they should be
  /// offered; asked where there may be too many to look at all.
  func values(of kind: LiveValue, beginningWith text: String) -> [String]

  /// The attributes and relationships of an entity, or of what a path of relationships from it
  /// leads to.
  func properties(of entity: String, at path: [String]) -> [String]

  /// The values that an attribute has, spelled as in predicates, in the order in
  /// which they should be offered.
  func values(of entity: String, at path: [String]) -> [String]

  /// The names of the variables, without their dollar signs.
  var variableNames: [String] { get }

  /// The paths of files that begin with a text; a folder's path ends in a slash.
  func files(beginningWith text: String) -> [String]
}

extension CompletionSource {
  /// All there are.
  public func values(of kind: LiveValue, beginningWith text: String) -> [String] {
    values(of: kind)
  }

  /// None.
  public func values(of entity: String, at path: [String]) -> [String] { [] }

  /// None.
  public var variableNames: [String] { [] }

  /// The paths of files in the folder that the text names so far.
  public func files(beginningWith text: String) -> [String] {
    FileCompletion.paths(beginningWith: text)
  }
}
