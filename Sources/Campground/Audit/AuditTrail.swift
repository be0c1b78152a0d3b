import Foundation
import ObjectGraph

/// Writes down, just before a save, who changes what by it.
///
/// Every save of a service goes through it, so that no command can be left out.
struct AuditTrail {
  /// What is told of one object.
  typealias Change = (
    object: any Audited, kind: AuditEntry.Kind, differences: [AuditDifference]
  )

  private let context: ManagedObjectContext
  private let author: Author
  private let now: Date
  /// Where that is changed which belongs to no campground by itself, or to none any more.
  private let here: () throws -> Campground?

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
  ///
  /// - Returns: what was written down.
  @discardableResult
  func write() throws -> [Change] {
    var found: [Change] = []
    for case let object as any Audited in context.insertedObjects where !Self.isFormer(object) {
      found.append((object, .added, []))
    }
    for case let object as any Audited in context.updatedObjects {
      if try Self.ends(object) {
        found.append((object, .deleted, []))
        continue
      }
      let changes = try AuditDifference.differences(of: object)
      if !changes.isEmpty { found.append((object, .changed, changes)) }
    }
    for (whole, difference) in try AuditedParts(in: context).differences {
      if let index = found.firstIndex(where: { $0.object === whole }) {
        if found[index].kind == .changed { found[index].differences.append(difference) }
      } else {
        found.append((whole, .changed, [difference]))
      }
    }
    for case let object as any Audited in context.deletedObjects where !Self.isFormer(object) {
      found.append((object, .deleted, []))
    }
    // In an order that does not change from run to run.
    let keyed = found.map {
      (key: "\($0.object.entity.name ?? "") \(Self.name(of: $0.object))", $0)
    }
    for (_, each) in keyed.sorted(by: { $0.key < $1.key }) {
      try note(each.object, each.kind, each.differences)
    }
    return found
  }

  private func note(
    _ object: any Audited, _ kind: AuditEntry.Kind, _ changes: [AuditDifference]
  ) throws {
    let entry = AuditEntry(context: context)
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
}
