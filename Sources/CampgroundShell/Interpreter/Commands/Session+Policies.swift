import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// The commands about cancellation policies.
extension Session {
  func addPolicy(_ command: ParsedCommand) throws -> Answer {
    var plan = PolicyPlan(steps: [])
    try take(command, into: &plan)
    let change = try policies.adding(
      try command.require(.name), plan, siteClass: classChange(command) ?? nil,
      isDefault: command[.isDefault])
    let policy = change.policy
    return .message(
      "Added policy \(policy.name)" + (policy.isDefault ? " for new reservations" : "")
        + (policy.siteClass.map { " for class \($0.name)" } ?? "")
        + Self.replacement(of: change),
      record: record(of: policy))
  }

  func listPolicies() throws -> Answer {
    .table(
      ResultTable(
        columns: Self.policyColumns,
        rows: try policies.policies().map { record(of: $0).map(\.value) }),
      asides: ["grace", "changefee"], empty: "No cancellation policies yet; add one with policy add"
    )
  }

  func showPolicy(_ command: ParsedCommand) throws -> Answer {
    let policy = try policy(command)
    let steps = CancellationTerms(policy).steps.map { step in
      [
        Cell.text(step.days.description), .text(step.keeps.description),
        Cell(step.feeMinor, of: policy.campground),
      ]
    }
    return .details(
      record(of: policy).filter { $0.name != "steps" },
      lists: [
        (
          "steps",
          ResultTable(columns: [.init("notice"), .init("keeps"), .number("fee")], rows: steps)
        )
      ])
  }

  func editPolicy(_ command: ParsedCommand) throws -> Answer {
    let policy = try policy(command)
    try requireChange(command)
    let change = try policies.editing(
      policy, name: command[.name], siteClass: classChoice(command),
      isDefault: command[.isDefault]
    ) { try take(command, into: &$0) }
    return .message(
      "Changed policy \(change.policy.name)"
        + (change.replaced == nil ? "" : ": new reservations get it")
        + Self.replacement(of: change),
      record: record(of: change.policy))
  }

  /// Whoever takes the place of a policy is told of which one: it may be another clerk's.
  private static func replacement(of change: PolicyChange) -> String {
    change.replaced.map { " instead of \($0)" } ?? ""
  }

  func deletePolicy(_ command: ParsedCommand) throws -> Answer {
    let policy = try policy(command)
    let (name, record) = (policy.name, record(of: policy))
    try policies.delete(policy)
    return .message("Deleted policy \(name)", record: record)
  }

  private func take(_ command: ParsedCommand, into plan: inout PolicyPlan) throws {
    let fee: Decimal? = command[.fee]
    if let text = command[.steps] {
      do {
        plan.steps = try PolicyPlan.steps(parsing: text, fee: fee ?? 0)
      } catch {
        throw command.diagnostic(
          "\(error)",
          hint: "write them like \"0-1 all, 2-6 nights 1, 7-13 50% fee 5, 14+ nothing\"",
          at: ParameterKey<String>.steps)
      }
    } else if let fee {
      for index in plan.steps.indices { plan.steps[index].fee = fee }
    }
    if let time = command[.cutOff] { plan.cutOffMinute = time.minute }
    if let grace = command[.grace] { plan.graceMinutes = grace }
    if let fee: Decimal = command[.changeFee] { plan.changeFee = fee }
  }

  private static let policyColumns: [ResultTable.Column] = [
    .init("policy"), .init("steps"), .init("cutoff"), .number("grace"), .number("changefee"),
    .init("class"), .init("default"),
  ]

  private func record(of policy: CancellationPolicy) -> Answer.Record {
    let cutOff = TimeOfDay(minute: policy.cutOffMinute)
    let values: [Cell] = [
      .text(policy.name), .text(PolicyPlan(policy).stepsText),
      cutOff.minute == 0 ? .null : .text("\(cutOff)"), Cell(policy.graceMinutes),
      Cell(policy.changeFeeMinor, of: policy.campground), Cell(policy.siteClass?.name),
      .boolean(policy.isDefault),
    ]
    return zip(Self.policyColumns, values).map { ($0.name, $1) }
  }
}
