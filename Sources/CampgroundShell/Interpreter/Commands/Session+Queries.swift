import Foundation
import ObjectGraph
import Rendering

/// `fetch`, `count` and `explain`, which ask the store in the engine's own language.
extension Session {
  func fetch(_ command: ParsedCommand) throws -> Answer {
    let entity = try entity(of: command)
    let objects = try context.fetch(try fetchRequest(for: entity, command))
    return .storedRows(try EntityTable(entity).table(of: objects))
  }

  func explainFetch(_ command: ParsedCommand) throws -> Answer {
    let request = try fetchRequest(for: entity(of: command), command)
    return .text("\(try context.explain(request))")
  }

  func explainCount(_ command: ParsedCommand) throws -> Answer {
    let request = try request(for: entity(of: command), command)
    return .text("\(try context.explainCount(for: request))")
  }

  func count(_ command: ParsedCommand) throws -> Answer {
    let request = try request(for: entity(of: command), command)
    let count = try context.count(for: request)
    return .message("\(count)", record: [("count", .integer(Int64(count)))])
  }

  private func fetchRequest(
    for entity: EntityDescription, _ command: ParsedCommand
  ) throws -> FetchRequest<ManagedObject> {
    let request = try request(for: entity, command)
    request.sortDescriptors = try sortDescriptors(of: command, entity)
    request.fetchLimit = command[.limit] ?? 0
    request.fetchOffset = command[.offset] ?? 0
    return request
  }

  private func request(
    for entity: EntityDescription, _ command: ParsedCommand
  ) throws(Diagnostic) -> FetchRequest<ManagedObject> {
    let request = FetchRequest<ManagedObject>(entityName: entity.name ?? "")
    request.predicate = try predicate(of: command, entity)
    return request
  }

  /// The entity that a command names; capitals do not matter where that is clear.
  func entity(of command: ParsedCommand) throws(Diagnostic) -> EntityDescription {
    let word = try command.require(.entity)
    let entities = stack.managedObjectModel.entitiesByName
    if let entity = entities[word] { return entity }
    let names = entities.keys.sorted()
    let alike = names.filter { $0.lowercased() == word.lowercased() }
    if alike.count == 1, let entity = entities[alike[0]] { return entity }
    throw command.diagnostic(
      "there is no entity \"\(word)\"",
      hint: Suggestion.hint(for: word, in: names) ?? "there are \(names.joined(separator: ", "))",
      at: ParameterKey<String>.entity)
  }

  /// The predicate of a command, checked against the entity, so that what is wrong with it is shown
  /// at its place.
  private func predicate(
    of command: ParsedCommand, _ entity: EntityDescription
  ) throws(Diagnostic) -> FetchPredicate? {
    guard let raw = command[.predicate] else { return nil }
    do {
      let predicate = try FetchPredicate(format: raw.text)
        .withSubstitutionVariables(variables)
      _ = try PredicateResolver(entity: entity).resolve(predicate)
      return predicate
    } catch let error as ObjectGraphError {
      guard let position = error.position else {
        throw command.diagnostic(
          error.message, hint: error.repair, at: ParameterKey<RawText>.predicate)
      }
      let range = raw.range(ofOffset: position, length: Self.wordLength(in: raw.text, at: position))
      throw command.text.diagnostic(error.message, hint: error.repair, at: range)
    } catch {
      throw Diagnostic(error, about: command.text)
    }
  }

  /// The length of the name, the number or the quoted text at an offset, or 1.
  private static func wordLength(in text: String, at offset: Int) -> Int {
    let rest = text.dropFirst(offset)
    guard let first = rest.first else { return 1 }
    if first == "\"" || first == "'" {
      return
        (rest.dropFirst().firstIndex(of: first).map { rest.distance(from: rest.startIndex, to: $0) }
        ?? 0) + 1
    }
    let length = rest.prefix { $0.isLetter || $0.isNumber || "_.@$".contains($0) }.count
    return max(1, length)
  }

  private func sortDescriptors(
    of command: ParsedCommand, _ entity: EntityDescription
  ) throws(Diagnostic) -> [FetchSortDescriptor] {
    var descriptors: [FetchSortDescriptor] = []
    for term in command[.sort] ?? [] {
      let descriptor = FetchSortDescriptor(key: term.key, ascending: term.isAscending)
      do {
        _ = try ResolvedSortOrder([descriptor], entity: entity)
      } catch {
        throw command.text.diagnostic(error.message, hint: error.repair, at: term.range)
      }
      descriptors.append(descriptor)
    }
    return descriptors
  }
}
