/// Values that are equal if a store considers them equal: strings by their bytes, numbers by their
/// values, even if one is an integer and the other a double from an overflow.
struct GroupKey: Hashable {
  let values: [AttributeValue]

  static func == (left: GroupKey, right: GroupKey) -> Bool {
    left.values.elementsEqual(right.values) { left, right in
      switch (left, right) {
      case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
      case (.integer, .double), (.double, .integer):
        ValueOrder.compare(left, right) == .orderedSame
      default: left == right
      }
    }
  }

  func hash(into hasher: inout Hasher) {
    for value in values {
      if case .integer(let number) = value {
        hasher.combine(AttributeValue.double(Double(number)))
      } else {
        // Equal bytes imply canonical equivalence, on which the hash is based.
        hasher.combine(value)
      }
    }
  }
}
