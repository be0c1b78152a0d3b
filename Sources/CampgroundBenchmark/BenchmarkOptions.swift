import Foundation

/// The options of the command line.
struct BenchmarkOptions {
  var rounds = 6
  var rows = 100_000
  var nights = 365
  var printsJSON = false
  var workloads: Set<Workload> = Set(Workload.allCases)
  var probes: Set<Probe> = Set(Probe.allCases)

  static let usage = """
    usage: campground-bench [--rounds N] [--rows N] [--nights N] [--only LETTERS] [--json]
    Measures the engine against plain sqlite3 calls in the same run; medians of the rounds.
    Both sides write the same columns and indexes of the same file under the same settings, in one
    transaction, with keys from Z_PRIMARYKEY, and change and delete by key and version. The engine
    also looks whether the destinations of relationships are there, which the plain calls do not.
    The workload desk is a day's calls of the services, each a transaction of its own, on a store of
    ten years; its rows, and those of n, are compared with those of the plain calls.
    Of bi the time is not counted in which the caller makes the dictionaries, a hundred at a time,
    and lets them go; of bw, which is the same request, it is.
    The letters k (identity hits), l (memory of a long import), mg (one change among many objects),
    o (bytes an object), t (a fresh campground in memory, as each test has one), v (what the caller
    of bi does) and i10 (a day's questions after ten years of --rows reservations each, to those
    after one) stand for measures of one side alone. m is an inferred migration of --rows
    reservations, against the same change in plain SQL, and one by a policy, against inserting and
    saving the same objects; rp is a report of one year out of ten, and of all ten, of 120 sites; w is reading one row while another thread saves 300,000 objects; r is a
    fetched results controller over 1,000,000 reservations.

    """

  func has(_ workload: Workload) -> Bool { workloads.contains(workload) }

  /// Reports progress on standard error, so that `--json` stays clean.
  func progress(_ text: String) {
    FileHandle.standardError.write(Data("campground-bench: \(text)\n".utf8))
  }

  /// Reads the arguments; nil when they are invalid.
  init?(_ arguments: [String]) {
    var rest = arguments.dropFirst()
    func number() -> Int? { rest.popFirst().flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": printsJSON = true
      case "--rounds":
        guard let value = number() else { return nil }
        rounds = value
      case "--rows":
        guard let value = number() else { return nil }
        rows = value
      case "--nights":
        guard let value = number() else { return nil }
        nights = value
      case "--only":
        guard let letters = rest.popFirst() else { return nil }
        // Names longer than a letter need commas: `g,g2,h`.
        let names =
          letters.contains(",") || Workload(rawValue: letters) != nil
            || Probe(rawValue: letters) != nil
          ? letters.split(separator: ",").map(String.init) : letters.map { String($0) }
        let chosen = names.compactMap { Workload(rawValue: $0) }
        let chosenProbes = names.compactMap { Probe(rawValue: $0) }
        guard chosen.count + chosenProbes.count == names.count, !names.isEmpty else { return nil }
        workloads = Set(chosen)
        probes = Set(chosenProbes)
      default: return nil
      }
    }
  }
}
