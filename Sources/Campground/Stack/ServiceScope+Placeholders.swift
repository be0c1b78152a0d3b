import ObjectGraph

extension ServiceScope {
  /// The row keys of campers added by the scratch pad that is being saved.
  var campersSavedNow: Set<Int64> { reach == .store ? journal?.padProgress?.newCampers ?? [] : [] }

  /// The object with a code, at any campground; nil where there is none.
  func object<Kind: Numbered>(
    coded code: String, in context: ManagedObjectContext
  ) throws -> Kind? {
    guard let number = number(in: code, of: Kind.self), number != 0 else { return nil }
    return try context.fetch(Kind.self, where: "number == %@", number).first
  }

  /// The number for a new object in a scratch pad; nil where the store assigns it.
  package func placeholderNumber<Kind: Numbered>(of type: Kind.Type) -> Int64? {
    reach == .store ? nil : journal?.placeholders.next(Kind.letter)
  }

  /// The number in a code, negative for a placeholder in a scratch pad; nil for text that is not a
  /// code.
  ///
  /// While a pad is being saved, a placeholder stands for the number that the store assigned, and
  /// is not a code until then: it can never reach another reservation than the one that was shown.
  package func number<Kind: Numbered>(in code: String, of type: Kind.Type) -> Int64? {
    guard let number = PlaceholderNumbers.number(in: code, letter: Kind.letter) else { return nil }
    guard reach == .store, number < 0 else { return number }
    return journal?.padProgress?.numbers[Kind.letter]?[number]
  }
}
