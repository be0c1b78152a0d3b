/// An element of a model file, and where it stands.
struct ModelFileElement {
  let name: String
  let attributes: [String: String]

  /// Where the element's start tag ends, both counted from one.
  let line: Int
  let column: Int

  var children: [ModelFileElement] = []

  subscript(_ key: String) -> String? { attributes[key] }

  /// The elements of that name right below this one.
  func children(named name: String) -> [ModelFileElement] { children.filter { $0.name == name } }

  /// The element as a reader of the file finds it: its tag and its name.
  var label: String {
    let named = ["name", "value", "property"].lazy.compactMap { key in
      attributes[key].map { " \(key)=\"\($0)\"" }
    }.first
    return "<\(name)\(named ?? "")>"
  }
}
