/// The features that a campsite offers or a guest asks for; nil leaves a feature unchanged or does
/// not ask for it.
public struct CampSiteFeatures: Sendable, Hashable {
  /// The type.
  public var type: CampSiteType?
  /// The electricity; when asked for, an amperage is a minimum.
  public var electricity: ElectricitySupply?
  /// Whether there is water.
  public var water: Bool?
  /// Whether there is a sewer hookup.
  public var sewer: Bool?
  /// The maximum vehicle length in feet; when asked for, the length of the vehicle.
  public var vehicleLength: Int?
  /// The maximum number of people; when asked for, the size of the party.
  public var people: Int?
  /// The maximum number of vehicles; when asked for, the number of vehicles.
  public var vehicles: Int?
  /// The loop; when asked for, regardless of case.
  public var loop: String?
  /// Whether pets are allowed.
  public var petsAllowed: Bool?
  /// Whether it is wheelchair accessible.
  public var isAccessible: Bool?
  /// Whether there is shade.
  public var hasShade: Bool?
  /// Whether there is a tent pad.
  public var hasTentPad: Bool?
  /// The kind of driveway as free text, such as back-in; empty text removes it.
  public var driveway: String?
  /// The location.
  public var location: SiteLocation?
  /// Free notes; empty text removes them.
  public var note: String?

  /// Makes features; omitted ones are nil.
  public init(
    type: CampSiteType? = nil, electricity: ElectricitySupply? = nil, water: Bool? = nil,
    sewer: Bool? = nil, vehicleLength: Int? = nil, people: Int? = nil, vehicles: Int? = nil,
    loop: String? = nil, petsAllowed: Bool? = nil, isAccessible: Bool? = nil,
    hasShade: Bool? = nil, hasTentPad: Bool? = nil, driveway: String? = nil,
    location: SiteLocation? = nil, note: String? = nil
  ) {
    self.type = type
    self.electricity = electricity
    self.water = water
    self.sewer = sewer
    self.vehicleLength = vehicleLength
    self.people = people
    self.vehicles = vehicles
    self.loop = loop
    self.petsAllowed = petsAllowed
    self.isAccessible = isAccessible
    self.hasShade = hasShade
    self.hasTentPad = hasTentPad
    self.driveway = driveway
    self.location = location
    self.note = note
  }
}
