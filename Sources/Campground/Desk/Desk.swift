import Foundation
import ObjectGraph

/// A clerk's desk at one campground of a store.
///
///     let desk = Desk(on: stack, by: "Kasey")
///     try desk.perform("camper add Ada") { try $0.campers.addCamper("Ada", phoneNumber: nil) }
///
/// Each service call saves its changes at once, in one write transaction. After `begin()`, commands
/// are collected in a scratch pad instead and shown as if they were saved; `save()` runs all of
/// them in one write transaction, or none.
///
///     try desk.begin()
///     try desk.perform("book") { try $0.reservations.reserve(…) }     // R-new1
///     try desk.save()                                                 // R-new1 is now R-17
@MainActor
public final class Desk {
  /// The store stack.
  public let storeStack: StoreStack

  /// Who works at the desk, for the audit; nil if unknown.
  public var actor: String?

  /// The unsaved commands; nil where each command is saved at once.
  public private(set) var scratchPad: ScratchPad?

  private let systemClock: any CampgroundClock
  private let timeZone: TimeZone
  private let voucherCodes: VoucherCodes

  /// The chosen campground; nil for the first one of the store.
  private var chosen: CampgroundChoice?

  /// The campground that was chosen when the scratch pad was opened.
  private var chosenBefore: CampgroundChoice?

  /// The services of the running command.
  private var running: Services?

  /// The context of the write transaction that several commands share; nil where each has its own.
  private var shared: ManagedObjectContext?

  /// The files that the running command reads.
  private var inputs: InputFiles?

  /// The last restore of the store that this desk knows of.
  private var restoreMark: RestoreMark?

  /// The numbers of the commands that were saved at this desk.
  private(set) var ownCommands: Set<Int64> = []

  /// Makes a desk.
  ///
  /// - Parameters:
  ///   - timeZone: the time zone of a campground that is created along with its first object.
  ///   - voucherCodes: the generator of voucher codes; by default they cannot be guessed.
  ///   - actor: who works at the desk; nil if unknown.
  public init(
    on storeStack: StoreStack, clock: any CampgroundClock = SystemClock(),
    timeZone: TimeZone = .current, voucherCodes: VoucherCodes = .random, by actor: String? = nil
  ) {
    self.storeStack = storeStack
    self.systemClock = clock
    self.timeZone = timeZone
    self.voucherCodes = voucherCodes
    self.actor = actor
    restoreMark = RestoreMark(of: storeStack)
  }

  /// Forgets what was known about the store if it has been restored since: numbers and keys of
  /// before mean nothing now. The current campground is found again by its name.
  ///
  /// - Returns: when it was restored; nil if it was not.
  @discardableResult
  package func noticeRestore() -> Date? {
    let mark = RestoreMark(of: storeStack)
    guard mark != restoreMark else { return nil }
    restoreMark = mark
    ownCommands = []
    chosen = chosen.map { CampgroundChoice(name: $0.name) }
    chosenBefore = chosenBefore.map { CampgroundChoice(name: $0.name) }
    (storeStack as? CampgroundStack)?.rateCards.removeAll()
    return mark?.restoredAt
  }

  // MARK: The current campground

  /// The services of the running command; otherwise services that read the current state, including
  /// the commands of an open scratch pad, and that write where none is open.
  public var services: Services {
    running
      ?? services(
        in: managedObjectContext, savingTo: scratchPad == nil ? .store : .reading, by: Author(actor)
      )
  }

  /// The context that commands read from.
  public var managedObjectContext: ManagedObjectContext {
    running?.managedObjectContext ?? scratchPad?.managedObjectContext ?? shared
      ?? storeStack.mainContext
  }

  /// The clock. It stands still while commands of a scratch pad run.
  public var clock: any CampgroundClock { running?.scope.clock ?? systemClock }

  /// Whether a command that was shown before is being repeated, to save it or to show it again.
  public private(set) var isRepeating = false

  /// Makes a campground the current one.
  public func use(_ campground: Campground) {
    chosen = CampgroundChoice(campground)
  }

  /// The name of the chosen campground; nil for the first one of the store.
  public var chosenCampground: String? { chosen?.name }

  // MARK: Commands

  /// Performs a command: at once, or in an open scratch pad, which repeats it when it is saved.
  ///
  /// - Parameters:
  ///   - name: the command as people call it, which the audit records.
  ///   - body: the work. It may run more than once, so it must find objects by name or code and
  ///     keep none between runs.
  /// - Throws: what the body throws; a failed command changes nothing.
  @discardableResult
  public func perform<Result>(
    _ name: String, _ body: @escaping @MainActor (Services) throws -> Result
  ) throws -> Result {
    try perform(name, as: RunningCommand(), body)
  }

