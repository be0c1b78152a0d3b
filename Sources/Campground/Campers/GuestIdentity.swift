import Foundation

/// What tells guests apart.
///
/// A guest is the same by the e-mail address, or by the phone number and the last name; by the name
/// alone only if exactly one guest has it and no phone number or e-mail address differs.
struct GuestIdentity {
  /// A phone number, which a household shares, with a last name.
  struct Phone: Hashable {
    let digits: String
    let lastName: String
  }

  let name: String?
  let email: String?
  let phone: Phone?

  /// What the search index finds the guest by.
  var contacts: [String] { [phone?.digits, email].compactMap { $0 } }

  init(_ name: String, phone: String?, email: String?) {
    self.name = Self.folded(name)
    self.email = Self.folded(email)
    self.phone = Self.digits(phone).flatMap { digits in
      name.split(separator: " ").last.map {
        Phone(digits: digits, lastName: Self.folded(String($0)) ?? "")
      }
    }
  }

  init(_ camper: Camper) {
    self.init(camper.fullName, phone: camper.phoneNumber, email: camper.email)
  }

  /// The guest who is the same, of those who may be; nil where nobody is.
  func known(among campers: [Camper]) -> Camper? {
    let others = campers.map { (camper: $0, identity: Self($0)) }
    let same =
      others.first { email != nil && $0.identity.email == email }
      ?? others.first { phone != nil && $0.identity.phone == phone }
    if let same { return same.camper }
    let named = others.filter { $0.identity.name == name }
    return named.count == 1 && !differs(from: named[0].identity) ? named[0].camper : nil
  }

  /// Whether a phone number or an e-mail address differs.
  func differs(from other: Self) -> Bool {
    func differ(_ own: String?, _ other: String?) -> Bool {
      own != nil && other != nil && own != other
    }
    return differ(phone?.digits, other.phone?.digits) || differ(email, other.email)
  }

  // MARK: Comparing

  /// The digits of a phone number; nil for none.
  static func digits(_ phone: String?) -> String? {
    phone.map { $0.filter(\.isNumber) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A text without case and accents; nil for an empty one.
  static func folded(_ text: String?) -> String? {
    guard let text = NameRule.optional(text) else { return nil }
    return text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
