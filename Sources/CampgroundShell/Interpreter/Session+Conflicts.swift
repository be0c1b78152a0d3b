import Campground
import Foundation
import ObjectGraph
import Rendering

/// Edits that met somebody else's, side by side.
extension Session {
  /// Tells of conflicts: what was seen, what is there now, what was written.
  func diagnostic(about conflicts: [EditConflict], _ text: CommandText) -> Diagnostic {
    var lines = ["\(CampgroundError.changedMeanwhile(conflicts))"]
    for conflict in conflicts.prefix(Self.mostConflicts) {
      let properties = conflict.properties.filter { !Self.unspoken.contains($0.name) }
      let bill = linesOfBill(conflict)
      guard !properties.isEmpty || !bill.isEmpty else { continue }
      if conflicts.count > 1 { lines.append(conflict.label) }
      if !properties.isEmpty { lines.append(table(of: conflict, properties)) }
      lines += bill
    }
    return Diagnostic(
      lines.joined(separator: "\n"), hint: hint(about: conflicts), file: text.file, at: text.range)
  }

  /// What stands on a bill that somebody else wrote to, the last lines of many.
  private func linesOfBill(_ conflict: EditConflict) -> [String] {
    guard case .changed(let report) = conflict.cause else { return [] }
    let opened = report.properties.first { $0.name == "folio" && $0.isChangedInStore }?.stored
    let id: ManagedObjectID? =
      if case .objectID(let id) = opened {
        id
      } else {
        report.entityName == "Folio" && !report.isDeletedInStore ? report.objectID : nil
      }
    guard let id else { return [] }
    let store = stack.mainContext.makeChild()
    return withExtendedLifetime(store) {
      guard let folio = try? store.existingObject(with: id) as? Folio else { return [] }
      let lines = folio.entries.sorted { $0.number < $1.number }
      guard !lines.isEmpty else { return [] }
      let left = lines.count - Self.mostLines
      let head = "on the bill now:" + (left > 0 ? " \(left) lines before, and" : "")
      return [head] + lines.suffix(Self.mostLines).map { "  \(Self.words(for: $0))" }
    }
  }

  /// `2026-07-01 · firewood · $10.00 charged`
  private static func words(for line: FolioEntry) -> String {
    let units = line.amountMinor
    let amount = Money(
      minorUnits: units == .min ? .max : abs(units), line.folio?.campground?.currency ?? .usd)
    let verb = line.isPayment ? (units < 0 ? "paid" : "given back") : units < 0 ? "off" : "charged"
    return "\(line.date) · \(line.text) · \(amount) \(verb)"
  }

  /// The most lines of a bill that are shown.
  private static let mostLines = 5

  /// The most objects that are shown property by property.
  private static let mostConflicts = 20

  private func hint(about conflicts: [EditConflict]) -> String {
    guard pad != nil else { return "look at what is there now, and give the command again" }
    let choices = ScratchPad.Choice.allCases.filter { choice in
      conflicts.allSatisfy { $0.choices.contains(choice) }
    }
    if choices.isEmpty {
      return "nothing was saved; undo takes your commands back one by one, rollback all of them: "
        + "look at what is there now, and decide anew"
    }
    let ways = choices.map { "save \($0) \(outcome(of: $0, conflicts)), " }.joined()
    return "nothing was saved; \(ways)rollback drops all your changes"
  }

  private func outcome(of choice: ScratchPad.Choice, _ conflicts: [EditConflict]) -> String {
    let them = conflicts.count == 1 ? "it" : "them"
    switch choice {
    case .mine where conflicts.allSatisfy(\.isDeletedHere): return "deletes \(them)"
    case .mine where conflicts.allSatisfy(\.isDeletedInStore):
      return "adds \(them) again as you wrote \(them)"
    case .mine: return "keeps what you wrote"
    case .theirs where conflicts.allSatisfy(\.isDeletedInStore): return "leaves \(them) deleted"
    case .theirs: return "keeps what is there now"
    }
  }

