import ObjectGraph

extension CampSiteService {
  /// The campsites that are free for every night of a stay and offer at least what is asked for, by
  /// number and name.
  ///
  /// A limit or a feature that is not known of a campsite does not count as offered. One fetch.
  ///
  /// - Throws: `CampgroundError.outOfRange` for a number that is not above zero.
  public func available(
    _ dates: StayDates, features: CampSiteFeatures = CampSiteFeatures()
  ) throws -> [CampSite] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let lastNight = dates.departure.advanced(by: -1)
    let predicates = [
      try FetchPredicate(format: "campground == %@", campground),
      try FetchPredicate(
        format: "NOT (ANY nights.night BETWEEN {%@, %@})", dates.arrival.dayNumber,
        lastNight.dayNumber),
    ]
    return try sites(
      matching: predicates + (try features.predicates()), in: managedObjectContext)
  }
}

extension CampSiteFeatures {
  /// The conditions under which a campsite offers what is asked for.
  func predicates() throws -> [FetchPredicate] {
    try check()
    var conditions: [(format: String, argument: Any?)] = []
    if let type { conditions.append(("type == %@", type.rawValue)) }
    switch electricity {
    case .present: conditions.append(("electricity == %@", true))
    case .amperes(let amperes): conditions.append(("amperage >= %@", amperes))
    case .absent, nil: break
    }
    if let vehicleLength { conditions.append(("maximumVehicleLength >= %@", vehicleLength)) }
    if let people { conditions.append(("maximumPeople >= %@", people)) }
    if let vehicles, vehicles > 0 { conditions.append(("maximumVehicles >= %@", vehicles)) }
    if let loop { conditions.append(("loop ==[c] %@", loop)) }
    let wishes = [
      ("water", water), ("sewer", sewer), ("petsAllowed", petsAllowed),
      ("isAccessible", isAccessible), ("hasShade", hasShade), ("hasTentPad", hasTentPad),
    ]
    for (key, wish) in wishes where wish == true { conditions.append(("\(key) == %@", true)) }
    return try conditions.map { try FetchPredicate(format: $0.format, $0.argument) }
  }
}
