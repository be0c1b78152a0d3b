import Campground
import CommandKit
import Foundation
import Rendering

extension Resource where Context == Session, Object == CancellationPolicy, Plan == PolicyDraft {
  /// Cancellation policies.
  static var policies: Self {
    Resource(
      "policy", thing: "cancellation policy", plural: "cancellation policies", .policy,
      fields: fields, name: { $0.name }, newPlan: { PolicyDraft() },
      all: { try $0.policies.policies() },
      add: { session, name, draft in
        let change = try session.policies.adding(
          name, draft.plan, siteClass: draft.siteClass?.term, isDefault: draft.isDefault)
        let policy = change.policy
        return (
          policy,
          (policy.isDefault ? " for new reservations" : "")
            + (policy.siteClass.map { " for class \($0.name)" } ?? "") + replacement(of: change)
            + grace(of: policy)
        )
      }, edit: { try edit($1, of: $0, name: $2, $4) }, delete: { try $0.policies.delete($1) }
    )
    .with { $0.lists = { [("steps", steps(of: $1))] } }
  }

  /// The grace period of a new policy, shown because it has a default and is printed for guests.
  private static func grace(of policy: CancellationPolicy) -> String {
    let minutes = policy.graceMinutes
    return minutes == 0
      ? "" : " · full refund within \(minutes) minute\(minutes == 1 ? "" : "s") of booking"
  }

  @MainActor
  private static func edit(
    _ policy: CancellationPolicy, of session: Session, name: String?,
    _ change: (inout PolicyDraft) throws -> Void
  ) throws -> Outcome {
    var draft = PolicyDraft(plan: PolicyPlan(policy))
    try change(&draft)
    let change = try session.policies.editing(
      policy, name: name, siteClass: draft.siteClass, isDefault: draft.isDefault
    ) { plan in
      // The policy may have changed since it was found.
      var draft = PolicyDraft(plan: plan)
      try change(&draft)
      plan = draft.plan
    }
    return (
      change.policy,
      (change.replaced == nil ? "" : ": applies to new reservations")
        + replacement(of: change)
    )
  }

  /// Names the policy that this one replaces, which may be another clerk's.
  private static func replacement(of change: PolicyChange) -> String {
    change.replaced.map { " instead of \($0)" } ?? ""
  }

  @MainActor
  private static func steps(of policy: CancellationPolicy) -> ResultTable {
    let columns: [ListColumn<CancellationTerms.Step>] = [
      .init("notice") { .text($0.days.description) },
      .init("keeps") { .text($0.keeps.description) },
      .number("fee") { Cell($0.feeMinor, of: policy.campground) },
    ]
    return columns.table(of: CancellationTerms(policy).steps)
  }

  private static var fields: [Field<Session, CancellationPolicy, PolicyDraft>] {
    [
      Field(adding: .newSteps, editing: .changedSteps)
        .shown(as: "steps", in: .summary) { .text(PolicyPlan($0).stepsText) },
      .value("cutoff", .timeOfDay, "time when a day of notice ends") {
        $0.plan.cutOffMinute = $1.minute
      }
      .shown { $0.cutOffMinute == 0 ? .null : .text("\(TimeOfDay(minute: $0.cutOffMinute))") },
      .value(
        "grace",
        .integer(in: 0...527_040, "MINUTES", "minutes after booking with a full refund"), nil,
        \.plan.graceMinutes
      ).shown(isNumber: true, in: .aside) { Cell($0.graceMinutes) },
      .value(
        "changefee", .money("AMOUNT", "fee for a change to entirely different dates"), nil,
        \.plan.changeFee
      ).shown(isNumber: true, in: .aside) { Cell($0.changeFeeMinor, of: $0.campground) },
      .value(clearable: "class", .siteClass, "site class") {
        $0.siteClass = $1.map(TermChoice.chosen) ?? .without
      }
      .shown { Cell($0.siteClass?.name) },
      .value("default", .boolean, "applies to new reservations") { $0.isDefault = $1 }
        .shown { .boolean($0.isDefault) },
    ]
  }

  /// The commands about cancellation policies.
  @CommandList<Session>
  var commands: [Command<Session>] {
    addCommand.explained(
      synonyms: ["cancellation", "refund policy"],
      details: """
        A step is a number of days' notice and the part of the nights' price that is kept: \
        all, nothing, nights 1 for the first night, or 50%; a fee may follow, fee 10. The \
        steps cover every number of days once. A day of notice ends at the cutoff, or at \
        midnight without one. A guest who cancels within the grace minutes after booking gets \
        everything back. A policy for a class applies to all its new stays.
        """,
      examples: [
        "policy add Standard steps \"0-1 all, 2-6 nights 1, 7+ nothing\" fee 8 cutoff 17:00",
        "policy add Monthly steps \"0+ 50% fee 5\" grace 0 changefee 10 default no",
      ]
    )
    .advising { _ in
      "give the steps, as in steps \"0-13 nights 1, 14+ nothing\""
    }

    listCommand.inParts

    showCommand.explained(
      "Show a cancellation policy, step by step", synonyms: ["cancellation", "refund policy"])

    editCommand.explained(
      details: "A reservation keeps the terms of the policy it was booked under.",
      examples: ["policy edit Standard cutoff 18:00"])

    deleteCommand.explained(refuses: "a policy of any reservation")
  }
}

/// The values that a command gives for a cancellation policy.
struct PolicyDraft {
  /// Makes the steps of a policy, given the fee of the steps without one.
  typealias Steps = @MainActor (_ fee: Decimal) throws -> [PolicyPlan.Step]

  var plan = PolicyPlan(steps: [])
  var siteClass: TermChoice<SiteClass>?
  var isDefault: Bool?
}

extension Argument
where Context == Session, Value == Change<PolicyDraft>? {
  /// The steps of a new policy, and the cancellation fee of the steps without one.
  fileprivate static var newSteps: Self {
    let steps = Argument<Session, PolicyDraft.Steps>.requiredOption("steps", .steps)
    return .group(steps, fee) { steps, fee in { $0.plan.steps = try steps(fee ?? 0) } }
  }

  /// New steps, or a new fee for the existing ones.
  fileprivate static var changedSteps: Self {
    let steps = Argument<Session, PolicyDraft.Steps?>.option("steps", .steps)
    return .group(steps, fee) { steps, fee in
      if let steps { return { $0.plan.steps = try steps(fee ?? 0) } }
      guard let fee else { return nil }
      return { draft in
        for index in draft.plan.steps.indices { draft.plan.steps[index].fee = fee }
      }
    }
  }

  private static var fee: Argument<Session, Decimal?> {
    .option("fee", .money("AMOUNT", "cancellation fee of steps without one"))
  }
}

extension ValueType where Context == Session, Value == PolicyDraft.Steps {
  /// `0-1 all, 2-6 nights 1, 7+ nothing`.
  fileprivate static var steps: Self {
    ValueType("\"STEP, …\"", "amount kept for each notice", .text) { text in
      let word = try text.word()
      do {
        _ = try PolicyPlan.steps(parsing: word)
      } catch {
        throw ValueFault(
          "\(error)", hint: "write them like \"0-1 all, 2-6 nights 1, 7-13 50% fee 5, 14+ nothing\""
        )
      }
      return { try PolicyPlan.steps(parsing: word, fee: $0) }
    }
  }
}
