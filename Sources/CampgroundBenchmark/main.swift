import Foundation

guard let options = BenchmarkOptions(CommandLine.arguments) else {
  FileHandle.standardError.write(Data(BenchmarkOptions.usage.utf8))
  exit(64)
}

do {
  var benchmark = try Benchmark(options: options)
  let (figures, measures) = try benchmark.run()
  if options.printsJSON {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let entries = figures.map(ReportEntry.figure) + measures.map(ReportEntry.measure)
    print(String(decoding: try encoder.encode(entries), as: UTF8.self))
  } else {
    print(BenchmarkTable(figures: figures, measures: measures).text)
  }
  if options.checksGoals {
    let all = (figures as [any HasGoal]) + measures
    let missed = all.filter(\.missesGoal)
    for one in missed {
      let text = "campground-bench: \(one.name): \(one.value), the goal is \(one.goal ?? 0)\n"
      FileHandle.standardError.write(Data(text.utf8))
    }
    if !missed.isEmpty { exit(1) }
  }
} catch {
  FileHandle.standardError.write(Data("campground-bench: \(error)\n".utf8))
  exit(70)
}
