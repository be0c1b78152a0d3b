import Campground
import CommandKit
import ObjectGraph
import Rendering

extension Command where Context == Session {
  /// The commands that print papers for guests.
  @CommandList<Session>
  static var papers: [Self] {
    Command(
      "confirmation", synonyms: ["letter", "confirm"], "Print a confirmation",
      .required("code", .reservation),
      .paperForm, examples: ["confirmation R-1", "confirmation R-1 to R-1.html"], answering: .data
    ) { session, stay, form in
      try session.answer(
        try session.folios.confirmation(of: stay), about: [stay], as: form)
    }

    Command(
      "invoice", synonyms: ["bill", "statement"], "Print the bill of a stay",
      .required("code", .reservation), .paperForm,
      details: """
        It includes all charges of the stay, posted or still to come, manual charges, payments, \
        and the balance due, so you can print it before departure. (The receipt only has what is \
        on the folio.)
        """,
      examples: ["invoice R-1", "invoice R-1 to invoice.html"], answering: .data
    ) { session, stay, form in
      try session.answer(
        try session.folios.invoice(of: stay), about: [stay], as: form)
    }

    Command(
      "receipt", synonyms: ["print", "proof of payment"], "Print a receipt",
      .required("code", .reservation),
      .paperForm,
      details: "It shows the lines of the folio and their total.",
      examples: ["receipt R-1", "receipt R-1 format html to receipt.html"], answering: .data
    ) { session, stay, form in
      try session.answer(
        try session.folios.receipt(of: stay), about: [stay], as: form)
    }
  }
}

/// The format of a paper, and the file to write it to.
struct PaperForm {
  /// The format; nil for that of the file name, or text.
  let format: PaperFormat?

  /// The file; nil for the normal output.
  let file: String?

  /// Whether to overwrite an existing file.
  let isReplacing: Bool

  init(_ format: PaperFormat?, file: String?, isReplacing: Bool) throws(ValueFault) {
    self.format = format
    self.file = file == "-" ? nil : file
    self.isReplacing = isReplacing
    guard self.file != nil || !isReplacing else {
      throw .nothingToReplace(hint: "write to FILE replace")
    }
  }

  /// The format to print.
  fileprivate var printedFormat: PaperFormat {
    if let format { return format }
    let isPage = file.map { file in [".html", ".htm"].contains { file.lowercased().hasSuffix($0) } }
    return isPage == true ? .html : .text
  }
}

/// The formats of papers for guests.
enum PaperFormat: String, CaseIterable, Sendable {
  case text
  case html
}

extension Argument where Context == Session, Value == PaperForm {
  /// The format and file of a paper.
  static var paperForm: Self {
    .group(
      .option(
        "format", .oneOf(PaperFormat.self, "FORMAT"),
        "format; by default that of the file, or text"),
      .option("to", .paper, "file to write; - for standard output"),
      .flag("replace", "overwrite the file")
    ) { format, file, isReplacing in
      try PaperForm(format, file: file, isReplacing: isReplacing)
    }
  }
}

extension ValueType where Context == Session, Value == String {
  /// The file of a paper, which is text or a page; data of the paper is an answer like any other.
  fileprivate static var paper: Self {
    ValueType("FILE", "file", .name) { text in
      let path = try text.word()
      guard FileEnding(of: path).isForReading else { throw FileEnding.fault(of: path) }
      return path
    }
    .completing { beginning, _ in FileCompletion.paths(beginningWith: beginning) }
  }
}

extension Session {
  /// The paper, or where it was written; programs that did not choose a format get it as values.
  ///
  /// Warns of papers for stays in a scratch pad, because the guest's copy would have a code that is
  /// never found again.
  func answer(
    _ paper: StayPaper, about stays: some Sequence<Reservation>, as form: PaperForm
  ) throws -> Answer {
    if let new = stays.first(where: { $0.number <= 0 }) {
      warn(
        "\(new.code) gets its code when the scratch pad is saved",
        hint: "save first to print a paper for the guest")
    }
    let text = form.printedFormat == .html ? paper.html : paper.text
    guard let name = form.file else {
      guard let chosen = form.format else {
        return format.isForPrograms ? .details(Self.record(of: paper), lists: []) : .text(text)
      }
      return .messages(
        text, records: [[("title", .text(paper.title)), (chosen.rawValue, .text(text))]])
    }
    guard let file = try fileToWrite(name, at: "to", replacing: form.isReplacing) else {
      return Self.nothingWritten
    }
    try file.write(text)
    return .message(
      "Wrote \(paper.title) to \(name)",
      record: [("title", .text(paper.title)), ("file", .text(name))])
  }

  fileprivate static func record(of paper: StayPaper) -> Answer.Record {
    func texts(_ texts: [String]) -> Cell { .list(texts.map { .text($0) }) }
    func lines(_ lines: [StayPaper.Row]) -> Cell {
      .list(
        lines.map { line in
          .object([
            ("day", Cell(line.day)), ("text", .text(line.text)), ("amount", Cell(line.amount)),
          ])
        })
    }
    let facts = paper.facts.filter { !$0.values.isEmpty }
    return [
      ("title", .text(paper.title)), ("campground", .text(paper.campground)),
      ("letterhead", texts(paper.letterhead)),
      ("facts", .object(facts.map { ($0.name, texts($0.values)) })),
      (
        "sections",
        .list(
          paper.sections.map { section in
            .object([
              ("title", .text(section.title)), ("about", texts(section.about)),
              ("lines", lines(section.lines)), ("sums", lines(section.sums)),
            ])
          })
      ),
      ("closing", lines(paper.closing)), ("notes", texts(paper.notes)),
    ]
  }
}
