import CommandKit
import Rendering

/// The parsed command line: a request, and the output format.
struct CommandLineWords {
  enum Request {
    case overview
    case version
    case command(CommandText)
  }

  let request: Request
  /// The value of `--output`, which every command accepts; nil if not given.
  let format: OutputFormat?

  /// Parses the arguments; those after `--` are no options, whatever they begin with.
  ///
  /// - Throws: a diagnostic with exit status 64.
  init(_ arguments: [String]) throws(Diagnostic) {
    var words = arguments.prefix { $0 != "--" }
    let others = arguments.dropFirst(words.count + 1)
    format = try Self.takeFormat(&words)
    if words.contains(where: ["--help", "-h"].contains) {
      let topics = words.prefix { !$0.hasPrefix("-") }
      request =
        topics.isEmpty
        ? .overview
        : .command(try Self.text(of: topics[0] == "help" ? topics : ["help", topics[0]]))
    } else if words == ["--version"] {
      request = .version
    } else if let word = words.first, word.hasPrefix("-") {
      throw Self.usage("unknown option \(word)", hint: "the command comes first, then its options")
    } else {
      let isEmpty = words.isEmpty && others.isEmpty
      request = isEmpty ? .overview : .command(try Self.text(of: words, and: others))
    }
  }

  private static func takeFormat(
    _ words: inout ArraySlice<String>
  ) throws(Diagnostic) -> OutputFormat? {
    let isOption = { (word: String) in word == "--output" || word.hasPrefix("--output=") }
    guard let index = words.firstIndex(where: isOption) else { return nil }
    var name = words.remove(at: index)
    if name == "--output" {
      name = words.indices.contains(index) ? words.remove(at: index) : ""
    } else {
      name.removeFirst("--output=".count)
    }
    guard !words.contains(where: isOption) else {
      throw usage("--output is given twice", hint: "use only one of them")
    }
    if let format = OutputFormat(rawValue: name) { return format }
    let known = OutputFormat.allCases.map(\.rawValue)
    throw usage(
      "--output expects \(known.joined(separator: ", ")), not \"\(name)\"",
      hint: Suggestion.hint(for: name, in: known))
  }

  /// Joins the words into a command, quoting them so that each stays one word and only words with
  /// dashes are options. The clauses of queries are not quoted.
  ///
  /// - Parameter others: further words, none of which is an option.
  private static func text(
    of options: ArraySlice<String>, and others: ArraySlice<String> = []
  ) throws(Diagnostic) -> CommandText {
    let words = Array(options + others)
    let query = QueryWords(words, options: options.count)
    var parts: [String] = [CommandText.quoted(words[0])]
    for (index, word) in words.enumerated().dropFirst() {
      if let query, query.hasClause(at: index) {
        parts.append(QueryWords.written(word))
        continue
      }
      guard index < options.count, word.hasPrefix("-"), word != "-" else {
        parts.append(CommandText.quoted(word, always: true))
        continue
      }
      // `--to=model` is equivalent to `--to model`.
      let sides = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard sides[0].wholeMatch(of: #/--[A-Za-z][A-Za-z0-9-]*/#) != nil else {
        throw usage("unknown option \(word)", hint: "a file of that name is written ./\(word)")
      }
      parts.append(sides[0])
      if let value = sides.dropFirst().first {
        parts.append(
          query?.takesClause(sides[0]) == true
            ? QueryWords.written(value) : CommandText.quoted(value, always: true))
      }
    }
    do throws(Diagnostic) {
      var reader = ScriptReader(parts.joined(separator: " "))
      guard let command = try reader.next() else {
        throw usage("there is no command", hint: "see objectgraph --help")
      }
      guard try reader.next() == nil else {
        throw usage("a query ends at ;", hint: "put text in quotes inside the predicate")
      }
      return command
    } catch {
      throw usage(error.message, hint: error.hint)
    }
  }

  private static func usage(_ message: String, hint: String?) -> Diagnostic {
    Diagnostic(message, hint: hint, file: ObjectGraphProgram.name, exitStatus: .usage)
  }
}