  private func table(
    of conflict: EditConflict, _ properties: [ConflictReport.Property]
  ) -> String {
    let dates = datesOfSeason(conflict)
    let spoken = properties.filter { dates.isEmpty || !Self.partsOfDates.contains($0.name) }
    let rows =
      dates
      + spoken.map { property in
        [
          .text(Self.word(for: property.name)), cell(property.seen, property),
          conflict.isDeletedInStore ? .text("deleted") : cell(property.stored, property),
          conflict.isDeletedHere
            ? .text("deleted") : property.isWritten ? cell(property.written, property) : .null,
        ]
      }
    let table = ResultTable(
      columns: [.init("property"), .init("you saw"), .init("is there now"), .init("you wrote")],
      rows: rows)
    let options = Renderer.Options(width: rendering.width)
    let text = Renderer(format == .box ? .box : .table, options: options).text(of: table)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  private func cell(_ value: AttributeValue, _ property: ConflictReport.Property) -> Cell {
    switch value {
    case .objectID(let id): return .text(name(of: id))
    case .list(let members):
      let ids = members.compactMap { $0.anyValue as? ManagedObjectID }
      return .text(ids.map(name).sorted().joined(separator: ", "))
    case .boolean(let flag): return .text(flag ? "yes" : "no")
    case .null where property.name == "isDefault": return .text("no")
    case .integer(let minute) where property.name.hasSuffix("Minute"):
      return .text("\(TimeOfDay(minute: minute))")
    case .integer(let bits) where property.name == "weekdays":
      return .text(bits == 0 ? "" : "\(Weekdays(rawValue: Int16(clamping: bits)))")
    case .integer(let minorUnits) where property.name.hasSuffix("Minor"):
      let currency = try? campgrounds.current()?.currency
      return Cell(Money(minorUnits: minorUnits, currency ?? .usd))
    case .date(let date): return .text(text(of: date, isInstant: property.name.hasSuffix("At")))
    default: return Cell(value)
    }
  }

  /// A calendar date, which is stored as midnight UTC, or what the campground's clock shows.
  private func text(of date: Date, isInstant: Bool) -> String {
    let day = CalendarDate(midnightUTC: date)
    guard isInstant || day.midnightUTC != date else { return "\(day)" }
    let zone = (try? campgrounds.current()?.timeZone) ?? .current
    return "\(WallTime(date, in: zone))"
  }

  /// What people call a property; `minimumNights` is "minimum nights" where nothing else is said.
  nonisolated static func word(for name: String) -> String {
    if let word = words[name] { return word }
    var word = ""
    let name = name.split(separator: ".").last.map(String.init) ?? name
    for character in name.hasSuffix("Minor") ? String(name.dropLast(5)) : name {
      word += character.isUppercase ? " \(character.lowercased())" : "\(character)"
    }
    return word
  }

  private func name(of id: ManagedObjectID) -> String {
    (try? context.existingObject(with: id)).map(ObjectLabel.text) ?? "deleted"
  }

  /// Properties that no person reads: what they stand for shows in the stay's lines.
  private static let unspoken: Set = [
    "terms", "folio", "returnedMinor", "isBeingRetired", "beforeCheckIn", "beforeCheckOut",
  ]

  /// The shell's own words for properties, where they are others.
  nonisolated private static let words = [
    "fullName": "name", "phoneNumber": "phone", "rigLength": "length",
    "maximumVehicleLength": "length",
    "maximumPeople": "people", "maximumVehicles": "vehicles", "petsAllowed": "pets",
    "isAccessible": "accessible", "rateMinor": "rate", "totalMinor": "total", "dateFrom": "from",
    "dateTo": "to", "holdMinutes": "hold minutes", "checkInMinute": "checkin",
    "checkOutMinute": "checkout", "noShowAfter": "noshow", "guaranteedNoShowAfter": "guaranteed",
    "isGuaranteed": "guaranteed", "expectedAt": "expected", "heldNights": "nights held",
    "cutOffMinute": "cutoff", "timeZoneIdentifier": "timezone",
    "currencyCode": "currency", "amountMinor": "amount", "feeMinor": "fee",
    "changeFeeMinor": "changefee", "graceMinutes": "grace", "minimumNights": "minnights",
    "exemptFromNights": "exempt", "taxesKeptMoney": "kept", "pricesIncludeTax": "tax included",
    "dateUntil": "until", "includedCount": "included",
    "siteType": "type", "isActive": "active", "isDefault": "default",
    "isFavorite": "favorite", "isAutomatic": "automatic",
    "campSite": "site", "siteNumber": "number", "priceMinor": "price",
    "depositMinor": "deposit", "depositDue": "deposit due", "holdExpiresAt": "held until",
    "noticeDate": "notice from", "reservedAt": "reserved", "checkedInAt": "checked in",
    "checkedOutAt": "checked out", "canceledAt": "canceled", "formerSiteName": "former site",
    "siteClass": "class", "formerClassName": "former class", "lockedAt": "locked",
    "overriddenRules": "rules set aside",
    "startDate": "start", "vacationDays": "vacation", "taxGroup": "group",
    "closedThrough": "closed through",
    "redeemedMinor": "redeemed", "heldUntil": "held until", "retiredFrom": "retired from",
    "offerHours": "offer hours",
    "createdAt": "since", "madeAt": "made", "withdrawnAt": "withdrawn", "calledAt": "called",
    "askedAgainAt": "asked again",
  ]
}
