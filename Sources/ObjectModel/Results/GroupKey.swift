/// Values that are equal when a store takes them for equal: texts by their bytes.
struct GroupKey: Hashable {
  private let values: [AttributeValue]

  init(_ values: [AttributeValue]) {
    self.values = values
  }

  static func == (left: GroupKey, right: GroupKey) -> Bool {
    left.values.elementsEqual(right.values) { left, right in
      if case .string(let left) = left, case .string(let right) = right {
        return left.utf8.elementsEqual(right.utf8)
      }
      return left == right
    }
  }

  func hash(into hasher: inout Hasher) {
    for value in values {
      // Equal by bytes implies canonically equal, which is what the hash goes by.
      hasher.combine(value)
    }
  }
}
