import Foundation
import ObjectGraph

/// Mails papers to guests.
///
///     let message = try mail.queue(.confirmation, paper, to: nil, about: stay)
///     if let failure = try mail.send(message) { print(failure) }
///
/// A message is put into the outbox by a save. It is sent after that, never within a transaction, so
/// that no program outside keeps others from working; what fails stays in the outbox. Each message
/// that was sent has an event.
public final class MailService: Service {
  /// How long another desk is thought to be sending a message, in seconds: longer than a program may
  /// take.
  public static let secondsOfSending = 60.0

  // MARK: The outbox

  /// Puts a paper into the outbox.
  ///
  /// - Parameters:
  ///   - recipient: the address; by default that of the guest.
  ///   - stay: the stay that it is about; nil for a group or a guest's account.
  ///   - guest: the guest; by default that of the stay.
  /// - Throws: `CampgroundError.refused` where the campground sends no mail, and for a guest without
  ///   an address; `.invalidValue` for an address that mail cannot go to.
  @discardableResult
  public func queue(
    _ kind: Message.Kind, _ paper: Paper, to recipient: String? = nil, about stay: Reservation?,
    for guest: Camper? = nil
  ) throws -> Message {
    let guest = guest ?? stay?.camper
    let address = try address(recipient, of: guest)
    return try scope.write { scratch in
      let campground = try scope.campgroundOrNew(in: scratch)
      _ = try carrier(at: campground)
      return try write(
        kind, paper, to: address, about: stay.map { try scratch.current($0) },
        for: guest.map { try scratch.current($0) }, at: campground, in: scratch)
    }
  }

  private func write(
    _ kind: Message.Kind, _ paper: Paper, to address: String, about stay: Reservation?,
    for guest: Camper?, at campground: Campground, in scratch: ManagedObjectContext
  ) throws -> Message {
    let message = Message(context: scratch)
    message.kind = kind
    message.recipient = address
    message.subject = try NameRule.checked("\(campground.name): \(paper.title)", of: "subject")
    message.text = paper.text
    message.html = paper.page(logo: paper.logo.map { _ in MailMessage.logoSource })
    message.queuedAt = scope.clock.now
    (message.reservation, message.camper, message.campground) = (stay, guest, campground)
    return message
  }

  private func address(_ recipient: String?, of guest: Camper?) throws -> String {
    guard let address = NameRule.optional(recipient ?? guest?.email) else {
      throw CampgroundError(
        .refused, about: guest.map { [.camper($0.fullName)] } ?? [],
        "\(guest?.fullName ?? "the guest") has no e-mail address",
        fix: .advice("name one with \"to ADDRESS\", or add it with \"camper edit\""))
    }
    guard MailMessage.isAddress(address) else {
      throw CampgroundError(
        .invalidValue, about: [.property("to")], "no mail can go to \"\(address)\"",
        fix: .advice("write a single address, like ada@example.com"))
    }
    return address
  }

  /// The messages of the campground, the latest first.
  ///
  /// - Parameters:
  ///   - isWaiting: whether only those that wait to be sent are listed.
  ///   - limit: the most messages to return, or 0 for all.
  public func messages(
    waiting isWaiting: Bool, limit: Int = 0, offset: Int = 0
  ) throws -> Page<Message> {
    let campground = try scope.campground(in: managedObjectContext)
    let condition = isWaiting ? "campground == %@ AND sentAt == nil" : "campground == %@"
    return try managedObjectContext.page(
      of: FetchRequest<Message>(where: condition, campground, by: ["-number"]), limit: limit,
      offset: offset)
  }

  /// The message with a code, `M-7` or `m-7`.
  ///
  /// - Throws: `CampgroundError.unknown`.
  public func find(_ code: String) throws -> Message {
    let word = NameRule.optional(code) ?? ""
    guard let campground = try scope.campground(in: managedObjectContext),
      let message: Message = try scope.object(coded: word, in: managedObjectContext),
      message.campground === campground
    else {
      throw CampgroundError.unknown(
        .named("message", word), "message \(word)", fix: .advice("\"outbox list all\" lists them"))
    }
    return message
  }

