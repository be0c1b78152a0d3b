extension ModelFileReader {
  func addConfigurations(to model: ManagedObjectModel) throws {
    guard let element = root.children(named: "configuration").first else { return }
    throw errors.wrong(
      "is a configuration, which models do not support", at: element, repair: "take it out")
  }
}
