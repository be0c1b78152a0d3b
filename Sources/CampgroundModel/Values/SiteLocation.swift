import Foundation

/// The geographic location of a campsite.
///
///     SiteLocation("37.7456, -119.5936")
public struct SiteLocation: Sendable, Hashable {
  /// The latitude in degrees from -90 to 90, north positive.
  public let latitude: Double

  /// The longitude in degrees from -180 to 180, east positive.
  public let longitude: Double

  /// Makes a location; nil for degrees out of range.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Reads a latitude and a longitude separated by a comma; nil for any other text.
  public init?(_ text: String) {
    let degrees = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0.trimmingCharacters(in: .whitespaces)) }
    guard degrees.count == 2, let latitude = degrees[0], let longitude = degrees[1] else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude)
  }
}

extension SiteLocation: CustomStringConvertible {
  /// The latitude and the longitude: `37.7456, -119.5936`.
  public var description: String { "\(latitude), \(longitude)" }
}

extension CampSite {
  /// The location of the campsite; nil where it is unknown, or where an imported one is out of
  /// range.
  public var location: SiteLocation? {
    get {
      guard let latitude, let longitude else { return nil }
      return SiteLocation(latitude: latitude, longitude: longitude)
    }
    set {
      latitude = newValue?.latitude
      longitude = newValue?.longitude
    }
  }
}
