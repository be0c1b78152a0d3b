/// A rule about stays that come again and again that a call would have broken.
public enum SeriesRule: Error, Hashable, Sendable {
  /// The stays would run into each other.
  case overlapping(nights: Int, SeriesStep)
  /// Every stay of the series is in the way of another.
  case nothingFree(noun: String, name: String)
  /// The reservation is not one of a series.
  case inNoSeries(String)
  /// Nothing of the series is to come from that reservation on.
  case nothingToCancel(String)
}

extension SeriesRule: CustomStringConvertible {
  /// The rule as one sentence without a final stop.
  public var description: String {
    switch self {
    case .overlapping(let nights, let step):
      "stays of \(nights) nights every \(step.rawValue) would run into each other"
    case .nothingFree(let noun, let name): "\(noun) \(name) is taken on all dates of the series"
    case .inNoSeries(let code): "\(code) is not one of a series"
    case .nothingToCancel(let code): "nothing of the series is left to cancel from \(code) on"
    }
  }
}

extension SeriesRule {
  /// How to mend it, as a phrase without a final stop; nil where the rule says it all.
  public var repair: String? {
    switch self {
    case .overlapping: "book fewer nights, or take a longer step"
    case .nothingFree(let noun, _): "choose another \(noun) or other dates"
    case .inNoSeries(let code): "\"cancel \(code)\" calls it off alone"
    case .nothingToCancel(let code): "\"series show \(code)\" tells how its stays are"
    }
  }
}
