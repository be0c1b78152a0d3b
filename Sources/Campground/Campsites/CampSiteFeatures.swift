/// What a campsite offers, or is asked to offer; nil leaves a feature as it
/// is or does not ask for it.
public struct CampSiteFeatures: Sendable, Hashable {
  /// The type.
  public var type: CampSiteType?
  /// The electricity; asked for, a number of amperes means at least as many.
  public var electricity: ElectricitySupply?
  /// Whether there is water.
  public var water: Bool?
  /// Whether there is a sewer.
  public var sewer: Bool?
  /// The greatest length of a vehicle in feet; asked for, the length of the vehicle.
  public var vehicleLength: Int?
  /// The greatest number of people; asked for, the number that comes.
  public var people: Int?
  /// The greatest number of vehicles; asked for, the number that comes.
  public var vehicles: Int?
  /// The loop; asked for, capitals and small letters are the same.
  public var loop: String?
  /// Whether pets may come.
  public var petsAllowed: Bool?
  /// Whether a wheelchair can use it.
  public var isAccessible: Bool?
  /// Whether there is shade.
  public var hasShade: Bool?
  /// Whether there is a tent pad.
  public var hasTentPad: Bool?
  /// The kind of driveway in free words, such as back-in; empty text takes it away.
  public var driveway: String?
  /// Where it lies.
  public var location: SiteLocation?
  /// Whatever else there is to say; empty text takes it away.
  public var note: String?

  /// Makes features; what is not named stays nil.
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
