import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// The commands about repeating stays; `reserve` with `every` books them.
  static var aboutSeries: [Self] {
    [
      Command(
        "series show", synonyms: ["recurring", "repeat"], "Show the stays of a series",
        .required("code", .reservation("code of any reservation in the series")),
        examples: ["series show R-3"], answering: .data
      ) { session, stay in
        .table(
          session.reservationTable(try session.reservations.series(of: stay.code)),
          empty: "No stays left in the series")
      },
      changing(
        "series cancel", synonyms: ["end series", "stop recurring"],
        "Cancel a stay of a series and all later ones",
        .required("code", .reservation("code of any reservation in the series")), .reason,
        details: "Cancel a single stay like any reservation.",
        examples: ["series cancel R-3 reason \"sold the trailer\""], done: "Canceled"
      ) { try $0.cancelSeries(from: $1.code, reason: $2) },
    ]
  }
}

/// How a stay repeats.
struct SeriesPlan {
  let step: SeriesStep
  let times: Int
  let skipsTaken: Bool
}

extension Argument where Context == Session, Value == SeriesPlan? {
  /// How a stay repeats; nil where it does not.
  static var series: Self {
    .group(
      .option("every", .oneOf(SeriesStep.self, "STEP", "interval between the stays of a series")),
      .option("times", .integer(in: 2...600), "number of stays in the series"),
      .flag("skip-taken", "skip dates that are already taken")
    ) { step, times, skipsTaken in
      switch (step, times) {
      case (let step?, let times?):
        return SeriesPlan(step: step, times: times, skipsTaken: skipsTaken)
      case (let step?, nil):
        throw ValueFault(
          "every needs times, the number of stays",
          hint: "write every \(step.rawValue) times 6", at: "every")
      case (nil, _?):
        throw ValueFault(
          "times needs every, the interval between stays", hint: "write every month times 6",
          at: "times")
      case (nil, nil):
        guard skipsTaken else { return nil }
        throw ValueFault(
          "skip-taken is for a series", hint: "write every month times 6 skip-taken",
          at: "skip-taken")
      }
    }
  }
}

extension Session {
  /// Books a series of stays.
  ///
  /// - Parameter months: the length of each stay in months; nil if each has as many nights as the
  ///   first.
  func reserve(
    _ booking: Booking, months: Int?, _ plan: SeriesPlan, dryRun isTrial: Bool
  ) throws -> Answer {
    let call = { (service: ReservationService) in
      try service.reserveSeries(
        booking, months: months, every: plan.step, times: plan.times,
        skippingTaken: plan.skipsTaken)
    }
    guard !isTrial else { return answer(previewing: try reservations.preview(call).stays) }
    let made = try call(reservations)
    let stays = reservationTable(try made.stays.map { try reservations.find($0.code) })
    let skipped: [ListColumn<SeriesBooking.Skipped>] = [
      .init("from") { Cell($0.dates.arrival) }, .init("to") { Cell($0.dates.departure) },
      .init("taken") {
        .text(
          $0.stays.isEmpty ? "no room" : $0.stays.map(\.description).joined(separator: ", "))
      },
    ]
    return .details(
      [
        ("every", .text(plan.step.rawValue)), ("times", Cell(plan.times)),
        ("booked", Cell(made.stays.count)),
        ("skipped", made.skipped.isEmpty ? .null : Cell(made.skipped.count)),
      ],
      lists: [("stays", stays)]
        + (made.skipped.isEmpty ? [] : [("skipped", skipped.table(of: made.skipped))])
        + Self.moveLists(of: made.stays) + Self.waitlistLists(of: made.stays))
  }
}
