import ObjectModel
import SQLite

/// Fetches that search.
extension SQLiteSession {
  /// The number of objects that are scanned for common words, in the order of their keys.
  private static let scannedCount = 4000

  /// The index for a fetch with a search; nil if values must be scanned.
  func searchAccess(for request: FetchPlan) throws -> SearchAccess? {
    guard request.searches, let definition = try searchDefinition() else { return nil }
    return SearchAccess(definition: definition, index: searchIndex)
  }

  private func searchDefinition() throws -> SearchDefinition? {
    if isExplaining { return try searchIndex.existing() }
    return try searchIndex.current(isDemanding: demandsIndex)
  }

  /// A query that scans only the first objects, if the words are so common that these will probably
  /// be enough; otherwise nil.
  ///
  /// Its result is complete only if it contains as many objects as requested.
  func scan(for request: FetchPlan) throws -> SQLCompiler.Query? {
    let most = Self.scannedCount / 20
    guard request.limit > 0, request.limit <= most, request.offset <= most - request.limit,
      request.sorts.isEmpty, let search = request.predicate?.requiredSearch,
      let access = try searchAccess(for: request)
    else { return nil }
    let terms = search.terms
    let common = SearchAccess.commonCount
    guard !terms.isEmpty, try terms.allSatisfy({ try access.count($0, common) == common }) else {
      return nil
    }
    let compiler = compiler(for: request.layout.entity)
    compiler.scannedCount = Self.scannedCount
    return try compiler.query(request, entityCondition: rowPlan(for: request).entityCondition)
  }

  /// Finds words in the store's values that are near to a typed one: in the index, or in all values
  /// of the fields.
  func considerWords(of fields: [SearchField], for near: inout NearWords) throws {
    if let definition = try searchDefinition() {
      return try searchIndex.considerWords(of: fields, for: &near, in: definition)
    }
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

/// The search index, as used by one query.
///
/// The rarest word of a search determines the objects: its entries are listed. Words that are much
/// more common are checked in the values of these objects; others are also listed.
struct SearchAccess {
  let definition: SearchDefinition
  let index: SearchIndex

  /// The number of entries for a term, up to a limit.
  func count(_ term: SearchTerm, _ limit: Int) throws -> Int {
    try index.count(term, in: definition, limit: limit)
  }

  /// Checking an object's values takes about as long as listing this many entries.
  private static let looksPerEntry = 12

  /// The number of entries from which a word is common; listing that many takes about three
  /// milliseconds.
  static let commonCount = 8000

  /// Whether the entries of each term are listed.
  func isListed(_ terms: [SearchTerm]) throws -> [Bool] {
    guard terms.count > 1 else { return [true] }
    var counts: [Int] = []
    // More exact numbers are needed only if all words are common.
    for limit in [Self.commonCount, Self.commonCount * Self.looksPerEntry] {
      counts = try terms.map { try count($0, limit) }
      if counts.contains(where: { $0 < limit }) { break }
    }
    let least = counts.min() ?? 0
    let leader = counts.firstIndex(of: least)
    return counts.indices.map { $0 == leader || least * Self.looksPerEntry > counts[$0] }
  }
}
