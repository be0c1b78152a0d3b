import ObjectGraph

/// The codes and names by which rows of an export refer to objects.
enum ExportReference {
  /// The code or name of an object, as its own file has it.
  static func text(of object: ManagedObject) -> String {
    switch object {
    case let numbered as Numbered: numbered.code
    case let folio as Folio: folio.code
    case let event as Event: event.code
    case let fact as FactOfStay:
      [fact.reservation?.code, position(of: fact)].compactMap { $0 }.joined(separator: " ")
    default: ObjectLabel.text(of: object)
    }
  }

  /// Whether the objects of an entity have codes in place of their numbers.
  static func hasCode(_ entity: EntityDescription) -> Bool {
    ["Reservation", "Sale", "WaitlistEntry", "Folio", "Event"].contains(entity.name)
  }

  private static func position(of fact: FactOfStay) -> String? {
    guard fact.entity.attributesByName["position"] != nil else { return nil }
    return (try? fact.value(forKey: "position")).map { "\($0)" }
  }
}