  func perform<Result>(
    _ name: String, as command: RunningCommand,
    _ body: @escaping @MainActor (Services) throws -> Result
  ) throws -> Result {
    // A command within another one is performed and saved with it.
    if let running { return try body(running) }
    guard let scratchPad else {
      var scope = services(
        in: shared ?? storeStack.mainContext, savingTo: .store, by: Author(actor, command: name)
      ).scope
      scope.command = command
      defer { keep(command) }
      return try run(Services(scope), body)
    }
    let command = UnsavedCommand(
      name: name, author: actor, campground: chosen,
      voucherCodes: voucherCodes.drawn(for: scratchPad.lastID + 1),
      body: { _ = try body($0) })
    return try scratchPad.add(command, body)
  }

  /// Adds a command of a lost scratch pad to the open one; a command that fails is added with its
  /// error.
  ///
  /// - Parameters:
  ///   - campground: the name of the campground that was chosen at the time; nil for none.
  ///   - placeholders: the placeholders given before it, so that it gives the same ones again.
  ///   - outcome: the outcome that was shown.
  ///   - body: as for `perform(_:_:)`.
  public func recover(
    _ name: String, at campground: String?, after placeholders: PlaceholderNumbers,
    shown outcome: CommandOutcome, _ body: @escaping @MainActor (Services) throws -> Void
  ) {
    let pad = begin()
    pad.recover(
      UnsavedCommand(
        name: name, author: actor, campground: campground.map { CampgroundChoice(name: $0) },
        voucherCodes: voucherCodes.drawn(for: pad.lastID + 1), body: body,
        placeholders: placeholders, outcome: outcome))
  }

  /// Runs a command of a scratch pad, for the first time or again.
  func run<Result>(
    _ command: UnsavedCommand, in context: ManagedObjectContext, savingTo reach: SaveReach,
    _ journal: CommandJournal, repeating: Bool, _ body: @MainActor (Services) throws -> Result
  ) throws -> Result {
    (isRepeating, inputs) = (repeating, command.inputs)
    defer { (isRepeating, inputs) = (false, nil) }
    var scope = ServiceScope(
      context: context, storeStack: storeStack, clock: FixedClock(clock.now),
      campgroundID: try command.campground?.id(in: context), savingTo: reach,
      author: Author(command.author, command: command.name), timeZone: timeZone,
      voucherCodes: command.voucherCodes, journal: journal)
    let running = RunningCommand()
    scope.command = running
    let result = try run(Services(scope), body)
    if reach == .store { keep(running) }
    return result
  }

  private func keep(_ command: RunningCommand) {
    if let number = command.number { ownCommands.insert(number) }
  }

  private func run<Result>(
    _ services: Services, _ body: @MainActor (Services) throws -> Result
  ) throws -> Result {
    running = services
    defer { running = nil }
    return try body(services)
  }

  /// Performs several steps of the running command in one write transaction: all of them, or none.
  /// A scratch pad does that with each command anyway.
  ///
  /// - Parameter body: works with `services`. Its result must be a value, because its objects end
  ///   with the transaction.
  package func together<Result>(_ body: @MainActor () throws -> Result) throws -> Result {
    guard let outer = running, outer.scope.reach == .store else { return try body() }
    defer { running = outer }
    // Sound, as for the context below: the transaction runs on this thread, the main one, while the
    // caller waits for it.
    nonisolated(unsafe) let scope = outer.scope
    func write() throws -> Result {
      try storeStack.write { context in
        nonisolated(unsafe) let context = context
        return try MainActor.assumeIsolated {
          running = Services(scope.working(in: context))
          return WrittenValue(value: try body())
        }
      }.value
    }
    return try scope.command.map { try $0.record(write) } ?? write()
  }

  /// Performs several commands in one write transaction, each of which the audit has by itself: all
  /// of them, or none.
  ///
  /// It saves time where many commands follow one another. If one of them throws, all have failed,
  /// even if the body catches the error. In a scratch pad the commands wait for its `save()`.
  ///
  /// - Parameter body: performs the commands. What it keeps must be values, because objects end with
  ///   the transaction.
  package func inOneTransaction(_ body: @MainActor () throws -> Void) throws {
    guard running == nil, scratchPad == nil, shared == nil else { return try body() }
    defer { shared = nil }
    // Sound, as in `together`: the transaction runs on this thread, while the caller waits for it.
    try storeStack.write { context in
      nonisolated(unsafe) let context = context
      try MainActor.assumeIsolated {
        shared = context
        try body()
      }
    }
  }

