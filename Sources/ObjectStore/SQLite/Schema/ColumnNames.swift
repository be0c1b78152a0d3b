/// Names in one table: the first of several equal names is kept, and the others get 1, 2, … as
/// suffixes.
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
