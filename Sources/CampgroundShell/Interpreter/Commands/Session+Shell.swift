import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// The commands about the shell itself.
extension Session {
  func help(_ command: ParsedCommand) throws(Diagnostic) -> Answer {
    do throws(ValueFault) {
      return .text(try Self.help.answer(about: command[.topic]))
    } catch {
      throw command.diagnostic(error.message, hint: error.hint, at: ParameterKey<String>.topic)
    }
  }

  /// `.output`: the name of a form, `-` for standard output, or the path of a file.
  func output(_ command: ParsedCommand) throws -> Answer {
    let target = try command.require(.target)
    let format = OutputFormat(rawValue: target)
    if format != nil || target == "-", command.has(.replace) {
      throw ValueFault.nothingToReplace(
        hint: "a file that is called like a form is written ./\(target)")
    }
    if let format {
      self.format = format
    } else if target == "-" {
      fileDestination = nil
    } else {
      guard
        let file = try fileToWrite(target, at: "target", replacing: command.has(.replace))
      else { return Self.nothingWritten }
      fileDestination = file
    }
    return .nothing
  }

  /// `.sql on`: shows the statements of each command from the next one on.
  func switchSQL(_ command: ParsedCommand) throws(Diagnostic) -> Answer {
    let coordinator = stack.persistentStoreCoordinator
    if let recorder = statements { coordinator.removeWorkObserver(recorder) }
    statements = nil
    if try command.require(.isOn) == "on" {
      let recorder = WorkRecorder(interests: .bindings)
      coordinator.addWorkObserver(recorder)
      statements = recorder
    }
    return .nothing
  }

  /// `.timer on`: shows how long each command takes from the next one on.
  func switchTimer(_ command: ParsedCommand) throws(Diagnostic) -> Answer {
    isTimed = try command.require(.isOn) == "on"
    return .nothing
  }

  func schema(_ command: ParsedCommand) throws(Diagnostic) -> Answer {
    guard command[.entity] != nil else { return .storedRows(entityList()) }
    return .storedRows(propertyList(of: try entity(of: command)))
  }

  private func entityList() -> ResultTable {
    ResultTable(
      columns: [
        .init("entity"), .init("attributes", alignment: .trailing),
        .init("relationships", alignment: .trailing),
      ],
      rows: stack.managedObjectModel.entities.map { entity in
        [
          .text(entity.name ?? ""),
          .integer(Int64(entity.attributesByName.values.flatMap(EntityTable.elements).count)),
          .integer(Int64(entity.relationshipsByName.count)),
        ]
      })
  }

  private func propertyList(of entity: EntityDescription) -> ResultTable {
    let properties = entity.propertiesByName.values.flatMap(EntityTable.elements).sorted {
      left, right in
      let ranks = [left, right].map { $0 is AttributeDescription ? 0 : 1 }
      return (ranks[0], left.keyPath) < (ranks[1], right.keyPath)
    }
    return ResultTable(
      columns: [.init("property"), .init("type"), .init("required")],
      rows: properties.map { property in
        [
          .text(property.keyPath), .text(Self.type(of: property)),
          .text(property.isOptional ? "no" : "yes"),
        ]
      })
  }

  private static func type(of property: PropertyDescription) -> String {
    switch property {
    case let attribute as AttributeDescription: "\(attribute.attributeType)"
    case let relationship as RelationshipDescription:
      (relationship.isToMany ? "to many " : "to one ")
        + (relationship.destinationEntity?.name ?? "")
    default: ""
    }
  }
}
