/// The fee or the tax that a line is from.
///
/// Its words alone do not tell: a tax that was an amount may be a percentage today,
/// and have its name still.
public struct ChargeSource: Hashable, Sendable {
  /// How it is charged.
  public enum Manner: String, Sendable, Hashable {
    /// An amount once a stay.
    case once
    /// An amount each night.
    case nightly
    /// A percentage of other lines.
    case percentage
    /// What is made up for of an amount each night, since the length of the stay makes it free of
    /// that, or not any more.
    case arrears
  }

  /// The name that the rule had.
  public let name: String

  /// How it is charged.
  public let manner: Manner

  /// Makes a source.
  public init(name: String, manner: Manner) {
    self.name = name
    self.manner = manner
  }
}

extension FeeRule {
  /// What its lines are from.
  var source: ChargeSource {
    ChargeSource(name: name, manner: basis.isEachNight ? .nightly : .once)
  }
}
