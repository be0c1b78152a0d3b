import Campground
import ObjectGraph
import Rendering

/// Edits that met somebody else's, side by side.
extension Session {
  /// Tells of conflicts: what was seen, what is there now, what was written.
  func diagnostic(about conflicts: [EditConflict], _ text: CommandText) -> Diagnostic {
    var lines = ["\(CampgroundError.changedMeanwhile(conflicts))"]
    for conflict in conflicts.prefix(Self.mostConflicts) {
      let properties = conflict.properties.filter { !Self.unspoken.contains($0.name) }
      guard !properties.isEmpty else { continue }
      if conflicts.count > 1 { lines.append(conflict.label) }
      lines.append(table(of: conflict, properties))
    }
    return Diagnostic(
      lines.joined(separator: "\n"), hint: hint(about: conflicts), file: text.file, at: text.range)
  }

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
    let rows = properties.map { property in
      [
        .text(Self.words[property.name] ?? property.name), cell(property.seen, property),
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
    case .integer(let minute) where property.name.hasSuffix("Minute"):
      return .text("\(TimeOfDay(minute: minute))")
    case .integer(let bits) where property.name == "weekdays":
      return .text(bits == 0 ? "" : "\(Weekdays(rawValue: Int16(clamping: bits)))")
    case .integer(let minorUnits) where property.name.hasSuffix("Minor"):
      let currency = try? campgrounds.current()?.currency
      return Cell(Money(minorUnits: minorUnits, currency ?? .usd))
    default: return Cell(value)
    }
  }

  private func name(of id: ManagedObjectID) -> String {
    (try? context.existingObject(with: id)).map(ObjectLabel.text) ?? "deleted"
  }

  /// Properties that no person reads: what they stand for shows in the stay's lines.
  private static let unspoken: Set = ["terms"]

  /// The shell's own words for properties, where they are others.
  private static let words = [
    "fullName": "name", "phoneNumber": "phone", "maximumVehicleLength": "length",
    "maximumPeople": "people", "maximumVehicles": "vehicles", "petsAllowed": "pets",
    "isAccessible": "accessible", "rateMinor": "rate", "totalMinor": "total", "dateFrom": "from",
    "dateTo": "to", "holdMinutes": "hold minutes", "checkInMinute": "checkin",
    "checkOutMinute": "checkout", "cutOffMinute": "cutoff", "timeZoneIdentifier": "timezone",
    "currencyCode": "currency", "amountMinor": "amount", "feeMinor": "fee",
    "changeFeeMinor": "changefee", "graceMinutes": "grace", "minimumNights": "minnights",
    "exemptFromNights": "exempt", "dateUntil": "until", "includedCount": "included",
    "siteType": "type", "isActive": "active", "isDefault": "default",
    "isFavorite": "favorite", "isAutomatic": "automatic", "partySize": "party",
    "campSite": "site", "siteNumber": "number", "nightPriceMinor": "price",
    "depositMinor": "deposit", "depositDue": "deposit due", "holdExpiresAt": "held until",
    "noticeDate": "notice from", "bookedAt": "booked", "checkedInAt": "checked in",
    "checkedOutAt": "checked out", "canceledAt": "canceled", "formerSiteName": "former site",
    "overriddenRules": "rules set aside", "cancellationPolicy": "policy",
    "takenOffMinor": "taken off", "vehicleCount": "vehicles", "petCount": "pets",
  ]
}
