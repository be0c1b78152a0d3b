import Foundation

/// A rule of the business that a call would have broken; nothing has changed when one is thrown.
///
///     do {
///       try reservations.reserve(site, for: ada, dates: dates)
///     } catch let error as CampgroundError where error.code == .siteTaken {
///       print(error.text, error.takenStays.map(\.code))
///     }
public struct CampgroundError: Error, Hashable, Sendable {
  /// Which rule it is.
  public let code: Code

  /// What is wrong, and what it has to do with, the most specific first.
  public let about: [Subject]

  /// The reason as one sentence without a final stop.
  public let text: String

  /// What can be done about it; nil where the reason says it all.
  public let fix: Fix?

  package init(_ code: Code, about: [Subject] = [], _ text: String, fix: Fix? = nil) {
    self.code = code
    self.about = about
    self.text = text
    self.fix = fix
  }
}

extension CampgroundError: CustomStringConvertible, LocalizedError {
  /// The same as `text`.
  public var description: String { text }

  /// The same as `text`.
  public var errorDescription: String? { text }
}
