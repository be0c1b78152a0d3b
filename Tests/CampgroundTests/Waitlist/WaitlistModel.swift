/// The waitlist as one would keep it on paper: all rows looked through each
/// time. Nights are numbers.
struct WaitlistModel {
  struct Stay: Equatable {
    var site: Int
    var nights: Range<Int>
    var isHold: Bool
    /// The minute at which a hold is over.
    var end = Int.max
    var isThere = true
    /// The entry that it is an offer to.
    var entry: Int?
  }

  struct Entry {
    var nights: Range<Int>
    /// The only site that will do; nil for any.
    var site: Int?
    var isWithdrawn = false
    var since: Int
    /// The stays that were offered.
    var offers: [Int] = []
    /// How many of the offers do not count any more.
    var forgiven = 0
  }

  let siteCount: Int
  var stays: [Stay] = []
  var entries: [Entry] = []

  func isFree(_ site: Int, _ nights: Range<Int>, at minute: Int) -> Bool {
    !stays.contains {
      $0.isThere && $0.site == site && $0.nights.overlaps(nights) && $0.end > minute
    }
  }

  /// Books nights that are free, and offers what is left of holds that were over to those who wait.
  mutating func book(_ stay: Stay, at minute: Int) {
    offerLeftovers(of: take(stay), at: minute)
  }

  /// Takes nights that are free, and ends holds that stand on them and are over.
  ///
  /// - Returns: the holds.
  @discardableResult
  mutating func take(_ stay: Stay) -> [Int] {
    var ended: [Int] = []
    for index in stays.indices
    where stays[index].isThere && stays[index].site == stay.site
      && stays[index].nights.overlaps(stay.nights)
    {
      stays[index].isThere = false
      ended.append(index)
    }
    stays.append(stay)
    return ended
  }

  /// Offers the nights of holds that were over and that somebody took
  /// nights of, until none is left.
  private mutating func offerLeftovers(of holds: [Int], at minute: Int, passingOver: Set<Int> = [])
  {
    guard let site = holds.first.map({ stays[$0].site }) else { return }
    let passedOver = passingOver.union(holds.compactMap { stays[$0].entry })
    offer(holds.map { stays[$0].nights }, of: site, at: minute, passingOver: passedOver)
  }

  /// The offers that were not taken and still count.
  private func missed(_ entry: Int, at minute: Int) -> [Stay] {
    entries[entry].offers.dropFirst(entries[entry].forgiven).map { stays[$0] }
      .filter { $0.isHold && (!$0.isThere || $0.end <= minute) }
  }

  func status(of entry: Int, at minute: Int) -> String {
    let offers = entries[entry].offers.map { stays[$0] }
    if offers.contains(where: { !$0.isHold }) { return "booked" }
    if entries[entry].isWithdrawn { return "withdrawn" }
    if offers.contains(where: { $0.isThere && $0.end > minute }) { return "offered" }
    return missed(entry, at: minute).count < 3 ? "waiting" : "resting"
  }

  /// The offer that can be taken.
  func openOffer(of entry: Int, at minute: Int) -> Int? {
    entries[entry].offers.last { stays[$0].isThere && stays[$0].isHold && stays[$0].end > minute }
  }

  mutating func ask(_ entry: Int, at minute: Int) {
    let isOpen = openOffer(of: entry, at: minute) != nil
    entries[entry].forgiven = entries[entry].offers.count - (isOpen ? 1 : 0)
  }

  /// Offers nights of a site that became free, in one or several pieces.
  mutating func offer(_ freed: [Range<Int>], of site: Int, at minute: Int, passingOver: Set<Int>) {
    var ended: [Int] = []
    let line = entries.indices.filter { index in
      status(of: index, at: minute) == "waiting" && !passingOver.contains(index)
    }
    for index in line.sorted(by: { (entries[$0].since, $0) < (entries[$1].since, $1) }) {
      let entry = entries[index]
      guard freed.contains(where: entry.nights.overlaps), (entry.site ?? site) == site,
        isFree(site, entry.nights, at: minute),
        !missed(index, at: minute).contains(where: { $0.site == site })
      else { continue }
      ended += take(
        Stay(site: site, nights: entry.nights, isHold: true, end: minute + 60, entry: index))
      entries[index].offers.append(stays.count - 1)
    }
    offerLeftovers(of: ended, at: minute, passingOver: passingOver)
  }

  mutating func cancel(_ index: Int, at minute: Int) {
    stays[index].isThere = false
    offer([stays[index].nights], of: stays[index].site, at: minute, passingOver: [])
  }

  mutating func shorten(_ index: Int, at minute: Int) {
    let nights = stays[index].nights
    stays[index].nights = nights.lowerBound..<nights.upperBound - 1
    offer(
      [nights.upperBound - 1..<nights.upperBound], of: stays[index].site, at: minute,
      passingOver: [])
  }

  /// Ends what is offered, also where it is over and nothing ended it yet.
  mutating func decline(_ index: Int, at minute: Int) {
    let held = entries[index].offers.last { stays[$0].isThere && stays[$0].isHold }
    guard let offer = openOffer(of: index, at: minute) ?? held else { return }
    stays[offer].isThere = false
    self.offer([stays[offer].nights], of: stays[offer].site, at: minute, passingOver: [index])
  }

  mutating func withdraw(_ index: Int, at minute: Int) {
    entries[index].isWithdrawn = true
    decline(index, at: minute)
  }

  mutating func accept(_ offer: Int) {
    stays[offer].isHold = false
    stays[offer].end = .max
  }

  mutating func sweep(at minute: Int) {
    let over = stays.indices.filter { stays[$0].isThere && stays[$0].end <= minute }
    for index in over { stays[index].isThere = false }
    let passedOver = Set(over.compactMap { stays[$0].entry })
    for index in over {
      offer([stays[index].nights], of: stays[index].site, at: minute, passingOver: passedOver)
    }
  }

  /// What there is, a line each.
  func summary(at minute: Int) -> [String] {
    stays.filter(\.isThere).map { "\($0.site) \($0.nights) \($0.isHold ? "Hold" : "Reserved")" }
      .sorted() + entries.indices.map { "W-\($0 + 1) \(status(of: $0, at: minute))" }
  }
}
