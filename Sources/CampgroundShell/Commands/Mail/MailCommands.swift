import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

extension Command where Context == Session {
  /// The commands that mail papers.
  @CommandList<Session>
  static var aboutMail: [Self] {
    Command(
      "send confirmation",
      synonyms: ["mail", "email", "e-mail", "mail a confirmation"],
      "Mail the confirmation of a stay", .required("code", .reservation), .recipient,
      details: """
        The paper goes as text and as a page to the guest's address, by what "campground edit" names: \
        a program (mail "sendmail -t"), or a folder for .eml files (outbox FOLDER). It is put into \
        the outbox first, and sent after that; what fails stays there, and "outbox send" and \
        "nightly" send it again. "audit" shows what was sent, when and to whom.
        """,
      refuses: "a guest without an address, and a scratch pad: sent mail cannot be recalled",
      examples: ["send confirmation R-1", "send confirmation R-1 to office@example.com"]
    ) { session, stay, recipient in
      try session.send(.confirmation, of: stay, to: recipient) {
        try session.folios.confirmation(of: $0)
      }
    }

    Command(
      "send invoice", synonyms: ["mail the bill"], "Mail the invoice of a stay",
      .required("code", .reservation), .recipient, examples: ["send invoice R-1"]
    ) { session, stay, recipient in
      try session.send(.invoice, of: stay, to: recipient) { try session.folios.invoice(of: $0) }
    }

    Command(
      "send receipt", synonyms: ["mail a receipt"], "Mail the receipt of a stay",
      .required("code", .reservation), .recipient, examples: ["send receipt R-1"]
    ) { session, stay, recipient in
      try session.send(.receipt, of: stay, to: recipient) { try session.folios.receipt(of: $0) }
    }

    Command(
      "send reminder", synonyms: ["remind", "pre-arrival"], "Mail a reminder of a stay to come",
      .required("code", .reservation), .recipient,
      details:
        "With \"campground edit reminders 3\", \"nightly\" does it three days before arrival.",
      examples: ["send reminder R-1"]
    ) { session, stay, recipient in
      try session.send(.reminder, of: stay, to: recipient) { try session.folios.reminder(of: $0) }
    }

    Command(
      "send statement", synonyms: ["mail a statement"], "Mail a guest's statement of a period",
      .required("guest", .camper), .period,
      examples: ["send statement \"Johnny Appleseed\" from july 2026"]
    ) { session, guest, period in
      try session.requireMayMail()
      let paper = try session.folios.statement(of: guest, over: period.first...period.last)
      return try session.send {
        try session.desk.services.mail.queue(.statement, paper, about: nil, for: guest)
      }
    }

    Command(
      "outbox list", synonyms: ["mail queue", "sent mail", "unsent mail"],
      "List the mail that waits to be sent, the latest first",
      .flag("all", "with the mail that was sent"), .partOfList,
      examples: ["outbox list", "outbox list all limit 20"], answering: .data
    ) { session, isAll, part in
      let page = try session.mail.messages(
        waiting: !isAll, limit: part.limit(in: session), offset: part.offset)
      return .table(
        Session.mailColumns.table(of: page.rows),
        empty: isAll ? "No mail yet" : "No mail waits to be sent",
        more: session.remainder(of: page))
    }

    Command(
      "outbox show", synonyms: ["read mail"], "Show a message", .message,
      examples: ["outbox show M-1"], answering: .data
    ) { session, message in
      let record = Session.mailColumns.record(of: message) + [("subject", .text(message.subject))]
      return .page(
        Answer.Page(
          title: message.code, text: Session.head(of: message) + "\n" + message.text,
          html: message.html),
        record: record + [("text", .text(message.text)), ("html", .text(message.html))])
    }

    Command(
      "outbox send", synonyms: ["send again", "retry mail"],
      "Send the mail that waits, or one message of it",
      .optional("message", .message), examples: ["outbox send", "outbox send M-1"]
    ) { session, message in
      try session.requireMayMail()
      if let message, message.sentAt != nil {
        throw ValueFault("\(message.code) was sent", hint: "\"outbox list\" shows what waits")
      }
      let waiting = try message.map { [$0] } ?? session.mail.messages(waiting: true).rows.reversed()
      guard !waiting.isEmpty else { return .text("No mail waits to be sent\n") }
      return try session.deliver(waiting)
    }

    Command(
      "outbox delete", synonyms: ["discard mail"], "Delete a message that was not sent", .message,
      examples: ["outbox delete M-1"]
    ) { session, message in
      let record = Session.mailColumns.record(of: message)
      let (code, recipient) = (message.code, message.recipient)
      try session.mail.discard(message)
      return .message("Deleted \(code) to \(recipient)", record: record)
    }
  }
}

extension Argument where Context == Session, Value == String? {
  fileprivate static var recipient: Self {
    .option("to", .text("ADDRESS", "e-mail address; that of the guest by default"))
  }
}

extension Argument where Context == Session, Value == Message {
  fileprivate static var message: Self { .required("code", .message) }
}

extension ValueType where Context == Session {
  /// A message by its code.
  fileprivate static var message: ValueType<Session, Message> {
    .stored(.message, "CODE", "code of the message", orElse: "outbox list all") {
      try $0.mail.find($1)
    }
  }
}

extension Session {
  var mail: MailService { desk.services.mail }

