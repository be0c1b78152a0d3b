import Foundation
import ObjectGraph

/// A clerk at work on a store, at one campground.
///
///     let desk = Desk(on: stack, by: "Kasey")
///     try desk.perform("camper add Ada") { try $0.campers.addCamper("Ada", phoneNumber: nil) }
///
/// What each call of a service changes is saved at once, in one write transaction. After `begin()`
/// commands are kept in a list instead, and shown as if they were done; `save()` does all of them
/// in one write transaction, or none.
///
///     try desk.begin()
///     try desk.perform("book") { try $0.reservations.reserve(…) }     // R-new1
///     try desk.save()                                                 // R-new1 is now R-17
@MainActor
public final class Desk {
  /// The stack of the store.
  public let storeStack: StoreStack

  /// Who works here, for the audit; nil where nobody said.
  public var actor: String?

  /// The commands that wait to be saved; nil where each is saved at once.
  public private(set) var scratchPad: ScratchPad?

  private let systemClock: any CampgroundClock
  private let timeZone: TimeZone
  private let voucherCodes: VoucherCodes

  /// The campground that was chosen; nil for the store's first.
  private var chosen: CampgroundChoice?

  /// The campground that was chosen when the scratch pad was opened.
  private var chosenBefore: CampgroundChoice?

  /// The services of the command that runs.
  private var running: Services?

  /// The files that it reads.
  private var inputs: InputFiles?

  /// What the commands did that were saved at once, the last one at the end; without those that were
  /// taken back.
  var doneWorks: [DoneWork] = []

  /// How many of them are kept.
  private static let mostWorks = 100

  private func keep(_ work: DoneWork) {
    guard !work.isEmpty else { return }
    doneWorks = doneWorks.suffix(Self.mostWorks - 1) + [work]
  }

  /// Makes a desk.
  ///
  /// - Parameters:
  ///   - timeZone: that of a campground that is made with the first thing that belongs to one.
  ///   - voucherCodes: what makes the codes of vouchers; by default they cannot be guessed.
  ///   - actor: who works here; nil where nobody says.
  public init(
    on storeStack: StoreStack, clock: any CampgroundClock = SystemClock(),
    timeZone: TimeZone = .current, voucherCodes: VoucherCodes = .random, by actor: String? = nil
  ) {
    self.storeStack = storeStack
    self.systemClock = clock
    self.timeZone = timeZone
    self.voucherCodes = voucherCodes
    self.actor = actor
  }

  // MARK: Where it works

  /// The services of the command that runs; else those for reading what is there, the commands of
  /// an open scratch pad included, and for changing it where none is open.
  public var services: Services {
    running
      ?? services(
        in: managedObjectContext, savingTo: scratchPad == nil ? .store : .reading, by: Author(actor)
      )
  }

  /// The context that commands read from.
  public var managedObjectContext: ManagedObjectContext {
    running?.managedObjectContext ?? scratchPad?.managedObjectContext ?? storeStack.mainContext
  }

  /// The clock: while commands of a scratch pad run, it stands still.
  public var clock: any CampgroundClock { running?.scope.clock ?? systemClock }

  /// Whether a command is done again that was shown before, to save it or to show it again.
  public private(set) var isRepeating = false

  /// Works at a campground from now on.
  public func use(_ campground: Campground) {
    chosen = CampgroundChoice(campground)
  }

  /// The name of the campground that was chosen; nil for the store's first.
  public var chosenCampground: String? { chosen?.name }

  // MARK: Commands

  /// Carries out a command: at once, or in the scratch pad where one is open, which does it again
  /// when it is saved.
  ///
  /// - Parameters:
  ///   - name: what people call the command, which the audit keeps.
  ///   - body: what it does with the services that it is given. It may run more than once, so it
  ///     finds what it works on by name or code, and keeps no object between runs.
  /// - Throws: what the body throws; a command that fails changes nothing.
  @discardableResult
  public func perform<Result>(
    _ name: String, _ body: @escaping @MainActor (Services) throws -> Result
  ) throws -> Result {
    // A command that is part of another one is done and saved with it.
    if let running { return try body(running) }
    guard let scratchPad else {
      var scope = services(
        in: storeStack.mainContext, savingTo: .store, by: Author(actor, command: name)
      ).scope
      let work = DoneWork(name)
      scope.doneWork = work
      defer { keep(work) }
      return try run(Services(scope), body)
    }
    let command = UnsavedCommand(
      name: name, author: actor, campground: chosen,
      voucherCodes: voucherCodes.drawn(for: scratchPad.lastID + 1),
      body: { _ = try body($0) })
    return try scratchPad.add(command, body)
  }

  /// Adds a command to the scratch pad that was in another one, which was lost; one that does not
  /// work is added with what it ran into.
  ///
  /// - Parameters:
  ///   - campground: the name of the campground that was chosen when it was given; nil for none.
  ///   - placeholders: those that were given before it, so that it gives the same again.
  ///   - outcome: what it came to when it was shown.
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

