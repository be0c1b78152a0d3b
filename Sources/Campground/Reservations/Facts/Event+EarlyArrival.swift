import Foundation
import ObjectGraph

/// The facts that the event of an early check-in keeps, so that it can be undone.
extension Event {
  /// What the check-in took from the facts of the stay; nil for nothing, and where it is not known.
  var earlyArrival: EarlyArrival? {
    guard let text = change(of: EventChange.facts)?.before else { return nil }
    return try? JSONDecoder().decode(EarlyArrival.self, from: Data(text.utf8))
  }

  /// Keeps what the check-in took from the facts of the stay.
  func keep(_ early: EarlyArrival) throws {
    guard !early.isEmpty, let context = managedObjectContext else { return }
    let change = EventChange(context: context)
    change.property = EventChange.facts
    change.before = String(decoding: try JSONEncoder().encode(early), as: UTF8.self)
    change.event = self
  }
}
