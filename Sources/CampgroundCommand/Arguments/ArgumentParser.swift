import CommandKit

/// Reads the words of the command line.
struct ArgumentParser {
  private var words: ArraySlice<String>
  private var options = CommandLineOptions()

  /// - Parameter arguments: the words without the program's name.
  init(_ arguments: [String]) {
    words = arguments[...]
  }

  /// - Throws: a diagnostic with exit status 64.
  mutating func parse() throws(Diagnostic) -> CommandLineOptions {
    while let word = words.popFirst() {
      try take(word)
    }
    let stores = [
      ("--demo", options.demo != nil), ("--in-memory", options.isInMemory),
      ("--store", options.storePath != nil),
    ].filter(\.1).map(\.0)
    guard stores.count < 2 else {
      throw .usage(
        "\(stores[0]) and \(stores[1]) cannot be given together", "use only one of them")
    }
    return options
  }

  private mutating func take(_ word: String) throws(Diagnostic) {
    guard word.hasPrefix("-"), word != "-", word != "--" else {
      throw .usage(
        "\"\(word)\" is not an option", "use -f to run a script, -c to run a command")
    }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isLong = word.hasPrefix("--")
    // -cTEXT is -c TEXT.
    let name = isLong ? String(parts[0]) : String(word.prefix(2))
    let attached: String? =
      isLong
      ? (parts.count > 1 ? String(parts[1]) : nil)
      : (word.count > 2 ? String(word.dropFirst(2)) : nil)
    guard let option = OptionSyntax.table.first(where: { $0.names.contains(name) }) else {
      let names = OptionSyntax.table.flatMap(\.names).filter { $0.hasPrefix("--") }
      throw .usage(
        "unknown option \(name)",
        Suggestion.hint(for: name, in: names) ?? "campground --help lists the options")
    }
    guard option.value != nil else {
      if attached != nil { throw .usage("\(name) takes no value", "write \(name) alone") }
      return try option.take(&options, "")
    }
    guard let value = attached ?? words.popFirst() else {
      throw .usage("\(name) needs a value", "write \(name) \(option.value ?? "")")
    }
    try option.take(&options, value)
  }
}
