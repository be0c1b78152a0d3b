/// Errors about names that match nothing, match several things, or belong to another campground.
extension CampgroundError {
  /// A noun with its article: `a rate`, `an item`.
  static func articled(_ noun: String) -> String {
    (noun.first.map("aeio".contains) == true ? "an " : "a ") + noun
  }

  /// Nothing has that name or code; the known ones are listed.
  static func unknown(
    _ subject: Subject, _ words: String, known: [String] = [], fix: Fix?
  ) -> Self {
    Self(
      .unknown, about: [subject] + known.map(Subject.known),
      "no \(words)"
        + (known.isEmpty ? "" : "; there \(known.count == 1 ? "is" : "are") \(known.listed())"),
      fix: fix)
  }

  package static func unknownName(
    of noun: String, name: String, known: [String], fix: Fix? = nil
  ) -> Self {
    unknown(
      .named(noun, name), "\(noun) \"\(name)\"", known: known,
      fix: fix ?? (known.isEmpty ? .advice("add one first") : nil))
  }

  static func unknownCampground(_ name: String, known: [String]) -> Self {
    unknown(
      .campground(name), "campground \"\(name)\"", known: known,
      fix: known.isEmpty ? .addCampground : nil)
  }

  static func unknownSite(_ word: String) -> Self {
    unknown(.site(word), "site \(word)", fix: .list(.sites))
  }

  static func ambiguousCamper(_ name: String, candidates: [String]) -> Self {
    Self(
      .ambiguous, about: [.camper(name)] + candidates.map(Subject.known),
      "\(candidates.count) campers match \"\(name)\": " + candidates.joined(separator: ", "),
      fix: .advice("enter one of these"))
  }

  static func ambiguousSite(_ word: String, candidates: [String]) -> Self {
    Self(
      .ambiguous, about: [.site(word)] + candidates.map(Subject.known),
      "\(word) could be site " + candidates.listed() + "; enter the full name")
  }

  static func nameTaken(of noun: String, name: String) -> Self {
    Self(
      .nameTaken, about: [.named(noun, name)],
      "there is already \(articled(noun)) \"\(name)\"", fix: .advice("choose another name"))
  }

  /// An object in use cannot be deleted.
  static func inUse(_ rule: CampgroundRule, by users: [String]) -> Self {
    let kind = type(of: rule)
    return Self(
      .inUse, about: [.named(kind.noun, rule.name)] + .users(users),
      "\(kind.noun) \"\(rule.name)\" is used by " + users.listedToTheLast() + "; \(kind.remedy)")
  }

  /// A term of a stay belongs to another campground.
  static func elsewhere(
    _ noun: String, _ name: String, at place: String, stay: String, home: String
  ) -> Self {
    Self(
      about: [.named(noun, name), .stay(stay)],
      "\(noun) \(name) is at \(place), and \(stay) at \(home)",
      fix: .use(campground: home, noun: noun))
  }

  /// Someone else has deleted the object.
  static func gone(_ what: String) -> Self {
    Self(.gone, "\(what) was deleted by someone else", fix: .advice("list the current ones"))
  }

  /// The object is deleted in the unsaved work.
  static func deletedHere(_ what: String) -> Self {
    Self(.refused, "\(what) is deleted in the scratch pad", fix: .undoUnsaved)
  }
}
