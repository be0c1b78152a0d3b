/// Values that are equal when a store takes them for equal: texts by their bytes, numbers by their
/// values, whether integers overflowed to them or not.
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
        // Equal by bytes implies canonically equal, which is what the hash goes by.
        hasher.combine(value)
      }
    }
  }
}