  /// Deletes a message that was not sent.
  ///
  /// - Throws: `CampgroundError.refused` for one that was sent; `.gone`.
  public func discard(_ message: Message) throws {
    try scope.change { scratch in
      let message = try scratch.current(message)
      try refuse(
        unless: message.sentAt == nil, about: [.named("message", message.code)],
        "\(message.code) was sent and is kept")
      scratch.delete(message)
    }
  }

  // MARK: Sending

  /// What sends the mail of a campground.
  ///
  /// - Throws: `CampgroundError.refused` where it sends none.
  func carrier(at campground: Campground) throws -> any MailCarrier {
    guard campground.email.map(MailMessage.isAddress) == true else {
      throw CampgroundError(
        .refused, "\(campground.name) has no e-mail address to send mail from",
        fix: .advice("set it with \"campground edit email ADDRESS\""))
    }
    if let program = campground.mailProgram { return ProgramMailCarrier(program) }
    if let folder = campground.mailFolder {
      return FolderMailCarrier(folder, store: storeIdentifier)
    }
    throw CampgroundError(
      .refused, "\(campground.name) sends no mail yet",
      fix: .advice(
        "name a folder for .eml files with \"campground edit outbox FOLDER\", or a program with "
          + "\"campground edit mail PROGRAM\""))
  }

  /// Sends a message, unless it was sent or another desk is sending it, and records how it went.
  ///
  /// - Parameters:
  ///   - other: what to send it with; by default what the campground names.
  ///   - isCanceled: asked now and then whether to give up.
  /// - Returns: Why it was not sent; nil if it was.
  /// - Throws: `CampgroundError.refused` where the campground sends no mail; `.gone`.
  public func send(
    _ message: Message, by other: (any MailCarrier)? = nil,
    unless isCanceled: () -> Bool = { false }
  ) throws -> MailFailure? {
    guard let campground = message.campground else { return nil }
    let carrier = try other ?? carrier(at: campground)
    guard try claim(message) else { return nil }
    var failure: MailFailure?
    do throws(MailFailure) {
      try carrier.carry(
        mail(message, from: campground), code: message.code, unless: isCanceled)
    } catch {
      failure = error
    }
    try note(message, failure)
    return failure
  }

  /// Marks a message as being sent.
  ///
  /// - Returns: false if it was sent, or another desk is sending it.
  private func claim(_ message: Message) throws -> Bool {
    try scope.change(
      { scratch in
        let message = try scratch.current(message)
        let now = scope.clock.now
        let isUnderWay =
          message.failure == nil
          && message.attemptedAt.map { now.timeIntervalSince($0) < Self.secondsOfSending } ?? false
        guard message.sentAt == nil, !isUnderWay else { return false }
        (message.attemptedAt, message.failure) = (now, nil)
        return true
      }, if: { $0 })
  }

  /// Records how an attempt ended; a message that was sent gets an event.
  private func note(_ message: Message, _ failure: MailFailure?) throws {
    try scope.change { scratch in
      let message = try scratch.current(message)
      guard failure == nil else {
        message.failure = NameRule.mended(failure?.description)
        return
      }
      message.sentAt = scope.clock.now
      let event = Event(
        .sent, at: message.campground, scope.clock.now, by: scope.author, in: scratch)
      event.tell(of: message)
    }
  }

  /// The message as it goes out.
  func mail(_ message: Message, from campground: Campground) -> Data {
    let address = campground.email ?? ""
    let domain = address.split(separator: "@").last.map(String.init) ?? "localhost"
    return MailMessage(
      sender: (campground.name, address), recipient: message.recipient, subject: message.subject,
      date: message.queuedAt, timeZone: campground.timeZone,
      identifier: "\(message.code).\(storeIdentifier)@\(domain)", text: message.text,
      html: message.html, logo: campground.logo.flatMap { Paper.Logo($0.picture) }
    ).data
  }
}
