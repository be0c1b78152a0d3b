import Campground
import CommandKit
import LineEditor
import QueryKit

/// What queries need to know of a session.
extension Session: WatchContext, VariableContext {
  package static var hasScratchPad: Bool { true }

  package var cellStyle: CellStyle {
    CellStyle(
      label: ObjectLabel.text, noun: ObjectLabel.noun, commonEntity: "Campground")
  }

  package var fullScreen: (@MainActor () throws -> any FullScreen)? {
    writesToFile ? nil : openFullScreen
  }

  package var isInterrupted: Bool { stack.persistentStoreCoordinator.isInterrupted }

  package func date(meantBy word: String) -> String? {
    guard let phrase = try? DatePhrase(word) else { return nil }
    guard phrase.isCounted else { return word }
    return (try? typingDay()).map { "\(phrase.date(from: $0))" }
  }

  /// What is meant by a query that is written without the word for it; nil for what is none.
  func advice(aboutQuery text: CommandText) -> String? {
    let words = text.tokens.map(\.text)
    guard words.first == "group",
      words.contains("by")
        || words.dropFirst().first.map({ stack.managedObjectModel.entitiesByName[$0] != nil })
          ?? false
    else { return nil }
    return "write query \(words.prefix(2).joined(separator: " ")) …"
  }
}
