import Foundation
import ObjectGraph

/// Puts back the stored values that events changed, from their images.
///
/// It is used in one context and its transaction. An object that was deleted is inserted anew under
/// another key, which the image of its deletion keeps, so that earlier images still lead to it.
final class Restoration {
  private let context: ManagedObjectContext
  /// The events that are being undone, which are in nobody's way.
  private let undone: Set<ManagedObjectID>
  private let now: Date

  init(in context: ManagedObjectContext, undoing events: [Event], at now: Date) {
    (self.context, self.now) = (context, now)
    undone = Set(events.map(\.objectID))
  }

  // MARK: Finding

  /// The object of a row, or the one that was restored in its place; nil where there is none.
  func find(_ name: RowName) throws -> ManagedObject? {
    if let known = try stored(name) { return known }
    let deletion = try context.fetch(
      FetchRequest<EventImage>(
        where: "primaryKey == %@ AND entityName == %@ AND restoredKey != nil", name.row,
        name.entity,
        by: ["-restoredKey"], limit: 1)
    ).first
    return try deletion?.restoredKey.flatMap { try find(RowName(name.entity, $0)) }
  }

  private func stored(_ name: RowName) throws -> ManagedObject? {
    guard let coordinator = context.persistentStoreCoordinator,
      let entity = coordinator.managedObjectModel.entitiesByName[name.entity]
    else { return nil }
    let store = coordinator.persistentStores.first
    let id = ManagedObjectID(
      store: name.row > 0 ? store?.identity : nil, entity: entity, reference: name.row)
    do {
      return try context.existing(id) as ManagedObject
    } catch let error as CampgroundError where error.code == .gone {
      return nil
    }
  }

  private func existing(_ name: RowName) throws -> ManagedObject {
    if let object = try find(name) { return object }
    throw CampgroundError.gone("the \(ObjectLabel.noun(ofEntity: name.entity))")
  }

  // MARK: Checking

  /// The entities whose objects make up the nights of a stay: a change of any conflicts with undoing
  /// a change of another.
  private static let partsOfStay: Set = [
    "StaySegment", "GivenUpNights", "ChangeFee", "OverriddenRule",
  ]

  /// Checks that the objects are as an event left them.
  ///
  /// The housekeeping status may differ: it is what the last person saw.
  ///
  /// - Throws: `UndoRefusal`, which names the later event.
  func requireAsLeft(by event: Event) throws {
    for image in event.images {
      guard let object = try find(image.rowName) else {
        if image.kind == .deleted { continue }
        throw try changedSince(event, by: later(event, image))
      }
      for (key, value) in try image.valuesAfter() where key != "readiness" {
        guard try isSame(ImageValue(try object.value(forKey: key)), value) else {
          throw try changedSince(event, by: later(event, image))
        }
      }
    }
    guard let stay = event.reservation, event.images.contains(where: Self.isPartOfStay) else {
      return
    }
    let later = stay.events.filter {
      isLater($0, than: event) && $0.images.contains(where: Self.isPartOfStay)
    }.min { $0.number < $1.number }
    if let later { throw changedSince(event, by: later) }
  }

  /// Whether an event came after another one and still holds.
  func isLater(_ other: Event, than event: Event) -> Bool {
    other.number > event.number && other.undoneBy == nil && !undone.contains(other.objectID)
      && other.firstEvent?.kind?.isUndoing != true
  }

  private static func isPartOfStay(_ image: EventImage) -> Bool {
    partsOfStay.contains(image.entityName)
  }

  private func isSame(_ present: ImageValue?, _ value: ImageValue) throws -> Bool {
    if present == value { return true }
    guard case .object(let known) = present, case .object(let name) = value else { return false }
    return try find(name).map(RowName.init) == known
  }

  /// The last event that changed the object of an image since.
  func later(_ event: Event, _ image: EventImage) throws -> Event? {
    let name = try find(image.rowName).map(RowName.init) ?? image.rowName
    return try context.fetch(
      FetchRequest<EventImage>(
        where:
          "primaryKey == %@ AND entityName == %@ AND event.number > %@ AND event.undoneBy == nil",
        name.row, name.entity, event.number, by: ["-event.number"], limit: 1)
    ).first?.event
  }

  func changedSince(_ event: Event, by later: Event?) -> UndoRefusal {
    guard let later else {
      return UndoRefusal(
        why: "\(event.label) was changed since",
        fix: .advice("\"audit\" shows the old value; the same command changes it back"))
    }
    return UndoRefusal(
      why: "\(event.label) was changed since by \(later.citation)",
      fix: .advice("\"undo \(later.firstEvent?.code ?? later.code)\" undoes that first"))
  }

  // MARK: Putting back

  /// Gives objects the values before events, restores deleted ones, and deletes the parts that were
  /// added; added objects that stand for themselves are left to the caller.
  ///
  /// - Parameter events: the latest first.
  func putBack(_ events: [Event]) throws {
    let images = events.flatMap(\.images)
    var restored: [(ManagedObject, EventImage)] = []
    for image in images where image.kind == .deleted {
      restored.append(
        (
          try EntityDescription.insertNewObject(forEntityName: image.entityName, into: context),
          image
        ))
    }
    if !restored.isEmpty {
      try context.obtainPermanentIDs(for: restored.map(\.0))
      for (object, image) in restored { image.restoredKey = object.objectID.reference }
      // Objects that are restored together may name each other.
      let new = Dictionary(
        restored.map { ($1.rowName, $0) }, uniquingKeysWith: { first, _ in first })
      for (object, image) in restored {
        for (key, value) in try image.valuesBefore() {
          try object.setValue(try value.anyValue { try new[$0] ?? existing($0) }, forKey: key)
        }
        // A tax that was deleted applied through yesterday.
        if let tax = object as? Tax {
          tax.effectiveFrom = tax.campground.map { CalendarDate(now, in: $0.timeZone) }
        }
      }
    }
    for event in events { try putBackValues(of: event) }
  }

  private func putBackValues(of event: Event) throws {
    for image in event.images {
      switch image.kind {
      case .changed:
        let object = try existing(image.rowName)
        let after = try image.valuesAfter()
        for (key, value) in try image.valuesBefore() where value != after[key] {
          if key == "readiness", ImageValue(try object.value(forKey: key)) != after[key] {
            continue
          }
          try object.setValue(try value.anyValue(existing), forKey: key)
        }
      case .added:
        guard let object = try find(image.rowName), Self.isPart(object) else { continue }
        // A line of the ledger goes on being about its fee.
        if let fee = object as? ChangeFee, !fee.entries.isEmpty {
          fee.isWaived = true
        } else {
          context.delete(object)
        }
      case .deleted, nil: break
      }
    }
  }

  /// Whether an added object is deleted without further ado.
  private static func isPart(_ object: ManagedObject) -> Bool {
    switch object {
    case is FactOfStay, is SiteDetail, is CancellationStep, is Wish, is EmployeePicture,
      is CampgroundLogo:
      true
    default: false
    }
  }
}

extension Event {
  /// The event as a refusal names it: `E-12 "extend R-1 2" (Ada)`.
  var citation: String {
    code + (command.map { " \"\($0)\"" } ?? "") + (who.map { " (\($0))" } ?? "")
  }
}
