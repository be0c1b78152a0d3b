import Foundation

/// The options of the command line.
struct BenchmarkOptions {
  var rounds = 6
  var rows = 100_000
  var nights = 365
  var printsJSON = false
  var checksGoals = false
  var workloads: Set<Workload> = Set(Workload.allCases)
  var probes: Set<Probe> = Set(Probe.allCases)

  static let usage = """
    usage: campground-bench [--rounds N] [--rows N] [--nights N] [--only LETTERS] [--goals]
                            [--json]

    Measures the engine against plain sqlite3 calls in the same run, as medians of the rounds. With
    --goals, exits with 1 if a value is more than 5% above its goal. Goals are always printed.

    Both sides write the same columns and indexes to the same kind of file under the same settings,
    in one transaction, with keys from Z_PRIMARYKEY, and update and delete by key and version. The
    engine also checks that the destinations of relationships exist, which the plain calls do not.

    desk is a day of service calls, each in its own transaction, on a store of ten years; its rows,
    and those of n, are compared with the rows of the plain calls. bi does not count the time that
    the caller spends on making and releasing the dictionaries, a hundred at a time; bw, which is
    the same request, does.

    These measure the engine alone:
      k    identity hits
      l    memory of a long import
      mg   one change among many objects
      o    bytes per object
      t    a new campground in memory, as in each test
      v    the caller's part of bi
      sc   a command of a session of 10,000, against the first 1,000; and a script in one
           transaction, against the same calls
      i10  a day's questions after ten years of --rows reservations each, against after one year

    These compare the engine with other work:
      m    an inferred migration of --rows reservations with the same change in plain SQL, and a
           migration by a policy with inserting and saving the same objects
      rp   reports on 120 sites over one year of ten, and over all ten
      w    reading a row while another thread saves 300,000 objects
      r    a fetched results controller over 1,000,000 reservations

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
      case "--goals": checksGoals = true
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
