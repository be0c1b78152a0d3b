import Foundation

/// A store of `GadgetModel` as the sqlite3 shell sees it.
struct RawStore {
  private let file: URL
  private let query: String

  /// - Parameter file: nil for a store in memory.
  init(file: URL?) throws {
    self.file = file ?? URL(fileURLWithPath: "/dev/null")
    query = try file.map { try Self.query(for: $0) } ?? ""
  }

  func lines() throws -> String { try StoreShell.run(query, in: file) }

  private static func query(for file: URL) throws -> String {
    func ask(_ query: String) throws -> String { try StoreShell.run(query, in: file) }
    let joins = try ask(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z_[0-9]*MARKS'")
    let columns = try ask("SELECT name FROM pragma_table_info('\(joins)')")
      .split(separator: "\n").map(String.init)
    func column(_ name: String, isOrder: Bool) -> String {
      columns.first { $0.hasSuffix(name) && $0.hasPrefix("Z_FOK") == isOrder } ?? "none"
    }
    func address(_ element: String) throws -> String {
      try ask("SELECT name FROM pragma_table_info('ZGADGET') WHERE name LIKE '%\(element)'")
    }
    let join =
      "\(joins) j JOIN ZGADGET e ON e.Z_PK = j.\(column("BEARERS", isOrder: false)) "
      + "JOIN ZMARK m ON m.Z_PK = j.\(column("MARKS", isOrder: false))"
    return try """
    SELECT ZCODE || ' ' || coalesce(ZTITLE, '-') || ' ' || coalesce(ZLOUDTITLE, '-') || ' '
      || ZPARTCOUNT || ' ' || ZWEIGHTOFPARTS || ' ' || coalesce(hex(ZCOLOR), '') || ' '
      || coalesce(\(address("STREET")), '-') || ' ' || coalesce(\(address("CITY")), '-')
      FROM ZGADGET ORDER BY ZCODE;
    SELECT p.ZCODE || ' ' || p.ZWEIGHT || ' ' || coalesce(p.ZWHOLETITLE, '-') FROM ZPART p
      ORDER BY p.ZCODE;
    SELECT o || ' ' || group_concat(m) FROM (SELECT e.ZCODE AS o, p.ZCODE AS m FROM ZGADGET e
      JOIN ZPART p ON p.ZWHOLE = e.Z_PK ORDER BY e.ZCODE, p.Z_FOK_WHOLE) GROUP BY o;
    SELECT o || ' ' || group_concat(m) FROM (SELECT e.ZCODE AS o, m.ZCODE AS m FROM \(join)
      ORDER BY e.ZCODE, j.\(column("MARKS", isOrder: true))) GROUP BY o;
    SELECT o || ' ' || group_concat(m) FROM (SELECT m.ZCODE AS o, e.ZCODE AS m FROM \(join)
      ORDER BY m.ZCODE, j.\(column("BEARERS", isOrder: true))) GROUP BY o;
    """
  }

  /// What `lines()` should be.
  static func lines(_ world: PlainWorld) -> String {
    var lines: [String] = []
    for (code, value) in world.values.sorted(by: { $0.key < $1.key }) {
      let parts = world.parts[code] ?? []
      let sum = parts.reduce(0) { $0 + (world.weights[$1] ?? 0) }
      let color = value.red.map { String(format: "%02X0102", $0) } ?? ""
      lines.append(
        "\(code) \(value.title ?? "-") \(value.title?.uppercased() ?? "-") \(parts.count) \(sum) "
          + "\(color) \(value.street ?? "-") \(value.city ?? "-")")
    }
    for (code, weight) in world.weights.sorted(by: { $0.key < $1.key }) {
      let whole = world.parts.first { $0.value.contains(code) }?.key
      lines.append("\(code) \(weight) \(whole.flatMap { world.values[$0]?.title } ?? "-")")
    }
    for lists in [world.parts, world.marks, world.bearers] {
      for (owner, members) in lists.sorted(by: { $0.key < $1.key }) where !members.isEmpty {
        lines.append("\(owner) \(members.joined(separator: ","))")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The files beside the store, other than the marks of unfinished saves.
  func externalFiles() throws -> [String] {
    let name = file.deletingPathExtension().lastPathComponent
    let folder = file.deletingLastPathComponent()
      .appendingPathComponent(".\(name)_SUPPORT/_EXTERNAL_DATA")
    return (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  }
}
