/// Names within one table: the first of a kind keeps its name, the next
/// ones get 1, 2, … at the end.
struct ColumnNames {
  private var taken: Set<String>

  init(taken: Set<String>) {
    self.taken = taken
  }

  mutating func unique(_ base: String) -> String {
    var name = base
    var count = 0
    while !taken.insert(name).inserted {
      count += 1
      name = "\(base)\(count)"
    }
    return name
  }
}
