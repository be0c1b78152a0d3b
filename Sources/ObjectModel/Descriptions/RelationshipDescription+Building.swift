extension RelationshipDescription {
  /// Makes a to-one relationship, optional unless said otherwise.
  ///
  /// - Parameters:
  ///   - inverse: the relationship of the destination that leads back; nil for none.
  ///   - isTransient: whether it lives in memory only, as its inverse then does too.
  ///   - renamingIdentifier: the name that the relationship had in the model's previous
  ///     version, where it was another.
  ///   - userInfo: free text by key, for the application.
  public convenience init(
    _ name: String, toOne destination: String, inverse: String?, isOptional: Bool = true,
    isTransient: Bool = false,
    deleteRule: DeleteRule = .nullifyDeleteRule, renamingIdentifier: String? = nil,
    userInfo: [String: String] = [:]
  ) {
    self.init(
      name: name, destination: destination, inverse: inverse, maxCount: 1, isOptional: isOptional,
      deleteRule: deleteRule)
    self.isTransient = isTransient
    self.renamingIdentifier = renamingIdentifier
    self.userInfo = userInfo
  }

  /// Makes a to-many relationship, optional and without bounds unless said otherwise.
  ///
  /// - Parameters:
  ///   - inverse: as of a to-one relationship.
  ///   - isOptional: whether it may be empty when it is saved, whatever the bounds say.
  ///   - isTransient: as of a to-one relationship.
  ///   - minCount: the least count of members that passes validation; 0 for no bound.
  ///   - maxCount: the greatest count of members; 0 for no bound. 1 makes a to-one
  ///     relationship, as in every model.
  public convenience init(
    _ name: String, toMany destination: String, inverse: String?, isOrdered: Bool = false,
    isOptional: Bool = true, isTransient: Bool = false, minCount: Int = 0, maxCount: Int = 0,
    deleteRule: DeleteRule = .nullifyDeleteRule, renamingIdentifier: String? = nil,
    userInfo: [String: String] = [:]
  ) {
    self.init(
      name: name, destination: destination, inverse: inverse, maxCount: maxCount,
      minCount: minCount, isOptional: isOptional, isOrdered: isOrdered, deleteRule: deleteRule)
    self.isTransient = isTransient
    self.renamingIdentifier = renamingIdentifier
    self.userInfo = userInfo
  }
}
