/// Names within one table: the first of a kind keeps its name, the next
/// ones get 1, 2, … behind it.
struct ColumnNames {
  var taken: Set<String>

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