  private func services(
    in context: ManagedObjectContext, savingTo reach: SaveReach, by author: Author
  ) -> Services {
    Services(
      ServiceScope(
        context: context, storeStack: storeStack, clock: systemClock,
        campgroundID: try? chosen?.id(in: context), savingTo: reach, author: author,
        timeZone: timeZone, voucherCodes: voucherCodes,
        journal: scratchPad.map { CommandJournal(placeholders: $0.placeholders) }))
  }

  /// The content of a file that a command reads; the same whenever the command is repeated.
  ///
  /// - Throws: `ImportError.unreadable`.
  package func content(of path: String) throws(ImportError) -> Data {
    guard let inputs else { return try InputFile.content(of: path) }
    return try inputs.content(of: path)
  }

  // MARK: The scratch pad

  /// Opens a scratch pad, in which commands wait until `save()`. One that is already open stays
  /// open.
  ///
  /// - Parameter identifier: the identifier of a lost pad whose commands are to be recovered.
  /// - Returns: The pad.
  @discardableResult
  public func begin(as identifier: UUID = UUID()) -> ScratchPad {
    if let scratchPad { return scratchPad }
    chosenBefore = chosen
    let pad = ScratchPad(of: self, identifier)
    scratchPad = pad
    return pad
  }

  /// Performs all commands of the scratch pad in one write transaction, in order and as of now, and
  /// closes the pad. Does nothing without a pad.
  ///
  /// If a command now fails, or its outcome differs from what was shown, nothing is saved; the pad
  /// stays open and shows the new outcomes.
  ///
  /// - Throws: `UnsavedCommandError`, which names the command; and store errors.
  @discardableResult
  public func save() throws -> SavedWork? {
    guard let scratchPad else { return nil }
    let saved = try scratchPad.save()
    self.scratchPad = nil
    return saved
  }

  /// Undoes a command of the scratch pad; the commands after it are repeated without it.
  ///
  /// - Parameter position: the position in the list, from 1; by default the last one.
  /// - Returns: The name of the command; nil if there is none.
  /// - Throws: code 3072 if it is interrupted; the pad is then unchanged.
  @discardableResult
  public func undo(_ position: Int? = nil) throws -> String? {
    guard let name = try scratchPad?.undo(position) else { return nil }
    // The command may have added the campground.
    if (try? chosen?.id(in: managedObjectContext)) == nil { chosen = chosenBefore }
    return name
  }

  /// Repeats the command that `undo` undid last.
  ///
  /// - Returns: The name of the command; nil if there is none.
  /// - Throws: what the command throws; it then stays undone.
  @discardableResult
  public func redo() throws -> String? { try scratchPad?.redo() }

  /// Whether a scratch pad was saved, even if its shell ended before it could say so.
  public func isSaved(_ identifier: UUID) throws -> Bool {
    try storeStack.mainContext.count(SavedPad.self, where: "identifier == %@", identifier) > 0
  }

  /// Closes the scratch pad and discards its commands.
  ///
  /// - Returns: The number of discarded changes; nil if there was no pad.
  @discardableResult
  public func rollback() -> UnsavedWork? {
    guard let scratchPad else { return nil }
    let work = scratchPad.commands.isEmpty ? nil : scratchPad.unsavedWork
    self.scratchPad = nil
    chosen = chosenBefore
    return work
  }
}

/// The campground that was chosen; an unsaved one is known by its name.
struct CampgroundChoice {
  private let objectID: ManagedObjectID?
  let name: String

  init(_ campground: Campground) {
    objectID = campground.objectID
    name = campground.name
  }

  init(name: String) {
    objectID = nil
    self.name = name
  }

  /// The identifier of the campground in a context.
  ///
  /// - Throws: `CampgroundError.unknown`.
  func id(in context: ManagedObjectContext) throws -> ManagedObjectID {
    if let objectID {
      let isKnown = context.registeredObject(for: objectID).map { !$0.isDeleted } ?? false
      if isKnown || !objectID.isTemporaryID { return objectID }
    }
    guard let campground = try CampgroundService.campground(named: name, in: context) else {
      throw CampgroundError.unknownCampground(name, known: [])
    }
    return campground.objectID
  }
}
