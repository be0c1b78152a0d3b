import Foundation
import ObjectGraph

/// A property whose value differs from the saved one.
struct AuditDifference {
  let property: String
  let before: String?
  let after: String?

  /// Nil where the values are equal.
  init?(_ property: String, from before: Any?, to after: Any?) {
    self.property = property
    self.before = Self.text(of: before)
    self.after = Self.text(of: after)
    guard self.before != self.after else { return nil }
  }

  /// The differences of an object's own properties, by name.
  static func differences(of object: any Audited) throws -> [AuditDifference] {
    let hidden = type(of: object).unaudited
    let names = object.changedStoredKeys.filter {
      $0 != "campground" && !hidden.contains($0) && !RuleVersions.marks.contains($0)
    }
    guard !names.isEmpty else { return [] }
    let before = try object.committedValues(forKeys: Array(names))
    return try before.sorted { $0.key < $1.key }.flatMap { name, value in
      differences(of: name, from: value, to: try object.value(forKey: name))
    }
  }

  /// The stored values of a deleted object, by name.
  static func all(of object: any Audited) throws -> [AuditDifference] {
    let hidden = type(of: object).unaudited.union(RuleVersions.marks)
    let names = object.entity.attributesByName.keys.filter { !hidden.contains($0) }
    return try object.committedValues(forKeys: names.sorted()).flatMap { name, value in
      differences(of: name, from: value, to: nil)
    }
  }

  /// The difference of one property, or of the elements of a composite.
  private static func differences(
    of property: String, from before: Any?, to after: Any?
  ) -> [AuditDifference] {
    if let before = before as? [String: Any] {
      let after = after as? [String: Any] ?? [:]
      return Set(before.keys).union(after.keys).sorted().flatMap { name in
        differences(of: "\(property).\(name)", from: before[name], to: after[name])
      }
    }
    // The same object is equal without reading it.
    if let before = before as? ManagedObject, before === after as? ManagedObject { return [] }
    return [AuditDifference(property, from: before, to: after)].compactMap { $0 }
  }

  /// A value as the audit records it; nil for none.
  private static func text(of value: Any?) -> String? {
    switch value {
    case nil: nil
    case let text as String: text
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
