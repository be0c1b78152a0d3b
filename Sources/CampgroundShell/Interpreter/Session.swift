import Campground
import Foundation
import ObjectGraph
import Rendering

/// A shell at work on one store: the current campground, the form of answers, the variables.
///
/// It runs one command at a time. A command that fails has changed nothing. Each command saves what
/// it changed, unless `begin` opened a scratch pad, which keeps all of it until `save`.
@MainActor
package final class Session {
  /// The store.
  package let stack: StoreStack

  /// The language.
  package let grammar = CommandGrammar.campground

  /// What tells the time.
  package let clock: any CampgroundClock

  /// The time zone of a campground that is added without one.
  package let timeZone: TimeZone

  /// The form of answers.
  package var format: OutputFormat

  /// What the forms take into account, such as the width of the terminal.
  package var rendering: Renderer.Options

  /// The values of `$name`.
  package var variables: [String: VariableValue] = [:]

  /// Whether the user asked to leave.
  package var isOver = false

  /// The campground that `use` chose.
  var chosenCampground: ManagedObjectID?

  /// The scratch pad that `begin` opened.
  var pad: ScratchPad?

  /// The campground that was chosen when the scratch pad was opened.
  var campgroundBeforePad: ManagedObjectID?

  /// The file that `.output` named.
  var fileDestination: DescriptorDestination?

  /// The files of the store.
  let storeFiles: StoreFiles

  /// What `.sql on` shows of each command.
  var statements: WorkRecorder?

  /// Whether `.timer on` shows how long each command takes.
  var isTimed = false

  /// How many rows a list has at most that is told no limit; nil for all.
  package var mostRows: Int?

  /// Asks a person a question that yes or no answers; nil where there is nobody, or where all is
  /// accepted unasked.
  package var ask: (@MainActor (String) -> Bool)?

  private let standardOutput: any AnswerDestination

  /// Where what is shown beside answers goes.
  private let notes: any AnswerDestination

  /// Makes a session.
  ///
  /// - Parameter notes: where what is shown beside answers goes; standard error by default.
  package init(
    stack: StoreStack, output: any AnswerDestination,
    notes: any AnswerDestination = DescriptorDestination(
      descriptor: STDERR_FILENO, name: "standard error"),
    format: OutputFormat,
    rendering: Renderer.Options = Renderer.Options(), clock: any CampgroundClock = SystemClock(),
    timeZone: TimeZone = .current
  ) {
    self.stack = stack
    storeFiles = StoreFiles(of: stack)
    self.standardOutput = output
    self.notes = notes
    self.format = format
    self.rendering = rendering
    self.clock = clock
    self.timeZone = timeZone
  }

  /// Runs a command and writes its answer.
  ///
  /// `stack.persistentStoreCoordinator.interrupt()`, from another thread, makes it end soon.
  ///
  /// - Throws: a diagnostic; the store and the scratch pad are then as they were before.
  package func run(_ text: CommandText) throws(Diagnostic) {
    var parsed: ParsedCommand?
    do {
      let command = try grammar.parse(text, variables: variables) { [self] in
        try lookAround()
        return try today()
      }
      parsed = command
      if command.id != .exit { try lookAround() }
      try checkSigns(of: command)
      try write(try notingWork { try answer(asStep: command) })
    } catch CampgroundError.changedMeanwhile(let conflicts) {
      stack.mainContext.rollback()
      throw diagnostic(about: conflicts, text)
    } catch {
      stack.mainContext.rollback()
      guard !stack.persistentStoreCoordinator.isInterrupted else { throw interruption(of: text) }
      if let error = error as? CampgroundError, let parsed,
        let diagnostic = diagnostic(about: error, in: parsed)
      {
        throw diagnostic
      }
      throw Diagnostic(error, about: text)
    }
  }

  /// Sees what others changed since the last command.
  private func lookAround() throws {
    try storeFiles.checkAreInPlace()
    if try stack.refreshAfterForeignChanges() { pad?.refresh() }
  }

  /// What a command ends with that the user cancelled; whatever failed in it failed because of that.
  private func interruption(of text: CommandText) -> Diagnostic {
    stack.mainContext.forgetInterruption()
    pad?.managedObjectContext.forgetInterruption()
    return Diagnostic("interrupted", file: text.file, at: text.range, exitStatus: .interrupted)
  }

  /// The answer of a command, which is one step to undo where a scratch pad is open.
  private func answer(asStep command: ParsedCommand) throws -> Answer {
    guard let pad, !command.id.isAboutScratchPad else { return try answer(command) }
    return try pad.perform(command.text.source.text) { try answer(command) }
  }

  /// Carries out a command, and writes beside its answer what the user switched on.
  private func notingWork(_ body: () throws -> Answer) throws -> Answer {
    _ = statements?.takeReport()
    let isTimed = isTimed
    let start = ContinuousClock.now
    defer {
      var text = ""
      for statement in statements?.takeReport().statements ?? [] {
        text += SQLLog.text(of: .statement(statement), level: .bindings)
      }
      if isTimed { text += "time: \((ContinuousClock.now - start).shortText)\n" }
      // Nobody is left to tell when this cannot be written.
      if !text.isEmpty { try? notes.write(text) }
    }
    return try body()
  }

  /// Shows a warning beside the answer.
  func warn(_ warning: Diagnostic) {
    // Nobody is left to tell when this cannot be written.
    try? notes.write(DiagnosticRenderer().render(warning) + "\n")
  }

  /// Writes an answer in the form and to the place that the user chose.
  func write(_ answer: Answer) throws(Diagnostic) {
    var options = rendering
    if fileDestination != nil {
      // A file has no width and no colours.
      options.width = nil
      options.usesColor = false
    }
    let text = AnswerText(format, options: options).text(of: answer)
    try (fileDestination ?? standardOutput).write(text)
  }

  private func answer(_ command: ParsedCommand) throws -> Answer {
    switch command.id {
    case .use: try use(command)
    case .campgroundAdd: try addCampground(command)
    case .campgroundEdit: try editCampground(command)
    case .campgroundList: try listCampgrounds()
    case .campgroundShow: try showCampground(command)
    case .camperAdd: try addCamper(command)
    case .camperList: try listCampers(command)
    case .camperShow: try showCamper(command)
    case .camperEdit: try editCamper(command)
    case .camperDelete: try deleteCamper(command)
    case .campsiteAdd: try addCampSite(command)
    case .campsiteList: try listCampSites(command)
    case .campsiteShow: try showCampSite(command)
    case .campsiteEdit: try editCampSite(command)
    case .campsiteDelete: try deleteCampSite(command)
    case .campsiteDetail: try noteCampSiteDetail(command)
    case .campsiteRetire: try retireCampSite(command)
    case .campsiteRestore: try restoreCampSite(command)
    case .blockAdd: try addBlock(command)
    case .blockEdit: try editBlock(command)
    case .blockList: try listBlocks(command)
    case .blockDelete: try deleteBlock(command)
    case .available: try listAvailableCampSites(command)
    case .calendar: try showCalendar(command)
    case .month: try showMonth(command)
    case .ruleAdd: try addRule(command)
    case .ruleList: try listRules()
    case .ruleShow: try showRule(command)
    case .ruleEdit: try editRule(command)
    case .ruleDelete: try deleteRule(command)
    case .reserve: try reserve(command)
    case .reservationList: try listReservations(command)
    case .reservationShow: try showReservation(command)
    case .reservationCancel: try cancelReservation(command)
    case .pay: try pay(command)
    case .refund: try refund(command)
    case .credit: try credit(command)
    case .charge: try charge(command)
    case .reverse: try reverse(command)
    case .folio: try showFolio(command)
    case .voucherAdd: try addVoucher(command)
    case .voucherList: try listVouchers(command)
    case .voucherShow: try showVoucher(command)
    case .meterAdd: try addMeterReading(command)
    case .meterList: try listMeterReadings(command)
    case .meterRate: try setMeterRate(command)
    case .dayClose: try closeDay(command)
    case .dayShow: try showDay(command)
    case .balances: try listBalances(command)
    case .dayList: try listDays()
    case .nightly: try runNightly(command)
    case .confirmation: try confirmation(command)
    case .receipt: try receipt(command)
    case .quote: try quote(command)
    case .seasonAdd: try addSeason(command)
    case .seasonList: try listSeasons()
    case .seasonShow: try showSeason(command)
    case .seasonEdit: try editSeason(command)
    case .seasonDelete: try deleteSeason(command)
    case .rateAdd: try addRate(command)
    case .rateList: try listRates()
    case .rateShow: try showRate(command)
    case .rateEdit: try editRate(command)
    case .rateDelete: try deleteRate(command)
    case .taxAdd: try addTax(command)
    case .taxList: try listTaxes()
    case .taxShow: try showTax(command)
    case .taxEdit: try editTax(command)
    case .taxDelete: try deleteTax(command)
    case .feeAdd: try addFee(command)
    case .feeList: try listFees()
    case .feeShow: try showFee(command)
    case .feeEdit: try editFee(command)
    case .feeDelete: try deleteFee(command)
    case .discountAdd: try addDiscount(command)
    case .discountList: try listDiscounts()
    case .discountShow: try showDiscount(command)
    case .discountEdit: try editDiscount(command)
    case .discountDelete: try deleteDiscount(command)
    case .depositAdd: try addDeposit(command)
    case .depositList: try listDeposits()
    case .depositShow: try showDeposit(command)
    case .depositEdit: try editDeposit(command)
    case .depositDelete: try deleteDeposit(command)
    case .policyAdd: try addPolicy(command)
    case .policyList: try listPolicies()
    case .policyShow: try showPolicy(command)
    case .policyEdit: try editPolicy(command)
    case .policyDelete: try deletePolicy(command)
    case .hold: try hold(command)
    case .request: try request(command)
    case .draft: try draft(command)
    case .reservationAccept: try acceptReservation(command)
    case .reservationDecline: try declineReservation(command)
    case .reservationExpire: try expireReservations(command)
    case .reservationCheckIn: try checkIn(command)
    case .reservationCheckOut: try checkOut(command)
    case .reservationNoShow: try noteNoShow(command)
    case .reservationHold: try holdReservation(command)
    case .reservationReprice: try repriceReservation(command)
    case .reservationReinstate: try reinstateReservation(command)
    case .reservationExtend: try extendReservation(command)
    case .reservationShorten: try shortenReservation(command)
    case .reservationDates: try changeDates(command)
    case .reservationMove: try moveReservation(command)
    case .reservationSwap: try swapReservations(command)
    case .reservationSplit: try splitReservation(command)
    case .reservationJoin: try joinReservation(command)
    case .reservationEdit: try editReservation(command)
    case .arrivals: try listArrivals(command)
    case .departures: try listDepartures(command)
    case .inHouse: try listInHouse(command)
    case .groupBook: try bookGroup(command)
    case .groupAdd: try addToGroup(command)
    case .groupJoin: try joinGroup(command)
    case .groupLeave: try leaveGroup(command)
    case .groupCharge: try chargeGroup(command)
    case .groupPay: try payGroup(command)
    case .groupCheckIn: try checkInGroup(command)
    case .groupCheckOut: try checkOutGroup(command)
    case .groupList: try listGroups()
    case .groupShow: try showGroup(command)
    case .groupCancel: try cancelGroup(command)
    case .seriesShow: try showSeries(command)
    case .seriesCancel: try cancelSeries(command)
    case .waitlistAdd: try addToWaitlist(command)
    case .waitlistList: try listWaitlist(command)
    case .waitlistWithdraw: try withdraw(command)
    case .waitlistAccept: try acceptOffer(command)
    case .waitlistOffer: try offerWhatIsFree()
    case .fetch: try fetch(command)
    case .count: try count(command)
    case .group: try group(command)
    case .find: try find(command)
    case .explainFetch: try explainFetch(command)
    case .explainCount: try explainCount(command)
    case .explainGroup: try explainGroup(command)
    case .letVariable: try letVariable(command)
    case .importCampsites: try importCampSites(command)
    case .importDetails: try importDetails(command)
    case .importStays: try importStays(command)
    case .begin: try begin(command)
    case .save: try save(command)
    case .rollback: try rollback(command)
    case .undo: try undo(command)
    case .redo: try redo(command)
    case .help: try help(command)
    case .exit: leave()
    case .output: try output(command)
    case .schema: try schema(command)
    case .sql: try switchSQL(command)
    case .timer: try switchTimer(command)
    }
  }

  private func leave() -> Answer {
    isOver = true
    return .nothing
  }
}
