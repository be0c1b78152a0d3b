/// The effect of the completion key on a line, derived from the candidates.
enum CompletionStep: Equatable {
  /// Nothing to insert.
  case nothing
  /// Replaces this many Unicode scalars before the cursor; `isFinal` if a single candidate was
  /// left.
  case replace(scalars: Int, text: String, isFinal: Bool)
  /// Several candidates, with nothing in common beyond what is typed.
  case ambiguous

  init(context: LineEditorContext, candidates: [Completion]) {
    let before = Array(context.textBeforeCursor)
    let usable = candidates.filter { !$0.text.unicodeScalars.contains("\0") }
    let spans = usable.map { Self.span(of: $0, in: before) }
    guard let first = usable.first, let widest = spans.max() else {
      self = .nothing
      return
    }
    let typed = String(before.suffix(widest))
    // Candidates may replace spans of different lengths, so they are compared over the widest.
    let wholes = zip(usable, spans).map { candidate, span in
      String(before.suffix(widest).prefix(widest - span)) + candidate.text
    }
    let scalars = typed.unicodeScalars.count
    if Set(wholes).count == 1 {
      let whole = wholes.first ?? first.text
      self =
        whole == typed ? .nothing : .replace(scalars: scalars, text: whole, isFinal: true)
      return
    }
    let shared = wholes.dropFirst().reduce(wholes.first ?? "") { Self.commonPrefix($0, $1) }
    // Candidates need not start with what is typed (`joh` may stand for `"Johnny`), but removing
    // letters would be surprising.
    self =
      shared.count > typed.count
      ? .replace(scalars: scalars, text: shared, isFinal: false) : .ambiguous
  }

  private static func span(of candidate: Completion, in before: [Character]) -> Int {
    if let replacing = candidate.replacing { return min(max(replacing, 0), before.count) }
    return before.reversed().prefix { $0 != " " && $0 != "\t" }.count
  }

  private static func commonPrefix(_ one: String, _ other: String) -> String {
    String(zip(one, other).prefix { $0 == $1 }.map(\.0))
  }
}
