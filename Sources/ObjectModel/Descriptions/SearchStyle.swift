/// How `ManagedObjectContext.search(_:in:limit:)` searches an attribute's values.
public enum SearchStyle: Hashable, Sendable {
  /// As words, each of which is found by its beginning.
  case words

  /// As one sequence of digits, ignoring separators, for example a phone number. It is found by its
  /// beginning and by any three or more consecutive digits.
  case digits

  /// As words, as if each value started with this prefix: with `prefixed("R-")`, the number 12 is
  /// found by `R-12` as well as by `12`.
  case prefixed(String)

  package init?(text: String) {
    switch text {
    case "YES", "words": self = .words
    case "digits": self = .digits
    default:
      guard text.hasPrefix(Self.prefixMark) else { return nil }
      self = .prefixed(String(text.dropFirst(Self.prefixMark.count)))
    }
  }

  /// The style's representation in `userInfo`.
  package var text: String {
    switch self {
    case .words: "words"
    case .digits: "digits"
    case .prefixed(let prefix): Self.prefixMark + prefix
    }
  }

  private static let prefixMark = "prefixed:"
}

extension EntityDescription {
  private static let searchKey = "ObjectGraphSearchKeyPaths"

  /// Key paths through to-one relationships to attributes of other objects by which objects of this
  /// entity are also found, such as `camper.fullName`.
  ///
  /// The other object's index is used; nothing is copied. In a model file, they are the user info
  /// `ObjectGraphSearchKeyPaths`, separated by commas.
  public var searchKeyPaths: [String] {
    get {
      (userInfo[Self.searchKey] ?? "").split(separator: ",")
        .map { String($0.drop { $0 == " " }.prefix { $0 != " " }) }
    }
    set {
      userInfo[Self.searchKey] = newValue.isEmpty ? nil : newValue.joined(separator: ",")
    }
  }
}