  fileprivate static let mailColumns: [ListColumn<Message>] = [
    .init("code") { .text($0.code) }, .init("what") { Cell($0.kind?.rawValue) },
    .init("stay") { Cell($0.reservation?.code) }, .init("to") { .text($0.recipient) },
    .init("queued") { .text(time($0.queuedAt, of: $0)) },
    .init("sent") { message in Cell(message.sentAt.map { time($0, of: message) }) },
    .init("failure", rank: .aside) { Cell($0.failure) },
  ]

  private static func time(_ instant: Date, of message: Message) -> String {
    "\(WallTime(instant, in: message.campground?.timeZone ?? .gmt))"
  }

  fileprivate static func head(of message: Message) -> String {
    let lines: [String?] = [
      "To: \(message.recipient)", "Subject: \(message.subject)",
      "Queued: \(time(message.queuedAt, of: message))",
      message.sentAt.map { "Sent: \(time($0, of: message))" },
      message.failure.map { "Not sent: \($0)" },
    ]
    return lines.compactMap { $0 }.joined(separator: "\n") + "\n"
  }

  /// Refuses to send what nobody has saved, or only tries out, and anything from a safe session.
  fileprivate func requireMayMail() throws {
    try requireFiles()
    guard desk.scratchPad != nil else { return }
    throw ValueFault(
      "mail is not sent from a scratch pad", hint: "\"save\" or \"rollback\" first")
  }

  /// Mails a paper of a stay.
  fileprivate func send(
    _ kind: Message.Kind, of stay: Reservation, to recipient: String?,
    _ paper: (Reservation) throws -> Paper
  ) throws -> Answer {
    try requireMayMail()
    let printed = try paper(stay)
    return try send { try self.mail.queue(kind, printed, to: recipient, about: stay) }
  }

  /// Puts a message into the outbox, and then sends it.
  fileprivate func send(_ queue: @escaping () throws -> Message) throws -> Answer {
    try deliver([try queue()])
  }

  /// Sends messages and tells what became of them.
  ///
  /// - Returns: an incomplete answer, with exit status 75, where one was not sent.
  fileprivate func deliver(_ messages: [Message]) throws -> Answer {
    let delivery = try delivery(of: messages)
    let lines = delivery.messages.map { message, failure in
      let what = [message.kind?.rawValue, message.reservation?.code].compactMap { $0 }
        .joined(separator: " ")
      if let failure { return "\(message.code) to \(message.recipient) was not sent: \(failure)" }
      return message.sentAt == nil
        ? "\(message.code) is being sent at another desk"
        : "Sent \(what) to \(message.recipient) · \(message.code)"
    }
    let answer = Answer.messages(
      lines.joined(separator: "\n"),
      records: delivery.messages.map { Self.mailColumns.record(of: $0.0) })
    return delivery.fault.map { .incomplete(answer, $0) } ?? answer
  }

  /// Sends messages, each for itself, until the user interrupts.
  fileprivate func delivery(of messages: [Message]) throws -> Delivery {
    var delivery = Delivery()
    let coordinator = stack.persistentStoreCoordinator
    for message in messages where !coordinator.isInterrupted {
      let failure = try mail.send(message, by: mailCarrier) { coordinator.isInterrupted }
      delivery.messages.append((message, failure))
    }
    return delivery
  }

  /// Sends the reminders and receipts of a night, and what else waits in the outbox; nothing from a
  /// scratch pad, and while a command is repeated.
  ///
  /// - Returns: sentences about it, a record, and the fault if something was not sent.
  func mailOfNight(
    _ day: CalendarDate
  ) throws -> (lines: [String], record: Answer.Record, fault: Diagnostic?) {
    guard desk.scratchPad == nil, !desk.isRepeating else { return ([], [], nil) }
    if isSafe, let campground = try campgrounds.current(),
      campground.mailProgram != nil || campground.mailFolder != nil
    {
      return ([], [], Diagnostic("no mail is sent from a safe session"))
    }
    do {
      let withoutAddress = try mail.queueNightly(day).withoutAddress
      let delivery = try delivery(of: mail.messages(waiting: true).rows.reversed())
      let (sent, kept) = (delivery.sent.map(\.code), delivery.kept.map(\.code))
      let lines = [
        sent.isEmpty ? nil : "mailed \(sent.listed(most: 5))",
        kept.isEmpty ? nil : "not sent: \(kept.listed(most: 5))",
        withoutAddress.isEmpty
          ? nil : "no e-mail address: \(withoutAddress.listed(most: 5))",
      ].compactMap { $0 }
      let record: Answer.Record = [
        ("mailed", .list(sent.map { .text($0) })), ("not mailed", .list(kept.map { .text($0) })),
        ("without address", .list(withoutAddress.map { .text($0) })),
      ]
      return (lines, record, delivery.fault)
    } catch let error as CampgroundError where error.code == .refused {
      return ([], [], Diagnostic("\(error)", hint: error.hint))
    }
  }
}

/// What became of messages.
private struct Delivery {
  /// The messages in order, and why those that failed did.
  var messages: [(Message, MailFailure?)] = []

  var sent: [Message] { messages.map(\.0).filter { $0.sentAt != nil } }

  /// Those that stay in the outbox.
  var kept: [Message] { messages.filter { $0.1 != nil }.map(\.0) }

  /// The error for those that stay in the outbox; nil for none.
  var fault: Diagnostic? {
    let codes = kept.map(\.code)
    guard !codes.isEmpty else { return nil }
    return Diagnostic(
      "\(codes.listed(most: 5)) \(codes.count == 1 ? "is" : "are") still in the outbox",
      hint: "\"outbox send\" tries again, and so does \"nightly\"",
      exitStatus: .temporaryFailure)
  }
}
