/// What an export calls the entities and their properties, and what they mean.
///
/// A section begins with `# Entity: file` and a sentence about the file. Each of its lines has the
/// key path of a property, the name of the column, or a hyphen for none, and what it means. A line
/// `+ name` includes the lines of the section `# name`. The order of the lines is that of the files
/// and columns. What the glossary leaves out is exported nevertheless, under the names of the model.
struct ExportGlossary {
  /// A column.
  struct Word: Equatable {
    let keyPath: String
    let column: String
    let meaning: String

    /// Whether there is no column.
    var isHidden: Bool { column == "-" }
  }

  /// A file.
  struct Section: Equatable {
    let entity: String
    let file: String
    var meaning = ""
    var words: [Word] = []
  }

  /// The files, in order.
  let sections: [Section]

  /// The glossary of a campground.
  static let campground = ExportGlossary(places + stays + money + rules + history)

  /// Entities without a file: those whose values are columns of others, those that only programs
  /// read, and pictures.
  static let unexported: Set = [
    "Posting", "EventImage", "SavedPad", "EmployeePicture", "CampgroundLogo",
  ]

  init(_ text: String) {
    var sections: [Section] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# ") {
        let names = line.dropFirst(2).split(separator: ":").map(Self.trimmed)
        sections.append(Section(entity: names[0], file: names.count > 1 ? names[1] : ""))
      } else if !sections.isEmpty {
        sections[sections.count - 1].add(String(line))
      }
    }
    let shared = Dictionary(
      sections.filter(\.file.isEmpty).map { ($0.entity, $0.words) }, uniquingKeysWith: +)
    self.sections = sections.filter { !$0.file.isEmpty }.map { section in
      var section = section
      // A shared section may include another one.
      while let place = section.words.firstIndex(where: { $0.keyPath.hasPrefix("+") }) {
        let name = section.words[place].keyPath.dropFirst()
        section.words.replaceSubrange(place...place, with: shared[String(name)] ?? [])
      }
      return section
    }
  }

  fileprivate static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

extension ExportGlossary.Section {
  fileprivate mutating func add(_ line: String) {
    let parts = line.split(separator: "|", maxSplits: 2).map(ExportGlossary.trimmed)
    if parts.count == 3 {
      words.append(.init(keyPath: parts[0], column: parts[1], meaning: parts[2]))
    } else if line.hasPrefix("+ ") {
      words.append(.init(keyPath: "+" + line.dropFirst(2), column: "", meaning: ""))
    } else {
      meaning = line
    }
  }
}
