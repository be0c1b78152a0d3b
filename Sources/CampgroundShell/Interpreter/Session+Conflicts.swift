import Campground
import ObjectGraph
import Rendering

/// Edits that met somebody else's, side by side.
extension Session {
  /// Tells of conflicts: what was seen, what is there now, what was written.
  func diagnostic(about conflicts: [EditConflict], _ text: CommandText) -> Diagnostic {
    var lines = ["\(CampgroundError.changedMeanwhile(conflicts))"]
    for conflict in conflicts.prefix(Self.mostConflicts) where !conflict.properties.isEmpty {
      if conflicts.count > 1 { lines.append(conflict.label) }
      lines.append(table(of: conflict))
    }
    return Diagnostic(
      lines.joined(separator: "\n"), hint: hint(about: conflicts), file: text.file, at: text.range)
  }

  /// The most objects that are shown property by property.
  private static let mostConflicts = 20

  private func hint(about conflicts: [EditConflict]) -> String {
    guard pad != nil else { return "look at what is there now, and give the command again" }
    if conflicts.contains(where: \.needsAnotherLook) {
      return "nothing was saved; undo takes your commands back one by one, rollback all of them: "
        + "look at what is there now, and decide anew"
    }
    let mine =
      conflicts.contains(where: \.isDeletedInStore)
      ? "" : "save mine keeps what you wrote, "
    return "nothing was saved; \(mine)save theirs keeps what is there now, rollback drops all your "
      + "changes"
  }

  private func table(of conflict: EditConflict) -> String {
    let rows = conflict.properties.map { property in
      [
        .text(property.name), cell(property.seen),
        conflict.isDeletedInStore ? .text("deleted") : cell(property.stored),
        conflict.isDeletedHere
          ? .text("deleted") : property.isWritten ? cell(property.written) : .null,
      ]
    }
    let table = ResultTable(
      columns: [.init("property"), .init("you saw"), .init("is there now"), .init("you wrote")],
      rows: rows)
    let options = Renderer.Options(width: rendering.width)
    let text = Renderer(format == .box ? .box : .table, options: options).text(of: table)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  private func cell(_ value: AttributeValue) -> Cell {
    guard case .objectID(let id) = value else { return Cell(value) }
    return .text(ObjectLabel.text(of: context.object(with: id)))
  }
}
