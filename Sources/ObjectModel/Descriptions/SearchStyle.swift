/// How the values of an attribute are looked through by `ManagedObjectContext.search(_:in:limit:)`.
public enum SearchStyle: Hashable, Sendable {
  /// By words, each of which is found by its beginning.
  case words

  /// As one row of digits, whatever stands between them, such as a phone number. It is found by its
  /// beginning and by any three or more digits inside it.
  case digits

  /// By words, as if each value had this text before it: `prefixed("R-")` finds the number 12 by
  /// `R-12` as well as by `12`.
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

  /// The style as it stands in `userInfo`.
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

  /// Key paths over to-one relationships to attributes of other objects by which objects of this
  /// entity are found too, such as `camper.fullName`.
  ///
  /// The other object's index serves; nothing is copied. In a model file they are the user info
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
