extension EntityDescription {
  /// Makes an entity of the properties that the closure lists.
  ///
  /// - Parameters:
  ///   - name: unique in its model.
  ///   - className: the name of its objects' class in the class registry.
  ///   - unique: groups of property names whose values are unique together.
  ///   - subentities: the entities right below it.
  ///   - renamingIdentifier: the name that the entity had in the model's previous version, where it
  ///     was another.
  ///   - userInfo: free text by key, for the application.
  ///   - searchKeyPaths: attributes of other objects that objects are found by; see
  ///     `searchKeyPaths`.
  public convenience init(
    _ name: String, class className: String = "ManagedObject", isAbstract: Bool = false,
    unique: [[String]] = [], indexes: [FetchIndexDescription] = [],
    subentities: [EntityDescription] = [], renamingIdentifier: String? = nil,
    userInfo: [String: String] = [:], searchKeyPaths: [String] = [],
    @PropertiesBuilder _ properties: () -> [PropertyDescription]
  ) {
    self.init(name: name, managedObjectClassName: className)
    self.isAbstract = isAbstract
    self.properties = properties()
    self.uniquenessConstraints = unique
    self.indexes = indexes
    self.subentities = subentities
    self.renamingIdentifier = renamingIdentifier
    self.userInfo = userInfo
    if !searchKeyPaths.isEmpty { self.searchKeyPaths = searchKeyPaths }
  }
}
