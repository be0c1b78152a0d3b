import ObjectModel

extension PersistentStore {
  /// Looks through all values of the fields for words that are near to one that was typed.
  func considerAllWords(of fields: [SearchField], for near: inout NearWords) throws {
    var seen: Set<ObjectIdentifier> = []
    for field in fields where field.style != .digits {
      guard seen.insert(ObjectIdentifier(field.attribute)).inserted,
        let entity = field.attribute.declaringEntity, let layout = model.layout(of: entity)
      else { continue }
      for row in try fetch(FetchPlan(layout: layout)) {
        guard let property = model[row.entityNumber].property(of: field.attribute),
          let value = field.text(of: row.value(of: property))
        else { continue }
        for word in SearchText(value, style: field.style).words { near.consider(word) }
      }
    }
  }
}
