import Foundation

/// A business rule that a call would have broken. When one is thrown, nothing has changed.
///
///     do {
///       try reservations.reserve(site, for: ada, dates: dates)
///     } catch let error as CampgroundError where error.code == .siteTaken {
///       print(error.text, error.takenStays.map(\.code))
///     }
public struct CampgroundError: Error, Hashable, Sendable {
  /// What kind of rule would have been broken.
  public let code: Code

  /// What the error is about, the most specific first.
  public let about: [Subject]

  /// The reason as one sentence without a period.
  public let text: String

  /// How to fix it; nil where the reason says it all.
  public let fix: Fix?

  package init(
    _ code: Code = .refused, about: [Subject] = [], _ text: String, fix: Fix? = nil
  ) {
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
