extension CommandSyntax {
  /// The commands about cancellation policies.
  static let policyCommands: [CommandSyntax] = [
    CommandSyntax(
      .policyAdd, "policy add", [.text(.name, "NAME", "the policy's name").required],
      options: [steps.required] + terms,
      summary: "Add a cancellation policy",
      details: """
        A step is a number of days of notice, and what is then kept of the price of the nights: all, \
        nothing, nights 1 for the first night, or 50%; a fee of its own may follow, fee 10. The \
        steps cover every number of days once. A day of notice is over at the cut-off, without one \
        at midnight. Who cancels within the minutes of grace after booking gets everything back. One for a \
        class is that of all new stays of it.
        """,
      examples: [
        "policy add Standard steps \"0-1 all, 2-6 nights 1, 7+ nothing\" fee 8 cutoff 17:00",
        "policy add Monthly steps \"0+ 50% fee 5\" grace 0 changefee 10 default no",
      ]),
    CommandSyntax(.policyList, "policy list", summary: "List the cancellation policies"),
    CommandSyntax(
      .policyShow, "policy show", [policy.required],
      summary: "Show a cancellation policy, step by step"),
    CommandSyntax(
      .policyEdit, "policy edit", [policy.required],
      options: [.text(.name, "NAME", "the new name"), steps]
        + terms.map { $0.name == "class" ? $0.clearable : $0 },
      summary: "Change a cancellation policy",
      details: "What it says does not change once a reservation is under it.",
      examples: ["policy edit Standard cutoff 18:00"]),
    CommandSyntax(
      .policyDelete, "policy delete", [policy.required], summary: "Delete a cancellation policy",
      details: "A policy that a reservation is under is kept."),
  ]

  private static let policy = Parameter.live(.policy, .policy, "POLICY", "the policy's name")
  private static let steps = Parameter.text(.steps, "\"STEP, …\"", "what is kept by the notice")
  private static let terms: [Parameter] = [
    .decimal(.fee, "AMOUNT", "what calling off costs in steps that name no fee"),
    .timeOfDay(.cutOff, "the time at which a day of notice is over"),
    .integer(.grace, in: 0...527_040, "MINUTES", "for how long after booking all is given back"),
    .decimal(.changeFee, "AMOUNT", "what a change to dates without a common night costs"),
    classOfRule,
    .boolean(.isDefault, "whether new reservations get it"),
  ]
}
