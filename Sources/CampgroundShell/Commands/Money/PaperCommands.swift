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
      .paperFormat, examples: ["confirmation R-1", "confirmation R-1 to R-1.html"], answering: .data
    ) { session, stay, form in
      try session.answer(
        try session.folios.confirmation(of: stay), about: [stay], as: form)
    }

    Command(
      "invoice", synonyms: ["bill"], "Print the bill of a stay",
      .required("code", .reservation), .paperFormat,
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
      "receipt", synonyms: ["print", "proof of payment"], "Print the receipt of a stay or a sale",
      .required("code", .receiptSubject),
      .paperFormat,
      details: "It shows the lines of the folio, or of the counter sale, and their total.",
      examples: ["receipt R-1", "receipt R-1 format html to receipt.html", "receipt S-1"],
      answering: .data
    ) { session, subject, form in
      switch subject {
      case .stay(let stay):
        try session.answer(try session.folios.receipt(of: stay), about: [stay], as: form)
      case .sale(let sale):
        try session.answer(try session.folios.receipt(of: sale), about: [], as: form)
      }
    }

    Command(
      "statement", synonyms: ["guest account", "account statement"],
      "Print what a guest was charged and paid in a period", .required("guest", .camper), .period,
      .paperFormat,
      details: """
        It covers all bills that the guest pays, and begins and ends with the balance. What is \
        agreed and not yet charged is on the invoice of each stay.
        """,
      examples: ["statement \"Johnny Appleseed\" july 2026"], answering: .data
    ) { session, guest, period, form in
      try session.answer(
        try session.folios.statement(of: guest, over: period.first...period.last), about: [],
        as: form)
    }

    Command(
      "registration", synonyms: ["registration card", "check-in card", "sign in"],
      "Print the registration card that a guest signs", .required("code", .reservation),
      .paperFormat, examples: ["registration R-1", "registration R-1 to card.html"],
      answering: .data
    ) { session, stay, form in
      try session.answer(
        try session.folios.registrationCard(of: stay), about: [stay], as: form)
    }

    Command(
      "tag", synonyms: ["gate tag", "car pass", "hang tag", "windshield", "parking permit"],
      "Print the gate tag of a stay", .required("code", .reservation), .paperFormat,
      details: "It shows the site and the day of departure, large, and nobody's name.",
      examples: ["tag R-1", "tag R-1 to tag.html"], answering: .data
    ) { session, stay, form in
      try session.answer(try session.folios.gateTag(of: stay), about: [stay], as: form)
    }
  }
}

/// What a receipt is for.
enum ReceiptSubject {
  case stay(Reservation)
  case sale(Sale)
}

extension ValueType where Context == Session, Value == ReceiptSubject {
  /// A stay by its code, guest or site, or a sale by its code.
  fileprivate static var receiptSubject: Self {
    let stays = ValueType<Session, Reservation>.reservation
    return found("CODE", "reservation code, guest or site, or sale code", .name) { text in
      if let word = CodeWord(try text.word()), word.kind == .sale {
        return { .sale(try $0.sales.find(word.code)) }
      }
      let find = try text.read(stays)
      return { .stay(try find($0)) }
    }
    .completing { value in
      value.context.stayCandidates(value)
        + value.context.candidates(of: .sale, beginningWith: value.beginning)
    }
  }
}

/// The formats of papers for guests.
enum PaperFormat: String, CaseIterable, Sendable {
  case text
  case html
}

extension Argument where Context == Session, Value == PaperFormat? {
  /// The format of a paper.
  static var paperFormat: Self {
    .option(
      "format", .oneOf(PaperFormat.self, "FORMAT"),
      "format; by default text, or that of the file behind to: .txt, .html, .pdf")
  }
}

extension Session {
  /// The paper; programs that did not choose a format get it as values.
  ///
  /// Warns of papers for stays in a scratch pad, because the guest's copy would have a code that is
  /// never found again.
  func answer(
    _ paper: Paper, about stays: some Sequence<Reservation>, as form: PaperFormat?
  ) throws -> Answer {
    if let new = stays.first(where: { $0.number <= 0 }) {
      warn(
        "\(new.code) gets its code when the scratch pad is saved",
        hint: "save first to print a paper for the guest")
    }
    guard let form else {
      return .page(
        Answer.Page(title: paper.title, text: paper.text, html: paper.html),
        record: Self.record(of: paper))
    }
    let text = form == .html ? paper.html : paper.text
    return .messages(
      text, records: [[("title", .text(paper.title)), (form.rawValue, .text(text))]])
  }

  fileprivate static func record(of paper: Paper) -> Answer.Record {
    func texts(_ texts: [String]) -> Cell { .list(texts.map { .text($0) }) }
    func lines(_ lines: [Paper.Row]) -> Cell {
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
      ("letterhead", texts(paper.letterhead)), ("headline", texts(paper.headline)),
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
      ("blanks", texts(paper.blanks)),
    ]
  }
}
