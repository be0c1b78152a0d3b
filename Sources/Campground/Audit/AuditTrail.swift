import Foundation
import ObjectGraph

/// Writes down, just before a save, who changes what by it.
///
/// Every save of a service goes through it, so that no command can be left out.
final class AuditTrail {
  private let context: ManagedObjectContext
  private let author: Author
  private let now: Date
  /// Where that is changed which belongs to no campground by itself, or to none any more.
  private let here: () throws -> Campground?
  private var entries: [(entry: AuditEntry, object: any Audited)] = []

  init(
    in context: ManagedObjectContext, by author: Author, at now: Date,
    here: @escaping () throws -> Campground?
  ) {
    self.here = here
    self.context = context
    self.author = author
    self.now = now
  }

  /// Writes down what the context is about to save.
  func write() throws {
    var found: [(object: any Audited, kind: AuditEntry.Kind, changes: [Difference])] = []
    for case let object as any Audited in context.insertedObjects where !Self.isFormer(object) {
      found.append((object, .added, []))
    }
    for case let object as any Audited in context.updatedObjects {
      if try Self.ends(object) {
        found.append((object, .deleted, []))
        continue
      }
      let changes = try Self.differences(of: object)
      if !changes.isEmpty { found.append((object, .changed, changes)) }
    }
    for case let object as any Audited in context.deletedObjects where !Self.isFormer(object) {
      found.append((object, .deleted, []))
    }
    // In an order that does not change from run to run.
    let keyed = found.map {
      (key: "\($0.object.entity.name ?? "") \(Self.name(of: $0.object))", $0)
    }
    for (_, each) in keyed.sorted(by: { $0.key < $1.key }) {
      try note(each.object, each.kind, each.changes)
    }
  }

  /// Writes it down anew after a conflict was settled, which may have changed what is saved.
  func rewrite() throws {
    takeBack()
    try write()
  }

  /// Takes out what was not added after all, since the store has it from somebody else.
  func dropWhatIsNotAdded() {
    for (entry, object) in entries where entry.kind == .added && !object.isInserted {
      context.delete(entry)
    }
    entries.removeAll { $0.entry.isDeleted }
  }

  /// Takes out of the context what was written down for a save that failed.
  func takeBack() {
    for (entry, _) in entries { context.delete(entry) }
    entries = []
  }

  private func note(
    _ object: any Audited, _ kind: AuditEntry.Kind, _ changes: [Difference]
  ) throws {
    let entry = AuditEntry(context: context)
    entries.append((entry, object))
    let campground = try object.auditedAt ?? here()
    entry.kind = kind
    entry.happenedAt = now
    entry.day =
      (campground?.businessDay(at: now) ?? CalendarDate(now, in: .current)).midnightUTC
    entry.who = author.name
    entry.command = author.command
    entry.noun = Self.noun(of: object)
    if let reservation = object as? Reservation, kind != .deleted {
      entry.reservation = reservation
    } else {
      entry.name = Self.name(of: object)
    }
    if let campground, !campground.isDeleted, !campground.isInserted {
      entry.campground = campground
    }
    for difference in changes {
      let change = AuditChange(context: context)
      change.property = difference.property
      change.before = difference.before
      change.after = difference.after
      change.entry = entry
    }
  }

  // MARK: What is told

  /// A property that differs from what is saved.
  private struct Difference {
    let property: String
    let before: String?
    let after: String?
  }

  private static func differences(of object: any Audited) throws -> [Difference] {
    let hidden = type(of: object).unaudited.union(RuleVersions.marks)
    let entity = object.entity
    // Not what belongs to it: whole lists would be read for that.
    let names =
      entity.attributesByName.keys
      + entity.relationshipsByName.lazy.filter { !$0.value.isToMany }.map(\.key)
    let before = try object.committedValues(
      forKeys: names.filter { $0 != "campground" && !hidden.contains($0) })
    return try before.flatMap { name, value in
      differences(of: name, from: value, to: try object.value(forKey: name))
    }.sorted { $0.property < $1.property }
  }

  /// A property that differs, or the elements of a composite that do.
  private static func differences(
    of property: String, from before: Any?, to after: Any?
  ) -> [Difference] {
    if let before = before as? [String: Any] {
      let after = after as? [String: Any] ?? [:]
      return Set(before.keys).union(after.keys).flatMap { name in
        differences(of: "\(property).\(name)", from: before[name], to: after[name])
      }
    }
    // Objects are not read to be compared.
    if let before = before as? ManagedObject, before === after as? ManagedObject { return [] }
    let difference = Difference(
      property: property, before: text(of: before), after: text(of: after))
    return difference.before == difference.after ? [] : [difference]
  }

  /// Whether an object is what a rule was, rather than what it is.
  private static func isFormer(_ object: any Audited) -> Bool {
    (object as? any VersionedRule)?.isInForce == false
  }

  /// Whether a rule ends with the save.
  private static func ends(_ object: any Audited) throws -> Bool {
    guard isFormer(object) else { return false }
    return try object.committedValues(forKeys: ["endRevision"])["endRevision"] as? Int64 == .max
  }

  private static func noun(of object: any Audited) -> String {
    switch object {
    case is CampSite: "site"
    case let rule as any CampgroundRule: type(of: rule).noun
    default: ObjectLabel.noun(ofEntity: object.entity.name ?? "")
    }
  }

  private static func name(of object: any Audited) -> String {
    // It has no code before the save.
    if let entry = object as? WaitlistEntry, entry.isInserted {
      return "of \(entry.camper?.fullName ?? "somebody")"
    }
    if let block = object as? SiteBlock {
      let words = ObjectLabel.phrase(for: block)
      return words.replacingOccurrences(of: "the closing ", with: "")
    }
    return ObjectLabel.text(of: object)
  }

  /// A value as it is written down; nil for none.
  private static func text(of value: Any?) -> String? {
    switch value {
    case nil: nil
    case let flag as Bool: flag ? "yes" : "no"
    case let date as Date:
      CalendarDate(midnightUTC: date).midnightUTC == date
        ? "\(CalendarDate(midnightUTC: date))" : date.formatted(.iso8601)
    case let data as Data: "\(data.count) bytes"
    case let object as ManagedObject: ObjectLabel.text(of: object)
    case let value?: "\(value)"
    }
  }
}
