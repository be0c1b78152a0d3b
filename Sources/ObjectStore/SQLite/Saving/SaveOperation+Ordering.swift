import ObjectModel
import SQLite

/// The order of ordered relationships.
extension SaveOperation {
  /// Orders the members of a relationship stored in a join table.
  ///
  /// - Parameter keys: the keys of inserted objects.
  func run(_ order: ChangeSet.Order, keys: TemporaryKeys) throws {
    guard let relationship = order.relationship.relationship,
      let side = session.mapping.join(of: relationship), let column = side.destination.orderColumn,
      let source = keys.primaryKey(of: order.source.key)
    else { return }
    let select = try session.connection.statement(
      "SELECT \(side.destination.column), \(column) FROM \(side.table) "
        + "WHERE \(side.source.column) = ? ORDER BY \(column), \(side.destination.column)")
    select.bind(1, source)
    var members: [Int64] = []
    var known: [Int64: Int64] = [:]
    while try select.step() {
      members.append(select.int64(0))
      if !select.isNull(1) { known[select.int64(0)] = OrderKey.settled(select.int64(1)) }
    }
    select.reset()
    let named = order.destinations.compactMap { keys.primaryKey(of: $0.key) }
    let wanted = order.applied(naming: named, to: members)
    let arranged = OrderKey.arranged(wanted.map { known[$0] }) { last in
      last.map { $0 + OrderKey.step } ?? OrderKey.first
    }
    let update = try session.connection.statement(
      "UPDATE \(side.table) SET \(column) = ?3 WHERE \(side.source.column) = ?1 "
        + "AND \(side.destination.column) = ?2")
    for (member, place) in zip(wanted, arranged) where known[member] != place {
      update.bind(1, source)
      update.bind(2, member)
      update.bind(3, place)
      try update.run()
    }
  }
}

extension SQLiteSession {
  /// The greatest order key among the objects whose to-one relationship leads to an owner, or nil
  /// if none has one.
  func greatestOrderKey(of reference: EntityLayout.OrderedToOne, owner: Int64) throws -> Int64? {
    guard let key = mapping.column(of: reference.orderKey),
      let column = mapping.column(of: reference.toOne)
    else { return nil }
    let table = mapping.table(of: model[reference.toOne.declaringNumber]).name
    return try connection.integer(
      "SELECT MAX(\(key.name)) FROM \(table) WHERE \(column.name) = ?", owner - base)
  }
}

extension JoinMapping {
  /// Inserts a pair, at the end of each ordered side.
  var insertion: String {
    var columns = [source.column, destination.column]
    var values = ["?1", "?2"]
    for (end, owner, parameter) in [(destination, source, "?1"), (source, destination, "?2")] {
      guard let column = end.orderColumn else { continue }
      columns.append(column)
      let last = OrderKey.first - OrderKey.step
      values.append(
        "(SELECT IFNULL(MAX(\(column)), \(last)) + \(OrderKey.step) FROM \(table) "
          + "WHERE \(owner.column) = \(parameter))")
    }
    return "INSERT OR IGNORE INTO \(table) (\(columns.joined(separator: ", "))) "
      + "VALUES (\(values.joined(separator: ", ")))"
  }
}
