import Foundation

/// Measurements of the engine alone, not compared with plain sqlite3 calls.
enum Probe: String, CaseIterable {
  case k, l, m, mg, o, r, t, v, w, i10, rp, sc
}

/// One quantity measured by a probe, with its limit, if any.
struct Measure: Encodable {
  let probe: String
  let summary: String
  let value: Double
  let unit: String
  let goal: Double?

  init(_ probe: Probe, _ summary: String, _ value: Double, _ unit: String, goal: Double? = nil) {
    self.probe = probe.rawValue
    self.summary = summary
    self.value = value
    self.unit = unit
    self.goal = goal
  }

  private enum CodingKeys: String, CodingKey {
    case probe = "workload"
    case summary
    case value
    case unit
    case goal
  }
}

/// All results of one run of the program, in one list.
enum ReportEntry: Encodable {
  case figure(Figure)
  case measure(Measure)

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .figure(let figure): try figure.encode(to: encoder)
    case .measure(let measure): try measure.encode(to: encoder)
    }
  }
}