  /// Runs a command again, or for the first time in a scratch pad.
  func run<Result>(
    _ command: UnsavedCommand, in context: ManagedObjectContext, savingTo reach: SaveReach,
    _ journal: CommandJournal, repeating: Bool, _ body: @MainActor (Services) throws -> Result
  ) throws -> Result {
    (isRepeating, inputs) = (repeating, command.inputs)
    defer { (isRepeating, inputs) = (false, nil) }
    return try run(
      Services(
        ServiceScope(
          context: context, storeStack: storeStack, clock: FixedClock(clock.now),
          campgroundID: command.campground?.id(in: context), savingTo: reach,
          author: Author(command.author, command: command.name), timeZone: timeZone,
          voucherCodes: command.voucherCodes, journal: journal)), body)
  }

  private func run<Result>(
    _ services: Services, _ body: @MainActor (Services) throws -> Result
  ) throws -> Result {
    running = services
    defer { running = nil }
    return try body(services)
  }

  /// Does several things of the command that runs in one write transaction: all of them, or none. A
  /// scratch pad does that with each of its commands anyway.
  ///
  /// - Parameter body: works with `services`; what it gives are values, as its objects end with it.
  package func together<Result>(_ body: @MainActor () throws -> Result) throws -> Result {
    guard let outer = running, outer.scope.reach == .store else { return try body() }
    defer { running = outer }
    // Sound, as for the context below: the transaction runs on this thread, the main one, while the
    // caller waits for it.
    nonisolated(unsafe) let scope = outer.scope
    return try storeStack.write { context in
      nonisolated(unsafe) let context = context
      return try MainActor.assumeIsolated {
        running = Services(scope.working(in: context))
        return Together(value: try body())
      }
    }.value
  }

  /// Carries what a transaction came to out of it.
  private struct Together<Value>: @unchecked Sendable {
    // Sound: it is made and taken apart on one thread, which does nothing else in between.
    let value: Value
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

  /// The content of a file that a command reads; the same whenever the command is done again.
  ///
  /// - Throws: `ImportError.unreadable`.
  package func content(of path: String) throws(ImportError) -> Data {
    guard let inputs else { return try InputFile.content(of: path) }
    return try inputs.content(of: path)
  }

  // MARK: The scratch pad

  /// Opens a scratch pad: commands wait in it from now on until `save()`. One that is open stays
  /// so.
  ///
  /// - Parameter identifier: that of a pad that was lost, whose commands are to be in this one.
  /// - Returns: the pad.
  @discardableResult
  public func begin(as identifier: UUID = UUID()) -> ScratchPad {
    if let scratchPad { return scratchPad }
    chosenBefore = chosen
    let pad = ScratchPad(of: self, identifier)
    scratchPad = pad
    return pad
  }

  /// Does all commands of the scratch pad in one write transaction, in their order and as of now,
  /// and closes the pad. Without a pad there is nothing to do.
  ///
  /// Where one does not work any more, or comes to something else than was shown, nothing is saved;
  /// the pad stays open and shows them as they come out now.
  ///
  /// - Throws: `UnsavedCommandError`, which names the command; and what the store reports.
  @discardableResult
  public func save() throws -> SavedWork? {
    guard let scratchPad else { return nil }
    let saved = try scratchPad.save()
    self.scratchPad = nil
    doneWorks = []
    return saved
  }

  /// Takes back a command of the scratch pad; those behind it are done again without it.
  ///
  /// - Parameter position: its place in the list, from 1; by default the last one.
  /// - Returns: its name; nil where there is none.
  /// - Throws: code 3072 where it is interrupted; then the pad is as before.
  @discardableResult
  public func undo(_ position: Int? = nil) throws -> String? {
    guard let name = try scratchPad?.undo(position) else { return nil }
    // It may have been what added the campground.
    if (try? chosen?.id(in: managedObjectContext)) == nil { chosen = chosenBefore }
    return name
  }

  /// Does again what `undo` took back last.
  ///
  /// - Returns: its name; nil where there is none.
  /// - Throws: what the command throws, which then stays undone.
  @discardableResult
  public func redo() throws -> String? { try scratchPad?.redo() }

  /// Whether a scratch pad was saved: also one whose shell did not live to tell.
  public func isSaved(_ identifier: UUID) throws -> Bool {
    let request = SavedPad.fetchRequest()
    request.predicate = try FetchPredicate(format: "identifier == %@", identifier)
    return try storeStack.mainContext.count(for: request) > 0
  }

  /// Closes the scratch pad and drops its commands.
  ///
  /// - Returns: how much they changed; nil where there was none.
  @discardableResult
  public func rollback() -> UnsavedWork? {
    guard let scratchPad else { return nil }
    let work = scratchPad.commands.isEmpty ? nil : scratchPad.unsavedWork
    self.scratchPad = nil
    chosen = chosenBefore
    return work
  }
}

/// The campground that somebody chose; one that is not saved yet is known by its name.
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

  /// The campground as a context knows it.
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
