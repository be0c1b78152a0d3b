import ObjectGraph

extension ServiceScope {
  /// The campers that a scratch pad added which is being saved, by the keys of their rows.
  var campersSavedNow: Set<Int64> { reach == .store ? journal?.newCampers ?? [] : [] }

  /// The object of a code, at whatever campground; nil where there is none.
  func object<Kind: Numbered>(
    coded code: String, in context: ManagedObjectContext
  ) throws -> Kind? {
    guard let number = number(in: code, of: Kind.self), number != 0 else { return nil }
    let request = FetchRequest<Kind>()
    request.predicate = try FetchPredicate(format: "number == %@", number)
    return try context.fetch(request).first
  }

  /// The number for a new object; nil where the store gives it one.
  package func placeholderNumber<Kind: Numbered>(of type: Kind.Type) -> Int64? {
    reach == .store ? nil : journal?.placeholders.next(Kind.letter)
  }

  /// The number of a code, below 0 in a scratch pad for a placeholder; nil for a text that is no
  /// code.
  ///
  /// While a pad is saved, a placeholder stands for the number that the store gave, and is no code
  /// before it gave one: it can never reach another reservation than the one that was shown.
  package func number<Kind: Numbered>(in code: String, of type: Kind.Type) -> Int64? {
    guard let number = PlaceholderNumbers.number(in: code, letter: Kind.letter) else { return nil }
    return reach == .store && number < 0 ? journal?.numbers[Kind.letter]?[number] : number
  }
}
