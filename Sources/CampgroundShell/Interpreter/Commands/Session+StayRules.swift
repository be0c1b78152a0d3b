import Campground
import CommandKit
import ObjectGraph
import Rendering

/// The commands about the rules of stays.
extension Session {
  func addRule(_ command: ParsedCommand) throws -> Answer {
    let kind = try Self.ruleKind(of: command)
    let scope = try scope(of: command, changing: StayRuleScope())
    let rule = try rules.add(try command.require(.name), kind, value: command[.value], scope: scope)
    return .message("Added rule \(rule.name)", record: record(of: rule))
  }

  func listRules() throws -> Answer {
    .table(
      ResultTable(
        columns: Self.ruleColumns, rows: try rules.rules().map { record(of: $0).map(\.value) }),
      empty: "No rules about stays yet; add one with rule add")
  }

  func showRule(_ command: ParsedCommand) throws -> Answer {
    .details(record(of: try rule(command)), lists: [])
  }

  func editRule(_ command: ParsedCommand) throws -> Answer {
    let rule = try rule(command)
    try requireChange(command)
    let scope = try scope(of: command, changing: rule.scope)
    let changed = try rules.edit(
      rule, name: command[.name], value: command[.value], scope: scope,
      isActive: command[.active])
    return .message("Changed rule \(changed.name)", record: record(of: changed))
  }

  func deleteRule(_ command: ParsedCommand) throws -> Answer {
    let rule = try rule(command)
    let (name, record) = (rule.name, record(of: rule))
    try rules.delete(rule)
    return .message("Deleted rule \(name)", record: record)
  }

  // MARK: Parts

  private static func ruleKind(of command: ParsedCommand) throws(Diagnostic) -> StayRuleKind {
    let word = try command.require(.kind)
    guard let kind = StayRuleKind(rawValue: word) else {
      throw command.diagnostic(
        "there is no kind of rule \"\(word)\"", at: ParameterKey<String>.kind)
    }
    return kind
  }

  private func scope(
    of command: ParsedCommand, changing former: StayRuleScope
  ) throws -> StayRuleScope {
    var scope = former
    if command.has(.always) {
      scope = StayRuleScope(
        siteClass: former.siteClass, siteType: former.siteType, site: former.site)
    }
    if command.has(.everywhere) {
      scope.siteClass = nil
      scope.siteType = nil
      scope.site = nil
    }
    if let text = command[.weekdays] {
      guard let weekdays = Weekdays(text) else {
        throw command.diagnostic(
          "weekdays expects names of weekdays, not \"\(text)\"",
          hint: "write them like fri,sat or mon-thu or weekend",
          at: ParameterKey<String>.weekdays)
      }
      scope.weekdays = weekdays
    }
    if let from = command[.from] { scope.from = from }
    if let through = command[.to] { scope.through = through }
    if command[.siteClass] != nil { scope.siteClass = try siteClass(command) }
    if let type = command[.type] { scope.siteType = CampSiteType(rawValue: type) }
    if command[.site] != nil { scope.site = try campSite(command) }
    if command[.season] != nil { scope.season = try season(command) }
    return scope
  }

  // MARK: As rows

  private static let ruleColumns: [ResultTable.Column] = [
    .init("rule"), .init("kind"), .number("value"), .init("for"), .init("active"),
  ]

  private func record(of rule: StayRule) -> Answer.Record {
    let values: [Cell] = [
      .text(rule.name), .text(rule.kind.rawValue), Cell(rule.value),
      .text(Self.text(of: rule.scope)), .boolean(rule.isActive),
    ]
    return zip(Self.ruleColumns, values).map { ($0.name, $1) }
  }

  /// `fri,sat · 2026-06-15 to 2026-08-31 · Summer · cabin · site 15`, or `all stays`.
  private static func text(of scope: StayRuleScope) -> String {
    let dates: String? =
      switch (scope.from, scope.through) {
      case (nil, nil): nil
      case (let from?, let through?): from == through ? "\(from)" : "\(from) to \(through)"
      case (let from?, nil): "from \(from)"
      case (nil, let through?): "to \(through)"
      }
    let parts: [String?] = [
      scope.weekdays.isEmpty ? nil : "\(scope.weekdays)", dates, scope.season?.name,
      scope.siteClass.map { "class \($0.name)" }, scope.siteType?.rawValue,
      scope.site.map { "site \($0.name)" },
    ]
    let named = parts.compactMap { $0 }
    return named.isEmpty ? "all stays" : named.joined(separator: " · ")
  }
}
