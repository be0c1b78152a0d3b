import Rendering

/// The figures as a table for people.
struct BenchmarkTable {
  let figures: [Figure]
  let measures: [Measure]

  var text: String {
    [figures.isEmpty ? nil : figureText, measures.isEmpty ? nil : measureText]
      .compactMap { $0 }.joined(separator: "\n")
  }

  private var measureText: String {
    let rows: [[Cell]] = measures.map { measure in
      [
        .text(measure.probe), .text(measure.summary), .text(rounded(measure.value)),
        .text(measure.unit), measure.goal.map { .text(rounded($0)) } ?? .null,
        measure.isAboveGoal ? .text("above") : .null,
      ]
    }
    let table = ResultTable(
      columns: [
        .init("", alignment: .leading), .init("engine alone", alignment: .leading),
        .init("value", alignment: .trailing), .init("unit", alignment: .leading),
        .init("goal", alignment: .trailing), .init("", alignment: .leading),
      ], rows: rows)
    return Renderer(.box).text(of: table)
  }

  private var figureText: String {
    let rows: [[Cell]] = figures.map { figure in
      [
        .text(figure.workload), .text(Workload(rawValue: figure.workload)?.summary ?? ""),
        .text(rounded(figure.engineMilliseconds)), .text(rounded(figure.rawMilliseconds)),
        .text(rounded(figure.ratio)), figure.goal.map { .text(rounded($0)) } ?? .null,
        figure.isAboveGoal ? .text("above") : .null,
        figure.stackRatio.map { .text(rounded($0)) } ?? .null,
      ]
    }
    let table = ResultTable(
      columns: [
        .init("", alignment: .leading), .init("workload", alignment: .leading),
        .init("engine ms", alignment: .trailing), .init("raw ms", alignment: .trailing),
        .init("ratio", alignment: .trailing), .init("goal", alignment: .trailing),
        .init("", alignment: .leading), .init("root and main", alignment: .trailing),
      ], rows: rows)
    return Renderer(.box).text(of: table)
  }

  private func rounded(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
