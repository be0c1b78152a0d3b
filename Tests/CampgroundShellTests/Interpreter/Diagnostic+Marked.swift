import CommandKit

@testable import CampgroundShell

extension Diagnostic {
  /// The words that the caret stands under; nil without a place.
  var marked: String? {
    let line = Array(sourceLine ?? "")
    guard let column, let length, line.count >= column - 1 + length else { return nil }
    return String(line[(column - 1)..<(column - 1 + length)])
  }
}
